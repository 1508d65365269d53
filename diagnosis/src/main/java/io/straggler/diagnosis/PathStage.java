package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Time that outliers took at one stage of their paths: on the threads of one pool, and in front of them.
 *
 * <p>Other iterations have no paths, so every figure is of outliers.
 *
 * @param threads name of the threads, with {@code *} for the number at its end; empty for time in which nobody is known to have worked
 * @param outliers number of outliers whose paths have the stage
 * @param queuedNs time in front of threads that worked on something else
 * @param coreNs time in which threads were ready and waited for a core
 * @param workedNs time in which threads worked on outliers, with what they waited for meanwhile
 * @param worked the last of each outlier, in nanoseconds and ascending
 */
public record PathStage(String threads, long outliers, long queuedNs, long coreNs, long workedNs, List<Long> worked) {
    private static final int MAX_STAGES = 20;

    /** Name of all stages beyond the first {@value #MAX_STAGES}. */
    public static final String OTHERS = "(others)";

    public PathStage {
        worked = List.copyOf(worked);
    }

    /** Total time in nanoseconds: queued, without a core, and on the threads. */
    public long ns() {
        return queuedNs + coreNs + workedNs;
    }

    /** A percentile of the outliers' time on its threads; empty where too few lie above it. */
    public OptionalLong workedNs(double percentile) {
        if (!Percentiles.measurable(percentile, worked.size())) {
            return OptionalLong.empty();
        }
        int rank = (int) Math.ceil(percentile / 100 * worked.size());
        return OptionalLong.of(worked.get(Math.max(1, rank) - 1));
    }

    /** The longest time of an outlier on its threads. */
    public long longestNs() {
        return worked.isEmpty() ? 0 : worked.get(worked.size() - 1);
    }

    /**
     * Returns the stages in the order in which paths reach them; time with an unknown thread comes last. Together they
     * took the latency of the outliers with a known path. Empty if each outlier stayed with the same threads
     * throughout.
     */
    public static List<PathStage> of(List<DiagnosedOutlier> outliers) {
        Map<String, Sums> byThreads = new LinkedHashMap<>();
        Sums nobody = new Sums("");
        for (DiagnosedOutlier outlier : outliers) {
            outlier.path().ifPresent(path -> add(outlier, path, byThreads, nobody));
        }
        if (byThreads.size() < 2) {
            return List.of();
        }
        List<Sums> kept = new ArrayList<>(most(byThreads));
        kept.sort(Comparator.comparingDouble(Sums::meanStartNs));
        List<PathStage> stages = new ArrayList<>();
        kept.forEach(one -> stages.add(one.stage()));
        if (nobody.outliers > 0) {
            stages.add(nobody.stage());
        }
        return stages;
    }

    private static void add(DiagnosedOutlier outlier, IterationPath path, Map<String, Sums> byThreads, Sums nobody) {
        long startNs = outlier.outlier().iteration().intendedNs();
        Map<String, Sums> own = new LinkedHashMap<>();
        long knownNs = 0;
        for (IterationPath.Segment segment : path.segments()) {
            Sums sums = own.computeIfAbsent(ThreadPools.name(segment.thread()), Sums::new);
            sums.add(segment, startNs);
            knownNs += segment.toNs() - segment.queuedNs();
        }
        own.forEach(
                (threads, sums) -> byThreads.computeIfAbsent(threads, Sums::new).addOutlier(sums));
        long unknownNs = outlier.outlier().iteration().latencyNs() - knownNs;
        if (unknownNs > 0) {
            Sums unknown = new Sums("");
            unknown.workedNs = unknownNs;
            nobody.addOutlier(unknown);
        }
    }

    /** The stages that took most, all others as one. */
    private static List<Sums> most(Map<String, Sums> byThreads) {
        List<Sums> all = new ArrayList<>(byThreads.values());
        all.sort(Comparator.comparingLong(Sums::ns).reversed());
        if (all.size() <= MAX_STAGES) {
            return all;
        }
        Sums others = new Sums(OTHERS);
        all.subList(MAX_STAGES, all.size()).forEach(others::addAll);
        List<Sums> kept = new ArrayList<>(all.subList(0, MAX_STAGES));
        kept.add(others);
        return kept;
    }

    /** A stage while it is added up. */
    private static final class Sums {
        private final String threads;
        private final List<Long> worked = new ArrayList<>();
        private long startNs = Long.MAX_VALUE;
        private double startsNs;
        private long outliers;
        private long queuedNs;
        private long coreNs;
        private long workedNs;

        private Sums(String threads) {
            this.threads = threads;
        }

        private void add(IterationPath.Segment segment, long originNs) {
            startNs = Math.min(startNs, segment.queuedNs() - originNs);
            queuedNs += segment.readyNs() - segment.queuedNs();
            coreNs += segment.fromNs() - segment.readyNs();
            workedNs += segment.toNs() - segment.fromNs();
        }

        private void addOutlier(Sums one) {
            outliers++;
            startsNs += one.startNs;
            worked.add(one.workedNs);
            addTimes(one);
        }

        private void addAll(Sums other) {
            outliers += other.outliers;
            startsNs += other.startsNs;
            worked.addAll(other.worked);
            addTimes(other);
        }

        private void addTimes(Sums other) {
            queuedNs += other.queuedNs;
            coreNs += other.coreNs;
            workedNs += other.workedNs;
        }

        private long ns() {
            return queuedNs + coreNs + workedNs;
        }

        private double meanStartNs() {
            return startsNs / outliers;
        }

        private PathStage stage() {
            long[] ordered = worked.stream().mapToLong(Long::longValue).sorted().toArray();
            return new PathStage(
                    threads,
                    outliers,
                    queuedNs,
                    coreNs,
                    workedNs,
                    Arrays.stream(ordered).boxed().toList());
        }
    }
}
