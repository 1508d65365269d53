package io.straggler.ping;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads that pass a number to and fro through memory, by spinning on it.
 *
 * <p>Memory order: a number is stored with release and read with acquire, so whatever was written before it is seen with it.
 */
final class SharedCell implements MessageChannel {
    /** The two numbers lie 256 bytes apart, so that neither shares a cache line, or a prefetched pair, with anything. */
    private static final int TO_PARTNER = 32;

    private static final int TO_CLIENT = 64;
    private static final int LONGS_IN_ALL = 96;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] cells;
    private final int outgoing;
    private final int incoming;
    private final PeerLiveness liveness = new PeerLiveness(null);
    private long last;

    private SharedCell(long[] cells, int outgoing, int incoming) {
        this.cells = cells;
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    /** The end that sends first. */
    static SharedCell client() {
        return new SharedCell(new long[LONGS_IN_ALL], TO_PARTNER, TO_CLIENT);
    }

    /** The other end of this cell. */
    SharedCell partner() {
        return new SharedCell(cells, incoming, outgoing);
    }

    @Override
    public void send(long number) {
        LONGS.setRelease(cells, outgoing, number);
    }

    @Override
    public long receive() throws IOException {
        long number = (long) LONGS.getAcquire(cells, incoming);
        while (number == last) {
            Thread.onSpinWait();
            liveness.turn();
            number = (long) LONGS.getAcquire(cells, incoming);
        }
        last = number;
        return number;
    }

    @Override
    public void close() {}
}
