package io.straggler.examples.servers.log;

import java.nio.ByteBuffer;

/**
 * An amount for an account, as a record of 20 bytes.
 *
 * @param id no other payment has it
 */
public record Payment(long id, int account, long cents) {
    private static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

    public byte[] write() {
        return ByteBuffer.allocate(BYTES)
                .putLong(id)
                .putInt(account)
                .putLong(cents)
                .array();
    }

    public static Payment read(byte[] record) {
        ByteBuffer bytes = ByteBuffer.wrap(record);
        return new Payment(bytes.getLong(), bytes.getInt(), bytes.getLong());
    }
}
