package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.QueueReplay;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.diagnosis.budget.reading.StackReadings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Divides the latency of one outlier by causes.
 *
 * <p>Inherited delay goes to the queue. The rest, from when the iteration could have started to its end, is divided by precedence, each
 * step taking only what earlier ones left ({@code SelfTime.STEPS}):
 *
 * <ol>
 *   <li>what stops every thread: reported stops of the process, GC pauses, the rest of VM operations in a safepoint, the way to a
 *       safepoint;
 *   <li>waits for a core. A wait behind a stop is part of the stop, up to what the stop took or threads need to go on. The scheduler
 *       reports the amount of waiting and not its time; {@code CoreWait} says where it is put, which may be before the start;
 *   <li>what blocked the thread, in the order of {@link Cause}, while the task ran. What the pacing thread waited for before the start does
 *       not count;
 *   <li>stops of the process that nobody reported, and cores that the host took;
 *   <li>system calls that let no signal through;
 *   <li>time off the core for unknown reasons;
 *   <li>what is left before the start: pacing lateness;
 *   <li>what captures took;
 *   <li>what lies between deoptimisations that follow each other at once, several times in a row;
 *   <li>what is left of the time that no stack stands for: usual work, up to what an iteration normally takes, and beyond that not seen;
 *   <li>what is left of the interval that each stack stands for: work if its thread was running, otherwise blocked.
 * </ol>
 *
 * <p>A stack that was taken during a stop shows where the thread happened to stand. It stands for nothing, and what is left of its interval
 * is unexplained. A stack that was taken in a call that blocked stands for that call: what is left of its interval goes to the same cause.
 * A stack at the end of a gap that was at least half a wait for a core says nothing about the time between its request and itself.
 *
 * <p>If several threads share the time, one that was blocked did not hold up the others, so nothing is taken for that.
 */
public final class TimeDivision {
    private static final Comparator<Part> BY_CAUSE = Comparator.comparing(Part::cause);

    private TimeDivision() {}

    /**
     * The time budget of an outlier.
     *
     * @param normalNs what an iteration normally takes: so much of its work is usual
     * @param queued what it waited for, if its busy period is known
     * @param readings of its stacks and others'
     * @param rules by which it is divided
     * @throws IllegalArgumentException if {@code queued} is of another outlier
     */
    public static TimeBudget of(
            DiagnosedOutlier diagnosed,
            long normalNs,
            Optional<Blame.Parts> queued,
            StackReadings readings,
            Rules rules) {
        long latencyNs = diagnosed.outlier().iteration().latencyNs();
        long inheritedNs =
                latencyNs - QueueReplay.occupancyNs(diagnosed.outlier().iteration());
        List<Part> parts = new ArrayList<>(diagnosed
                .path()
                .map(path -> PathTime.parts(diagnosed, path, queued.isPresent(), normalNs, readings, rules))
                .orElseGet(() -> new SelfTime(diagnosed, normalNs, readings, rules).parts()));
        if (queued.isPresent()) {
            long knownNs =
                    inheritedNs + diagnosed.path().map(IterationPath::queuedNs).orElse(0L);
            long queuedNs = queued.get().culpritsNs() + queued.get().loadNs();
            if (queuedNs != knownNs) {
                throw new IllegalArgumentException(
                        "parts must be of this outlier: queuedNs=" + queuedNs + ", knownNs=" + knownNs);
            }
            add(parts, Cause.CULPRITS, queued.get().culpritsNs());
            long otherNs = keepOtherWork(parts, queued.get());
            // A thread's work on iterations that were no outliers is not recorded, so it may have been slow too.
            add(
                    parts,
                    diagnosed.path().isPresent() ? Cause.INHERITED : Cause.LOAD,
                    queued.get().loadNs() - otherNs);
        } else {
            add(parts, Cause.INHERITED, inheritedNs);
        }
        parts.sort(BY_CAUSE);
        return new TimeBudget(diagnosed.outlier().iteration().intendedNs(), latencyNs, parts);
    }

    /** Keeps the work of threads for others that was not done for culprits, and returns its length in nanoseconds. */
    private static long keepOtherWork(List<Part> parts, Blame.Parts queued) {
        List<Part> known =
                parts.stream().filter(part -> part.cause() == Cause.OTHER_WORK).toList();
        parts.removeAll(known);
        long keptNs = 0;
        for (Part part : known) {
            long ns = Math.min(queued.loadNs(), part.ns() - queued.culpritsNs());
            if (ns > 0 && ns >= queued.loadNs() / 2) { // Else it is none that the rest of the time can be told by.
                parts.add(PathTime.shortened(part, ns));
                keptNs = ns;
            }
        }
        return keptNs;
    }

    /** Time in the queue before the start; within a path there may be more of it. */
    private static void add(List<Part> parts, Cause cause, long ns) {
        if (ns <= 0) {
            return;
        }
        Part added = new Part(cause, ns, 0, 0, List.of());
        Part all = parts.stream().filter(part -> part.cause() == cause).reduce(added, PathTime::sum);
        parts.removeIf(part -> part.cause() == cause);
        parts.add(all);
    }
}
