package io.straggler.ping;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Ping over UDP. A datagram that is lost is counted, and nobody waits for it: an iteration looks for its echo until the next one is due, and an
 * echo that comes later, in whichever order, completes the iteration that it belongs to. What has not come after {@value #LOST_AFTER_MS}
 * ms is given up.
 *
 * <p>An iteration that begins late looks for half an interval at most: so long round trips do not keep lateness from shrinking, and what is
 * caught up is not a burst of datagrams of which sockets have no room for most.
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
    private final LongSupplier clock;
    private final long[] tags = new long[MOST_OPEN];

    /** When each was first looked for in vain: one that was sent late is not lost for that. */
    private final long[] missedNs = new long[MOST_OPEN];

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
        this(options, LOST_AFTER_MS, HOPELESS_MS, System::nanoTime);
    }

    /**
     * @param lostAfterMs the harness must have room for as many iterations as begin meanwhile
     * @param hopelessMs after which silence the run fails
     * @param clock what {@link System#nanoTime} is, but in tests
     */
    UdpPing(PingOptions options, long lostAfterMs, long hopelessMs, LongSupplier clock) {
        this.options = options;
        this.lostAfterNs = lostAfterMs * 1_000_000;
        this.hopelessNs = hopelessMs * 1_000_000;
        this.clock = clock;
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
        if (!awaitEcho(slot, intendedNs + options.intervalNs())) {
            giveUpOldAndListen(clock.getAsLong());
        } else if (oldest <= sent) {
            giveUpOld(clock.getAsLong());
        }
    }

    /** @return whether it came before it is time for the next ping and before it counts as lost */
    private boolean awaitEcho(int slot, long dueNs) throws IOException {
        long untilNs = dueNs;
        int turns = 0;
        while (true) {
            take(channel.poll());
            if (!open[slot]) {
                return true;
            }
            if ((turns & 7) == 0) {
                long nowNs = clock.getAsLong();
                if (turns == 0) {
                    missedNs[slot] = nowNs;
                    untilNs = Math.max(dueNs - nowNs, options.intervalNs() / 2) + nowNs;
                }
                if (nowNs - untilNs >= 0 || nowNs - missedNs[slot] >= lostAfterNs) {
                    return false;
                }
            }
            turns++;
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

    private void giveUpOld(long nowNs) {
        while (oldest <= sent && nowNs - missedNs[(int) oldest & MASK] >= lostAfterNs) {
            giveUpOldest();
        }
    }

    private void giveUpOldAndListen(long nowNs) throws IOException {
        giveUpOld(nowNs);
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
        giveUpOldAndListen(clock.getAsLong());
    }

    @Override
    public void tearDown() throws IOException {
        channel.close();
    }
}
