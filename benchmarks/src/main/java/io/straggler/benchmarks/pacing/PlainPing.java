package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.Tail;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/** Round trips at a rate, with nothing of Straggler's: what {@link PingFloorsBenchmark} measures pings against. */
final class PlainPing {
    /** A rate that no round trip keeps: one follows the other. */
    static final int UNREACHABLE_PER_SECOND = 1_000_000_000;

    private static final long HIGHEST_NS = 3_600_000_000_000L;

    /** One way of going there and back. */
    @FunctionalInterface
    interface RoundTrip {
        void go(long number) throws IOException;
    }

    private final RoundTrip trip;
    private final double intervalNs;
    private final Histogram tookNs = new Histogram(HIGHEST_NS, 3);
    private long number;

    private PlainPing(RoundTrip trip, int perSecond) {
        this.trip = trip;
        this.intervalNs = 1e9 / perSecond;
    }

    /**
     * Warms up, measures, and prints the figures.
     *
     * @param args rate per second, seconds of warm-up, seconds to measure
     */
    static void measure(RoundTrip trip, String[] args) throws IOException {
        PlainPing ping = new PlainPing(trip, Integer.parseInt(args[0]));
        ping.during(Long.parseLong(args[1]));
        ping.tookNs.reset();
        double perSecond = ping.during(Long.parseLong(args[2]));
        Tail.of(ping.tookNs).print();
        Figures.print("perSecond", perSecond);
    }

    /** @return how many there were a second */
    private double during(long seconds) throws IOException {
        long lengthNs = seconds * 1_000_000_000;
        long originNs = System.nanoTime();
        long count = 0;
        while (System.nanoTime() - originNs < lengthNs) {
            timed(originNs + (long) (count++ * intervalNs));
        }
        return count * 1e9 / (System.nanoTime() - originNs);
    }

    private void timed(long dueNs) throws IOException {
        long startNs = System.nanoTime();
        while (startNs - dueNs < 0) {
            startNs = System.nanoTime();
        }
        trip.go(++number);
        tookNs.recordValue(System.nanoTime() - startNs);
    }
}
