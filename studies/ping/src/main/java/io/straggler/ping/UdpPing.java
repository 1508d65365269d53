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

    /** Silence in milliseconds after which something must be in the way. */
    private static final long MAX_SILENCE_MS = 3_000;

    /** Number of datagrams on their way that are told apart: more than UDP carries in {@value #LOST_AFTER_MS} ms. */
    private static final int MAX_OPEN = 1 << 17;

    private static final int MASK = MAX_OPEN - 1;

    private final PingOptions options;
    private final long lostAfterNs;
    private final long maxSilenceNs;
    private final LongSupplier clock;
    private final long[] tags = new long[MAX_OPEN];

    /** Instant of the first look in vain, by slot: a datagram that was sent late is not lost for that. */
    private final long[] missedNs = new long[MAX_OPEN];

    private final boolean[] open = new boolean[MAX_OPEN];
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
        this(options, LOST_AFTER_MS, MAX_SILENCE_MS, System::nanoTime);
    }

    /**
     * @param lostAfterMs the harness must have room for as many iterations as begin meanwhile
     * @param maxSilenceMs silence after which the run fails
     * @param clock {@link System#nanoTime}, but in tests
     */
    UdpPing(PingOptions options, long lostAfterMs, long maxSilenceMs, LongSupplier clock) {
        this.options = options;
        this.lostAfterNs = lostAfterMs * 1_000_000;
        this.maxSilenceNs = maxSilenceMs * 1_000_000;
        this.clock = clock;
    }

    @Override
    public void setUp(Harness given) throws IOException {
        harness = given;
        channel = (Datagrams) TransportConnector.client(Transport.UDP, options);
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

    /** @return whether the echo came before the next ping is due and before it counts as lost */
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
        } else if (nowNs - silentSinceNs > maxSilenceNs) {
            throw new PingException("no datagram has come back for " + maxSilenceNs / 1_000_000_000
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
