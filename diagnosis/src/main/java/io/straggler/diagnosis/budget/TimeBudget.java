package io.straggler.diagnosis.budget;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.QueueReplay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where one outlier's latency went. The parts add up to it, to the nanosecond.
 *
 * <p>What it inherited goes to the queue. The rest, from when it could have started to its end, is divided by precedence, each cause
 * taking only what earlier ones left:
 *
 * <ol>
 *   <li>what stops every thread: reported stops of the process, GC pauses, the rest of VM operations in a safepoint, the way to
 *       a safepoint;
 *   <li>the wait for a core, which behind a stop is a part of it, up to what the stop took or threads need to go on: an amount that is
 *       known without its place, and may have been in front of it. {@link CoreWait} says where it is put;
 *   <li>what blocked the thread, in the order of {@link Cause}, while the task ran. What the pacing thread waited for before that is
 *       its own business;
 *   <li>what is left before the start: pacing lateness;
 *   <li>what lies between deoptimisations that follow each other at once, several times in a row;
 *   <li>what is left of the time that no stack stands for: usual work, up to what an iteration normally takes, and beyond that not seen;
 *   <li>what is left of the interval that each stack stands for: work if its thread was running, otherwise blocked.
 * </ol>
 *
 * <p>A stack that was taken during a stop or while blocked on something known, or that ends a gap of which the wait for a core was at
 * least half, shows where the thread happened to stand. It stands for nothing, and what is left of its interval is unexplained.
 *
 * <p>If several threads share the time, one that was blocked did not hold up the others, so nothing is taken for that.
 *
 * @param intendedNs the outlier's tag
 * @param latencyNs its latency
 * @param parts in the order of {@link Cause}: those with time, and mentions without
 */
public record TimeBudget(long intendedNs, long latencyNs, List<Part> parts) {
    private static final Comparator<Part> BY_CAUSE = Comparator.comparing(Part::cause);

    public TimeBudget {
        parts = List.copyOf(parts);
    }

    /**
     * One cause's part.
     *
     * @param ns what it took; zero for a mention
     * @param events how many events or readings say so
     * @param stacks how many stacks say so
     * @param where who or where, the largest first; not all of it, so these need not add up to {@code ns}
     */
    public record Part(Cause cause, long ns, int events, int stacks, List<Where> where) {
        public Part {
            where = List.copyOf(where);
        }
    }

    /**
     * Divides an outlier's latency.
     *
     * @param normalNs what an iteration normally takes: so much of its work is usual
     * @param parts what it waited for, if its busy period is known
     * @param readings of its stacks and others'
     * @param rules by which it is divided
     */
    public static TimeBudget of(
            DiagnosedOutlier diagnosed,
            long normalNs,
            Optional<Blame.Parts> parts,
            StackReadings readings,
            Rules rules) {
        long latencyNs = diagnosed.outlier().iteration().latencyNs();
        long inheritedNs =
                latencyNs - QueueReplay.occupancyNs(diagnosed.outlier().iteration());
        List<Part> all = new ArrayList<>(new SelfTime(diagnosed, normalNs, readings, rules).parts());
        if (parts.isPresent()) {
            long queuedNs = parts.get().culpritsNs() + parts.get().loadNs();
            if (queuedNs != inheritedNs) {
                throw new IllegalArgumentException(
                        "parts must be of this outlier: queuedNs=" + queuedNs + ", inheritedNs=" + inheritedNs);
            }
            add(all, Cause.CULPRITS, parts.get().culpritsNs());
            add(all, Cause.LOAD, parts.get().loadNs());
        } else {
            add(all, Cause.INHERITED, inheritedNs);
        }
        all.sort(BY_CAUSE);
        return new TimeBudget(diagnosed.outlier().iteration().intendedNs(), latencyNs, all);
    }

    private static void add(List<Part> parts, Cause cause, long ns) {
        if (ns > 0) {
            parts.add(new Part(cause, ns, 0, 0, List.of()));
        }
    }

    /**
     * What its own excess went to: all that it did itself but its usual work. Its queue is not its excess. What remains is nothing if
     * nothing was unusual.
     */
    public List<Part> excess() {
        List<Part> excess = new ArrayList<>();
        for (Part part : parts) {
            if (isExcess(part)) {
                excess.add(part);
            }
        }
        return excess;
    }

    private static boolean isExcess(Part part) {
        return part.ns() > 0 && part.cause() != Cause.USUAL_WORK && !Cause.QUEUED.contains(part.cause());
    }

    /** What took most of its latency, its queue and its usual work included. */
    public Optional<Part> largest() {
        return parts.stream().max(Comparator.comparingLong(Part::ns));
    }

    /** The largest part of its excess that can be why it was late. */
    public Optional<Part> reason() {
        Part most = null;
        for (Part part : parts) {
            boolean more = most == null || part.ns() > most.ns();
            most = more && isExcess(part) && part.cause().canBeTheReason() ? part : most;
        }
        return Optional.ofNullable(most);
    }

    /**
     * What would not have been without one cause: its own time; the way to the safepoint that a collection or another operation wanted, to each
     * its share; and the captures, if it is why the iteration was late.
     */
    public long goesWithNs(Cause cause) {
        long ns = ns(cause);
        if (ns == 0) {
            return 0;
        }
        if (cause == Cause.GC_PAUSE || cause == Cause.VM_OPERATION) {
            double share = (double) ns / (ns(Cause.GC_PAUSE) + ns(Cause.VM_OPERATION));
            ns += Math.round(share * ns(Cause.TIME_TO_SAFEPOINT));
        }
        boolean reason = reason().filter(part -> part.cause() == cause).isPresent();
        return reason ? ns + ns(Cause.CAPTURE) : ns;
    }

    /** What one cause took; zero if it took nothing. */
    public long ns(Cause cause) {
        // No stream: every replay of a run asks this of every outlier.
        for (Part part : parts) {
            if (part.cause() == cause) {
                return part.ns();
            }
        }
        return 0;
    }
}
