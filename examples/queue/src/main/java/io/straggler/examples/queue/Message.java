package io.straggler.examples.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** An order of 40 bytes: five numbers of eight bytes, little-endian. Used over and over, by one thread. */
final class Message {
    static final int BYTES = 40;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long intendedNs;
    private long sequence;
    private long instrumentId;
    private long priceTicks;
    private long quantity;

    /** Becomes the message with this number; its content follows from that, so that a reader can check it. */
    void become(long newIntendedNs, long newSequence) {
        intendedNs = newIntendedNs;
        sequence = newSequence;
        instrumentId = instrumentId(newSequence);
        priceTicks = priceTicks(newSequence);
        quantity = quantity(newSequence);
    }

    private static long instrumentId(long sequence) {
        return sequence % 1_000;
    }

    private static long priceTicks(long sequence) {
        return 10_000 + sequence * 31 % 997;
    }

    private static long quantity(long sequence) {
        return 1 + sequence * 17 % 499;
    }

    /** Whether this is the message with that number, whole. */
    boolean is(long expectedSequence) {
        return sequence == expectedSequence
                && instrumentId == instrumentId(expectedSequence)
                && priceTicks == priceTicks(expectedSequence)
                && quantity == quantity(expectedSequence);
    }

    void write(byte[] into, int offset) {
        LONG.set(into, offset, intendedNs);
        LONG.set(into, offset + 8, sequence);
        LONG.set(into, offset + 16, instrumentId);
        LONG.set(into, offset + 24, priceTicks);
        LONG.set(into, offset + 32, quantity);
    }

    void read(byte[] from, int offset) {
        intendedNs = (long) LONG.get(from, offset);
        sequence = (long) LONG.get(from, offset + 8);
        instrumentId = (long) LONG.get(from, offset + 16);
        priceTicks = (long) LONG.get(from, offset + 24);
        quantity = (long) LONG.get(from, offset + 32);
    }

    /** The tag of the iteration that sent it. */
    long intendedNs() {
        return intendedNs;
    }

    long sequence() {
        return sequence;
    }

    @Override
    public String toString() {
        return "sequence=" + sequence + " instrumentId=" + instrumentId + " priceTicks=" + priceTicks + " quantity="
                + quantity;
    }
}
