package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The measured runs, each cut into as many blocks of time, which are equally long. Runs in which nothing was recorded have theirs too, and so
 * have the quiet parts of the others. What lies between two runs, such as a JVM's start and its warm-up, belongs to no block.
 */
final class RunBlocks {
    private final Map<RunId, Span> spans = new HashMap<>();
    private final int[] forkOf;

    /** One run's blocks, from its beginning to its end. */
    private record Span(int firstBlock, int blocks, long firstNs, long lastNs) {
        private int block(long atNs) {
            return firstBlock + blockOf(atNs, firstNs, lastNs, blocks);
        }
    }

    /**
     * @param recorded iterations of all runs
     * @param outcomes when the runs began and ended; a run that is not among them begins with its first recorded iteration and ends with its last
     * @param most how many blocks there are at most. If there are more runs than that, some share a block
     */
    RunBlocks(List<Iteration> recorded, List<RunOutcome> outcomes, int most) {
        Map<RunId, LongSummaryStatistics> times = new TreeMap<>();
        for (RunOutcome outcome : outcomes) {
            if (outcome.iterations() > 0) {
                long lengthNs = 1_000_000 * Math.max(0, outcome.endEpochMs() - outcome.startEpochMs());
                add(times, outcome.runId(), outcome.originNs());
                add(times, outcome.runId(), outcome.originNs() + lengthNs);
            }
        }
        for (Iteration iteration : recorded) {
            add(times, iteration.runId(), iteration.intendedNs());
        }
        int runs = Math.max(1, times.size());
        int each = Math.max(1, most / runs);
        forkOf = new int[Math.min(runs, most) * each];
        int run = 0;
        for (Map.Entry<RunId, LongSummaryStatistics> one : times.entrySet()) {
            int first = runs <= most ? run * each : run * most / runs;
            spans.put(
                    one.getKey(),
                    new Span(
                            first, each, one.getValue().getMin(), one.getValue().getMax()));
            for (int block = first; block < first + each; block++) {
                forkOf[block] = one.getKey().fork();
            }
            run++;
        }
    }

    private static void add(Map<RunId, LongSummaryStatistics> times, RunId run, long atNs) {
        times.computeIfAbsent(run, key -> new LongSummaryStatistics()).accept(atNs);
    }

    /** The block of an instant between the first and the last of a run; what lies outside belongs to these. */
    private static int blockOf(long atNs, long firstNs, long lastNs, int blocks) {
        double blockNs = Math.max(1, (lastNs - firstNs + 1) / (double) blocks);
        return (int) Math.max(0, Math.min(blocks - 1, (atNs - firstNs) / blockNs));
    }

    int count() {
        return forkOf.length;
    }

    int of(Iteration iteration) {
        return Objects.requireNonNull(spans.get(iteration.runId()), "the iteration must be recorded")
                .block(iteration.intendedNs());
    }

    /** Returns for each fork how often each block counts if only the blocks of that fork do: once or not at all. */
    List<long[]> byFork() {
        return IntStream.of(forkOf)
                .distinct()
                .mapToObj(fork -> IntStream.of(forkOf)
                        .mapToLong(one -> one == fork ? 1 : 0)
                        .toArray())
                .toList();
    }
}
