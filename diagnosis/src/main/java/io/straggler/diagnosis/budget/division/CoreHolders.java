package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.model.CoreUse;
import io.straggler.model.Place;
import io.straggler.model.text.JvmThreads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who had the cores while an outlier's thread waited for one.
 *
 * <p>The looks at the scheduler's counts are milliseconds apart, so this is of the time around the wait: of all core time that the thread itself
 * did not have, each other thread's share, and what no thread of the process had.
 */
final class CoreHolders {
    private static final String NOBODY = "no thread of this process";

    private final List<CoreUse> uses;
    private final int cores;
    private final Set<Long> owners;

    /**
     * @param uses of the cores, around an outlier
     * @param cores that the process may use; 0 if that is not known, and then nobody is named
     * @param owners the threads that the outlier's time is of
     */
    CoreHolders(List<CoreUse> uses, int cores, Set<Long> owners) {
        this.uses = uses;
        this.cores = cores;
        this.owners = owners;
    }

    /** Divides a wait for a core; empty where nobody looked. */
    List<PartnerTime.Part> parts(IntervalSet waited) {
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

    private static String named(String thread) {
        return JvmThreads.role(thread).orElseGet(() -> PlaceNormaliser.thread(thread));
    }
}
