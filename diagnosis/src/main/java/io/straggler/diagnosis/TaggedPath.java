package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.StageTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The stages of an iteration that are on its path, as the task said them: backwards from the last, each time the one that was at work when it began, or was done last before.
 * Stages beside the path are left out: of a fork all but the part that was done last.
 *
 * <pre>
 *   parse  |----|                     on the path
 *   price        |--------|           on the path
 *   risk         |----|               beside it
 *   send                    |----|    on the path
 * </pre>
 */
final class TaggedPath {
    /** A thread closes its stage shortly after it has handed over. */
    private static final long HAND_OVER_NS = 200_000;

    /**
     * A stage on the path.
     *
     * @param stage as it was told
     * @param fromNs when it began
     * @param toNs when it ended, or the one behind it on the path began
     */
    record Step(long osThreadId, StageTime stage, long fromNs, long toNs) {}

    private TaggedPath() {}

    /**
     * The stages on the path, in order of time, not overlapping.
     *
     * @param stages of watched threads
     * @param osThreadId of a stage's thread
     */
    static List<Step> of(Iteration iteration, List<StageTime> stages, ToLongFunction<StageTime> osThreadId) {
        List<Step> innermost = innermost(iteration, stages, osThreadId);
        Deque<Step> path = new ArrayDeque<>();
        long untilNs = iteration.endNs();
        for (Step last = before(innermost, untilNs); last != null; last = before(innermost, untilNs)) {
            path.addFirst(new Step(last.osThreadId, last.stage, last.fromNs, Math.min(last.toNs, untilNs)));
            untilNs = last.fromNs;
        }
        return new ArrayList<>(path);
    }

    /**
     * The stages from which one was handed over to the next, up to the one that completed the iteration, each until it handed over; in order of time. Empty if that is not known
     * of all of them.
     *
     * @param completedBy the Java thread that completed it
     */
    static List<Step> handed(
            Iteration iteration, List<StageTime> stages, long completedBy, ToLongFunction<StageTime> osThreadId) {
        StageTime stage = completing(stages, completedBy, iteration.endNs());
        Deque<Step> path = new ArrayDeque<>();
        long untilNs = iteration.endNs();
        // A stage that hands over began earlier, so there is no ring.
        while (stage != null) {
            path.addFirst(
                    new Step(osThreadId.applyAsLong(stage), stage, stage.fromNs(), Math.min(stage.toNs(), untilNs)));
            if (!stage.handed()) {
                return new ArrayList<>(path);
            }
            untilNs = Math.min(untilNs, stage.handedNs());
            int giver = stage.givenBy();
            boolean known =
                    giver >= 0 && giver < stages.size() && stages.get(giver).fromNs() < stage.fromNs();
            stage = known ? stages.get(giver) : null;
        }
        return List.of();
    }

    /** The stage in which a thread completed the iteration, the innermost of several. */
    private static @Nullable StageTime completing(List<StageTime> stages, long completedBy, long endNs) {
        return stages.stream()
                .filter(stage -> stage.javaThreadId() == completedBy && stage.toNs() == endNs)
                .max(Comparator.comparingLong(StageTime::fromNs))
                .orElse(null);
    }

    /** The stage that was done last before an instant or was at work then; of several that went on far beyond it, the one that did so for the shortest time. */
    private static @Nullable Step before(List<Step> stages, long untilNs) {
        Step best = null;
        for (Step one : stages) {
            if (one.fromNs < untilNs && (best == null || nearer(one, best, untilNs))) {
                best = one;
            }
        }
        return best;
    }

    private static boolean nearer(Step one, Step best, long untilNs) {
        boolean beyond = one.toNs > untilNs + HAND_OVER_NS;
        boolean bestBeyond = best.toNs > untilNs + HAND_OVER_NS;
        if (beyond != bestBeyond) {
            return bestBeyond;
        }
        return beyond ? one.toNs < best.toNs : one.toNs > best.toNs;
    }

    /** Stages of one thread without what lies within them. */
    private static List<Step> innermost(
            Iteration iteration, List<StageTime> stages, ToLongFunction<StageTime> osThreadId) {
        Map<Long, List<StageTime>> byThread = new HashMap<>();
        for (StageTime stage : stages) {
            byThread.computeIfAbsent(osThreadId.applyAsLong(stage), id -> new ArrayList<>())
                    .add(stage);
        }
        List<Step> steps = new ArrayList<>();
        byThread.forEach((thread, own) -> {
            own.sort(Comparator.comparingLong(StageTime::fromNs));
            long doneNs = iteration.startNs();
            for (StageTime stage : own) {
                // One within another is the same work.
                long fromNs = Math.max(stage.fromNs(), doneNs);
                if (stage.toNs() > fromNs) {
                    steps.add(new Step(thread, stage, fromNs, stage.toNs()));
                    doneNs = stage.toNs();
                }
            }
        });
        return steps;
    }
}
