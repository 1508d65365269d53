package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.FreeTime;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUse;
import io.straggler.model.CoreUser;
import io.straggler.model.Place;
import io.straggler.model.text.JvmThreads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads and processes that had the cores while an outlier's thread waited for one: by the kernel's records of the
 * core that the thread then got, where there are any.
 *
 * <p>Elsewhere by looks at the scheduler's counts. They are milliseconds apart, so they tell of the time around the wait: of all core time that
 * the thread itself did not have, each other thread's share, and what no thread of the process had.
 */
final class CoreHolders {
    private static final String NOBODY = "no thread of this process";

    private final List<CoreUse> uses;
    private final int cores;
    private final Set<Long> owners;
    private final List<CoreHold> recorded;

    /**
     * @param uses of the cores, around an outlier
     * @param cores that the process may use; 0 if that is not known, and then nobody is named
     * @param owners the threads that the outlier's time is of
     * @param recorded who had the core that was waited for, as far as the kernel recorded it
     */
    CoreHolders(List<CoreUse> uses, int cores, Set<Long> owners, List<CoreHold> recorded) {
        this.uses = uses;
        this.cores = cores;
        this.owners = owners;
        this.recorded = recorded;
    }

    /** Divides a wait for a core; empty where nobody looked. */
    List<PartnerTime.Part> parts(IntervalSet waited) {
        FreeTime free = new FreeTime(waited);
        Map<Place, Long> byPlace = new LinkedHashMap<>();
        for (CoreHold hold : recorded) {
            IntervalSet held = free.take(hold.fromNs(), hold.toNs());
            if (held.lengthNs() > 0) {
                byPlace.merge(place(hold.by()), held.lengthNs(), Long::sum);
            }
        }
        IntervalSet left = free.all();
        List<PartnerTime.Part> parts = new ArrayList<>();
        byPlace.forEach((place, ns) -> parts.add(new PartnerTime.Part(place, ns)));
        if (left.lengthNs() > 0) {
            parts.addAll(inferred(left));
        }
        return parts;
    }

    private static Place place(CoreUser user) {
        return Place.of(user.kind() == CoreUser.Kind.OWN_THREAD ? named(user.name()) : user.words());
    }

    private List<PartnerTime.Part> inferred(IntervalSet waited) {
        List<CoreUse> around = uses.stream()
                .filter(use -> waited.touches(use.fromNs(), use.toNs()))
                .toList();
        long ownNs = 0;
        long othersNs = 0;
        Map<String, Long> byName = new LinkedHashMap<>();
        for (CoreUse use : around) {
            if (owners.contains(use.osThreadId())) {
                ownNs += use.cpuNs();
            } else {
                othersNs += use.cpuNs();
                byName.merge(named(use.thread()), use.cpuNs(), Long::sum);
            }
        }
        double allNs = Math.max(othersNs, cores * PartnerTime.looked(around).lengthNs() - ownNs);
        List<PartnerTime.Part> parts = new ArrayList<>();
        if (cores > 0 && allNs > 0) {
            byName.put(NOBODY, Math.round(allNs - othersNs));
            byName.forEach((name, ns) ->
                    parts.add(new PartnerTime.Part(Place.of(name), Math.round(waited.lengthNs() * (ns / allNs)))));
        }
        return parts;
    }

    /** Returns the name of a thread of this process by its kind. */
    static String named(String thread) {
        return JvmThreads.role(thread).orElseGet(() -> ThreadPools.name(thread));
    }
}
