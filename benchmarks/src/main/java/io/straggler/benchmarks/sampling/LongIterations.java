package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which iterations of {@link CoverageBenchmark} are long on purpose, and by how much: log-uniform between two bounds, the same for the same
 * seed. One thread draws them, one does the usual work, and when both are done they are written to a file.
 */
final class LongIterations {
    static final String SEED = "coverage.seed";
    static final String ONE_IN = "coverage.oneIn";
    static final String USUAL_ROUNDS = "coverage.usualRounds";
    static final String FILE = "coverage.file";
    static final String SHORTEST_NS = "coverage.shortestNs";
    static final String LONGEST_NS = "coverage.longestNs";

    private final SplittableRandom random = new SplittableRandom(Long.getLong(SEED));
    private final int oneIn = Integer.getInteger(ONE_IN);
    private final int usualRounds = Integer.getInteger(USUAL_ROUNDS);
    private final double shortestNs = Long.getLong(SHORTEST_NS);
    private final double longestNs = Long.getLong(LONGEST_NS);
    private final List<String> tags = new ArrayList<>(1 << 14);
    private long kept;

    LongIterations() {
        if (Boolean.getBoolean(FullCollections.WANTED)) {
            FullCollections.start();
        }
    }

    /** What every iteration does. */
    void usualWork(long intendedNs) {
        kept += Work.rounds(intendedNs, usualRounds);
    }

    /** How much longer this one is on purpose; zero for most. */
    long extraNs(long intendedNs) {
        if (random.nextInt(oneIn) != 0) {
            return 0;
        }
        tags.add(Long.toString(intendedNs));
        return (long) (shortestNs * Math.pow(longestNs / shortestNs, random.nextDouble()));
    }

    /** Stays on the core for so long by the clock, so that how long does not depend on the machine. */
    static void work(long ns) {
        long startNs = System.nanoTime();
        long kept = 1;
        while (System.nanoTime() - startNs < ns) {
            kept = Work.rounds(kept, 500);
        }
        if (kept == 0) {
            throw new IllegalStateException("work must have been done");
        }
    }

    /** Writes the tags of the long ones, a line each. */
    void write() throws IOException {
        if (kept == 0) {
            throw new IllegalStateException("work must have been done");
        }
        Files.write(Path.of(System.getProperty(FILE)), tags);
    }
}
