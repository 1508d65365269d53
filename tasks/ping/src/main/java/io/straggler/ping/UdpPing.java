package io.straggler.ping;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;

/**
 * Ping over UDP. A datagram that is lost is counted, and nobody waits for it: an iteration looks for its echo until the next one is due, and an
 * echo that comes later, in whichever order, completes the iteration that it belongs to. What has not come after {@value #LOST_AFTER_MS}
 * ms is given up.
 */
public final class UdpPing implements AsyncTask {
    static final long LOST_AFTER_MS = 200;

    /** With nothing coming back for so long, something is in the way. */
    private static final long HOPELESS_MS = 3_000;

    /** Datagrams on their way that are told apart; more than come to {@value #LOST_AFTER_MS} ms of any rate that UDP keeps. */
    private static final int MOST_OPEN = 1 << 17;

    private static final int MASK = MOST_OPEN - 1;

    private final PingOptions options;
    private final long lostAfterNs;
    private final long hopelessNs;
    private final long[] tags = new long[MOST_OPEN];
    private final boolean[] open = new boolean[MOST_OPEN];
    private Harness harness;
    private Datagrams channel;
    private long sent;
    private long oldest = 1;
    private boolean heard;
    private long silentSinceNs;

    public UdpPing() {
        this(PingOptions.ofThisJvm());
    }

    UdpPing(PingOptions options) {
        this(options, LOST_AFTER_MS, HOPELESS_MS);
    }

    /**
     * @param lostAfterMs the harness must have room for as many iterations as begin meanwhile
     * @param hopelessMs after which silence the run fails
     */
    UdpPing(PingOptions options, long lostAfterMs, long hopelessMs) {
        this.options = options;
        this.lostAfterNs = lostAfterMs * 1_000_000;
        this.hopelessNs = hopelessMs * 1_000_000;
    }

    @Override
    public void setUp(Harness given) throws IOException {
        harness = given;
        channel = (Datagrams) Meeting.client(Transport.UDP, options);
    }

    @Override
    public void run(long intendedNs) throws IOException {
        if (sent - oldest == MASK) {
            giveUpOldest();
        }
        long number = ++sent;
        int slot = (int) number & MASK;
        tags[slot] = intendedNs;
        open[slot] = true;
        channel.send(number);
        if (!awaitEcho(slot)) {
            giveUpOld(System.nanoTime());
        }
    }

    /** @return whether it came before the next ping is due */
    private boolean awaitEcho(int slot) throws IOException {
        long untilNs = 0;
        int turns = 0;
        while (true) {
            take(channel.poll());
            if (!open[slot]) {
                return true;
            }
            if ((++turns & 7) == 0) {
                long nowNs = System.nanoTime();
                if (untilNs == 0) {
                    untilNs = nowNs + options.intervalNs();
                } else if (nowNs - untilNs >= 0) {
                    return false;
                }
            }
        }
    }

    private void take(long number) {
        int slot = (int) number & MASK;
        // Duplicates, and what was given up, are not open.
        if (number >= oldest && number <= sent && open[slot]) {
            open[slot] = false;
            heard = true;
            harness.complete(tags[slot]);
            advance();
        }
    }

    private void advance() {
        while (oldest <= sent && !open[(int) oldest & MASK]) {
            oldest++;
        }
    }

    private void giveUpOld(long nowNs) throws IOException {
        while (oldest <= sent && nowNs - tags[(int) oldest & MASK] > lostAfterNs) {
            giveUpOldest();
        }
        channel.look();
        if (heard) {
            heard = false;
            silentSinceNs = nowNs;
        } else if (silentSinceNs == 0) {
            silentSinceNs = nowNs;
        } else if (nowNs - silentSinceNs > hopelessNs) {
            throw new PingException("no datagram has come back for " + hopelessNs / 1_000_000_000
                    + " s: something between here and " + options.host() + " must be letting UDP through");
        }
    }

    private void giveUpOldest() {
        int slot = (int) oldest & MASK;
        if (open[slot]) {
            open[slot] = false;
            harness.abandon(tags[slot]);
        }
        advance();
    }

    @Override
    public void poll() throws IOException {
        long number = channel.poll();
        while (number != Datagrams.NOTHING) {
            take(number);
            number = channel.poll();
        }
        giveUpOld(System.nanoTime());
    }

    @Override
    public void tearDown() throws IOException {
        channel.close();
    }
}
