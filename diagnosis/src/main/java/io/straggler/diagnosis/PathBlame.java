package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which outliers of an asynchronous task made others wait: those that a thread worked on, or had no core for, while others were queued for it. The pacing thread is one of
 * these threads: iterations are queued for it until it starts them.
 *
 * <p>A culprit kept the thread for at least as long as an iteration normally takes, and for a tenth of the threshold. Time in the queue in which the thread worked on
 * anything else is load.
 */
final class PathBlame {
    /** Stands for the pacing thread, which is not on every path. */
    private static final long PACING_THREAD = Long.MIN_VALUE;

    private final List<DiagnosedOutlier> outliers;
    private final long normalNs;

    /** Work on outliers by thread, and then by when the thread was ready for it. */
    private final Map<Long, TreeMap<Long, Work>> byThread = new HashMap<>();

    private final Map<Long, Caused> caused = new HashMap<>();
    private final Map<Long, Blame.Parts> parts = new HashMap<>();
    private final Map<Long, List<Blame.Wait>> waits = new HashMap<>();

    /** A thread's work on an outlier, from when it was ready for it. */
    private record Work(long fromNs, long toNs, Iteration iteration) {}

    /** A time in which an outlier was queued for a thread. */
    private record Queued(long osThreadId, long fromNs, long toNs) {}

    /** Delay that one culprit caused to others. */
    private static final class Caused {
        private final Iteration iteration;
        private final List<Culprit.Victim> victims = new ArrayList<>();
        private long othersNs;

        private Caused(Iteration iteration) {
            this.iteration = iteration;
        }
    }

    private PathBlame(List<DiagnosedOutlier> outliers, long normalNs) {
        this.outliers = outliers;
        this.normalNs = normalNs;
    }

    /** @param normalNs what an iteration normally takes; zero when that is not known */
    static Blame of(List<DiagnosedOutlier> outliers, long normalNs) {
        return new PathBlame(outliers, normalNs).blame();
    }

    private Blame blame() {
        for (DiagnosedOutlier one : outliers) {
            Iteration iteration = one.outlier().iteration();
            long returnedNs = iteration.startNs();
            for (Segment segment : segments(one)) {
                addWork(segment.osThreadId(), segment.readyNs(), segment.toNs(), one);
                returnedNs = segment.readyNs() == iteration.startNs() ? segment.toNs() : returnedNs;
            }
            addWork(PACING_THREAD, iteration.startNs() - iteration.dispatchNs(), returnedNs, one);
        }
        outliers.forEach(this::divide);
        List<Culprit> culprits = outliers.stream()
                .map(this::culprit)
                .filter(culprit -> culprit.delayCausedNs() > 0)
                .sorted(Culprit.MOST_DELAY_FIRST)
                .toList();
        return new Blame(normalNs, culprits, parts, waits);
    }

    private void addWork(long osThreadId, long fromNs, long toNs, DiagnosedOutlier one) {
        long leastNs = Math.max(1, Math.max(normalNs, one.outlier().thresholdNs() / 10));
        if (toNs - fromNs >= leastNs) {
            byThread.computeIfAbsent(osThreadId, id -> new TreeMap<>())
                    .put(fromNs, new Work(fromNs, toNs, one.outlier().iteration()));
        }
    }

    private static List<Segment> segments(DiagnosedOutlier one) {
        return one.path().map(IterationPath::segments).orElse(List.of());
    }

    /** Divides the time in which one outlier was queued. */
    private void divide(DiagnosedOutlier one) {
        Iteration iteration = one.outlier().iteration();
        List<Queued> queues = queues(one);
        long queuedNs =
                queues.stream().mapToLong(queue -> queue.toNs - queue.fromNs).sum();
        if (queuedNs == 0) {
            return;
        }
        Map<Iteration, Long> delays = new HashMap<>();
        for (Queued queue : queues) {
            long sinceNs = queue.fromNs;
            for (Work work : worked(queue)) {
                long untilNs = Math.min(work.toNs, queue.toNs);
                long delayNs = untilNs - Math.max(work.fromNs, sinceNs);
                if (delayNs > 0 && !work.iteration.equals(iteration)) {
                    delays.merge(work.iteration, delayNs, Long::sum);
                    sinceNs = untilNs;
                }
            }
        }
        long culpritsNs = delays.values().stream().mapToLong(Long::longValue).sum();
        parts.put(
                iteration.intendedNs(),
                new Blame.Parts(
                        iteration.latencyNs() - iteration.dispatchNs() - queuedNs,
                        iteration.dispatchNs(),
                        culpritsNs,
                        queuedNs - culpritsNs));
        delays.forEach((culprit, delayNs) -> {
            Caused done = caused.computeIfAbsent(culprit.intendedNs(), tag -> new Caused(culprit));
            done.othersNs += delayNs;
            done.victims.add(new Culprit.Victim(iteration.intendedNs(), delayNs));
        });
        if (!delays.isEmpty()) {
            waits.put(
                    iteration.intendedNs(),
                    delays.entrySet().stream()
                            .map(delay -> new Blame.Wait(delay.getKey().intendedNs(), delay.getValue()))
                            .sorted(Comparator.comparingLong(Blame.Wait::delayNs)
                                    .reversed()
                                    .thenComparing(Blame.Wait::intendedNs))
                            .limit(Blame.MAX_WAITS)
                            .toList());
        }
    }

    /** The queues of an outlier whose path is known, the pacing thread's first. */
    private static List<Queued> queues(DiagnosedOutlier one) {
        if (one.path().isEmpty()) {
            return List.of();
        }
        Iteration iteration = one.outlier().iteration();
        List<Queued> queues = new ArrayList<>();
        long begunNs = iteration.startNs() - iteration.dispatchNs();
        queues.add(new Queued(PACING_THREAD, iteration.intendedNs(), begunNs));
        for (Segment segment : segments(one)) {
            queues.add(new Queued(segment.osThreadId(), segment.queuedNs(), segment.readyNs()));
        }
        return queues;
    }

    /** Returns the work of a thread while an outlier was queued for it, in order of time. */
    private Iterable<Work> worked(Queued queue) {
        TreeMap<Long, Work> all = byThread.get(queue.osThreadId);
        if (all == null || queue.fromNs == queue.toNs) {
            return List.of();
        }
        Long first = all.floorKey(queue.fromNs);
        long fromNs = first == null ? queue.fromNs : first;
        return all.subMap(fromNs, queue.toNs).values();
    }

    private Culprit culprit(DiagnosedOutlier one) {
        Iteration iteration = one.outlier().iteration();
        long queuedNs = one.path().map(IterationPath::queuedNs).orElse(0L);
        long excessNs = Math.max(0, iteration.dispatchNs() + iteration.serviceNs() - queuedNs - normalNs);
        Caused done = caused.getOrDefault(iteration.intendedNs(), new Caused(iteration));
        List<Culprit.Victim> worst = done.victims.stream()
                .sorted(Comparator.comparingLong(Culprit.Victim::delayNs)
                        .reversed()
                        .thenComparing(Culprit.Victim::intendedNs))
                .limit(Culprit.MAX_VICTIMS)
                .toList();
        return new Culprit(done.iteration, excessNs, excessNs, done.othersNs, done.victims.size(), worst);
    }
}
