package io.straggler.benchmarks;

import java.io.IOException;
import java.util.Arrays;

/** Round trips at a rate and their median, with nothing of Straggler's: what {@link PingFloorsBenchmark} measures pings against. */
final class PlainPing {
    /** One way of going there and back. */
    @FunctionalInterface
    interface RoundTrip {
        void go(long number) throws IOException;
    }

    private PlainPing() {}

    /** Warms up, measures, and prints the figures. */
    static void measure(RoundTrip trip, String[] args) throws IOException {
        int perSecond = Integer.parseInt(args[0]);
        int warmUp = Integer.parseInt(args[1]) * perSecond;
        int measured = Integer.parseInt(args[2]) * perSecond;
        long intervalNs = 1_000_000_000L / perSecond;
        long[] tookNs = new long[warmUp + measured];
        long originNs = System.nanoTime();
        for (int k = 0; k < tookNs.length; k++) {
            tookNs[k] = timed(trip, originNs + k * intervalNs, k + 1L);
        }
        long[] sorted = Arrays.copyOfRange(tookNs, warmUp, tookNs.length);
        Arrays.sort(sorted);
        Figures.print("p50Ns", sorted[sorted.length / 2]);
        Figures.print("p99Ns", sorted[sorted.length * 99 / 100]);
    }

    private static long timed(RoundTrip trip, long dueNs, long number) throws IOException {
        long startNs = System.nanoTime();
        while (startNs - dueNs < 0) {
            startNs = System.nanoTime();
        }
        trip.go(number);
        return System.nanoTime() - startNs;
    }
}
