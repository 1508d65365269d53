package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.FreeTime;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.WhereSums;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Account of one outlier's own time: the part of each cause so far, and the rest. */
final class TimeLedger {
    private static final int WHERES = 3;
    private static final Comparator<Evidence> FIRST_FIRST = Comparator.comparingLong(Evidence::startNs);

    private final Map<Cause, Sum> sums = new EnumMap<>(Cause.class);

    private final PartnerTime partners;

    /** Time that no cause has taken yet. */
    private final FreeTime free;

    private static final class Sum {
        private long ns;
        private int events;
        private int stacks;
        private long wakingNs;
        private final WhereSums where = new WhereSums();
    }

    TimeLedger(IntervalSet all) {
        this(all, new PartnerTime(List.of()));
    }

    /** @param partners divides waits for other threads */
    TimeLedger(IntervalSet all, PartnerTime partners) {
        this.free = new FreeTime(all);
        this.partners = partners;
    }

    IntervalSet free() {
        return free.all();
    }

    /** Time that is left from {@code fromNs} to before {@code toNs}. In a loop that takes time this costs less than {@link #free}. */
    IntervalSet free(long fromNs, long toNs) {
        return free.within(fromNs, toNs);
    }

    /** Part of a time that is left. */
    IntervalSet free(IntervalSet time) {
        return free.within(time);
    }

    /**
     * Takes what events cover of a part of what is left; the one that began first goes first.
     *
     * @return what was taken
     */
    IntervalSet takeEvents(Cause cause, List<Evidence> events, IntervalSet part) {
        if (events.isEmpty()) {
            return IntervalSet.NONE;
        }
        IntervalSet room = free(part);
        List<IntervalSet> taken = new ArrayList<>();
        // Events in front began no later, so they have all up to where the last of them ends.
        long endNs = Long.MIN_VALUE;
        for (Evidence event : ordered(events)) {
            if (!room.touches(event.startNs(), event.endNs())) {
                continue;
            }
            IntervalSet own = room.within(Math.max(endNs, event.startNs()), event.endNs());
            add(cause, 0, 1, 0, Place.NONE);
            partners.parts(event, own).forEach(one -> addTo(cause, one));
            taken.add(own);
            endNs = Math.max(endNs, event.endNs());
        }
        IntervalSet all = IntervalSet.unionOf(taken);
        free.take(all);
        return all;
    }

    private static List<Evidence> ordered(List<Evidence> events) {
        if (events.size() == 1) {
            return events;
        }
        List<Evidence> ordered = new ArrayList<>(events);
        ordered.sort(FIRST_FIRST);
        return ordered;
    }

    /** Takes intervals that are left. */
    void take(Cause cause, IntervalSet taken, int events, int stacks, Place place) {
        if (taken.lengthNs() > 0) {
            free.take(taken);
            add(cause, taken.lengthNs(), events, stacks, place);
        }
    }

    /** Takes intervals that are left, for several places; these need not make up all of it. */
    void take(Cause cause, IntervalSet taken, int events, List<PartnerTime.Part> parts) {
        if (taken.lengthNs() > 0) {
            take(cause, taken, events, 0, Place.NONE);
            parts.forEach(one -> sum(cause).where.add(one.place(), one.ns(), 1));
        }
    }

    /** Returns the sum of a cause that has taken something. */
    private Sum sum(Cause cause) {
        return Objects.requireNonNull(sums.get(cause), cause::label);
    }

    private void addTo(Cause cause, PartnerTime.Part part) {
        Sum sum = sum(cause);
        sum.ns += part.ns();
        sum.where.add(part.place(), part.ns(), 1);
    }

    /** Books time without a place, which the caller keeps track of. */
    void add(Cause cause, long ns, int events, int stacks, Place place) {
        if (ns > 0 || events > 0) {
            Sum sum = sums.computeIfAbsent(cause, key -> new Sum());
            sum.ns += ns;
            sum.events += events;
            sum.stacks += stacks;
            sum.where.add(place, ns, Math.max(1, events + stacks));
        }
    }

    /** Notes how long the thread waited for a core after events of a cause, which others have taken. */
    void woke(Cause cause, long ns, int events) {
        Sum sum = sums.computeIfAbsent(cause, key -> new Sum());
        sum.wakingNs += ns;
        sum.events = Math.max(sum.events, events);
    }

    long takenNs() {
        long ns = 0;
        for (Sum sum : sums.values()) {
            ns += sum.ns;
        }
        return ns;
    }

    long ns(Cause cause) {
        Sum sum = sums.get(cause);
        return sum == null ? 0 : sum.ns;
    }

    List<TimeBudget.Part> parts() {
        List<TimeBudget.Part> parts = new ArrayList<>();
        for (Map.Entry<Cause, Sum> entry : sums.entrySet()) {
            Sum sum = entry.getValue();
            parts.add(new TimeBudget.Part(
                    entry.getKey(), sum.ns, sum.events, sum.stacks, sum.where.largestFirst(WHERES), sum.wakingNs));
        }
        return parts;
    }
}
