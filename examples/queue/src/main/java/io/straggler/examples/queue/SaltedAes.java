package io.straggler.examples.queue;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A random salt of 16 bytes, and the message encrypted with it: AES with 128 bits in counter mode (NIST SP 800-38A), whose first
 * counter is the salt. It keeps a message secret, and does not tell whether somebody changed it. Allocates the parameters of each
 * message, and whatever the cipher does with them.
 */
final class SaltedAes implements Payload {
    static final int SALT_BYTES = 16;

    private static final String ALGORITHM = "AES/CTR/NoPadding";

    private final SecureRandom random = new SecureRandom();
    private final byte[] salt = new byte[SALT_BYTES];
    private final byte[] plain = new byte[Message.BYTES];
    private final SecretKeySpec key;
    private final Cipher cipher;

    /** @param key 16 bytes */
    SaltedAes(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
        try {
            this.cipher = Cipher.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK must know " + ALGORITHM, e);
        }
    }

    @Override
    public int bytes() {
        return SALT_BYTES + Message.BYTES;
    }

    @Override
    public void write(Message message, byte[] into) throws IOException {
        random.nextBytes(salt);
        System.arraycopy(salt, 0, into, 0, SALT_BYTES);
        message.write(plain, 0);
        apply(Cipher.ENCRYPT_MODE, plain, 0, into, SALT_BYTES);
    }

    @Override
    public void read(byte[] from, Message into) throws IOException {
        System.arraycopy(from, 0, salt, 0, SALT_BYTES);
        apply(Cipher.DECRYPT_MODE, from, SALT_BYTES, plain, 0);
        into.read(plain, 0);
    }

    private void apply(int mode, byte[] from, int fromOffset, byte[] into, int intoOffset) throws IOException {
        try {
            cipher.init(mode, key, new IvParameterSpec(salt));
            cipher.doFinal(from, fromOffset, Message.BYTES, into, intoOffset);
        } catch (GeneralSecurityException e) {
            throw new IOException("message must be possible to encrypt and decrypt", e);
        }
    }
}
