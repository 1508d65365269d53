package io.straggler.diagnosis.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where one outlier's latency went. The parts add up to it, to the nanosecond.
 *
 * @param intendedNs the outlier's tag
 * @param latencyNs its latency
 * @param parts in the order of {@link Cause}: those with time, and mentions without
 */
public record TimeBudget(long intendedNs, long latencyNs, List<Part> parts) {
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
     * @param wakingNs how long the thread, woken up from this, waited for a core. It is in other parts, and would be gone with this one: a
     *     thread that does not block keeps its core
     */
    public record Part(Cause cause, long ns, int events, int stacks, List<Where> where, long wakingNs) {
        public Part {
            where = List.copyOf(where);
        }

        /** One after which it waited for no core. */
        public Part(Cause cause, long ns, int events, int stacks, List<Where> where) {
            this(cause, ns, events, stacks, where, 0);
        }
    }

    /**
     * Returns the parts of the outlier's own excess: everything that it did itself except usual work. Its queue is not
     * excess. Empty if nothing was unusual.
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

    /** Returns the largest part of the latency, queue and usual work included. */
    public Optional<Part> largest() {
        return parts.stream().max(Comparator.comparingLong(Part::ns));
    }

    /** Returns the largest part of the excess that can be the reason for the lateness. */
    public Optional<Part> reason() {
        Part most = null;
        for (Part part : parts) {
            boolean more = most == null || part.ns() > most.ns();
            most = more && isExcess(part) && part.cause().canBeTheReason() ? part : most;
        }
        return Optional.ofNullable(most);
    }

    /**
     * The time that would be gone without one cause: the cause's own time; the wait for a core after it; for a GC pause or a VM operation,
     * its share of the time to safepoint; and what captures took, if the cause is the reason why the iteration was late.
     */
    public long goesWithNs(Cause cause) {
        long ns = ns(cause) + wakingNs(cause);
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

    /**
     * The time that may be gone without one cause: that of {@link #goesWithNs}, and a share of the excess that nothing is known of. The
     * share is the one that the cause has in the known excess.
     *
     * @param otherwise the share, 0 to 1, if none of the excess is known
     */
    public long mayGoWithNs(Cause cause, double otherwise) {
        long unknownNs = 0;
        long knownNs = 0;
        for (Part part : parts) {
            if (Cause.UNKNOWN.contains(part.cause())) {
                unknownNs += part.ns();
            } else if (isExcess(part)) {
                knownNs += part.ns();
            }
        }
        long ns = goesWithNs(cause);
        double share = knownNs == 0 ? otherwise : Math.min(1, (double) ns / knownNs);
        return ns + Math.round(share * unknownNs);
    }

    /** Returns the time of one cause in nanoseconds; zero if it took none. */
    public long ns(Cause cause) {
        Part part = part(cause);
        return part == null ? 0 : part.ns();
    }

    private long wakingNs(Cause cause) {
        Part part = part(cause);
        return part == null ? 0 : part.wakingNs();
    }

    private @Nullable Part part(Cause cause) {
        // No stream: every replay of a run asks this of every outlier.
        for (Part part : parts) {
            if (part.cause() == cause) {
                return part;
            }
        }
        return null;
    }
}
