package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Ciphers, signatures, keys, digests and random bytes. */
@Fixture.Needs("keys")
public final class Cryptography extends Fixture {
    private static final int BYTES = 64 * 1024;
    private static final int RANDOM_BYTES = 4 * 1024;
    private static final byte[] SALT = {127, 0, 0, 1};

    private final byte[] bytes = new byte[BYTES];
    private final byte[] drawn = new byte[RANDOM_BYTES];
    private final SecureRandom random = new SecureRandom();
    private final PrivateKey key =
            KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();

    public Cryptography(InjectionSite site) throws GeneralSecurityException {
        super(site);
    }

    public void encrypt() throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes, 0, 16, "AES"), new IvParameterSpec(bytes, 0, 16));
        result += cipher.doFinal(bytes).length;
    }

    public void sign() throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(bytes, 0, 100);
        result += signature.sign().length;
    }

    public void deriveKey() throws GeneralSecurityException {
        PBEKeySpec password = new PBEKeySpec("password".toCharArray(), SALT, 20, 256);
        result += SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(password)
                .getEncoded()
                .length;
    }

    public void digest() throws GeneralSecurityException {
        result += MessageDigest.getInstance("SHA-256").digest(bytes)[0];
    }

    public void drawBytes() {
        random.nextBytes(drawn);
        result += drawn[0];
    }
}
