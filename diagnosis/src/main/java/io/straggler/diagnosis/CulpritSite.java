package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.OwnMethods;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Culprits that were slow for the same reason at the same place: what one fix would remedy. Who waits at one place may wait for several threads, which do several things: they are one site.
 *
 * @param cause what took most of their excess, of all that can be the reason for it
 * @param place the heaviest {@link Where} of that cause, with whoever was waited for longest there; of CPU time in several methods that one of the program's called, that method; empty when it is not known, or no place: who had the cores has a share in each wait for one
 * @param culprits the one that caused the most delay first
 * @param delayed how many outliers waited because of them, each counted once
 */
public record CulpritSite(Cause cause, Place place, List<Culprit> culprits, long delayed) {
    /** Smallest share of a site's delay with which one of the places names the whole site. */
    private static final double NEARLY_ALL = 0.9;

    public CulpritSite {
        culprits = List.copyOf(culprits);
    }

    /** A site of culprits that no outlier waited for two of. */
    public CulpritSite(Cause cause, Place place, List<Culprit> culprits) {
        this(
                cause,
                place,
                culprits,
                culprits.stream().mapToLong(Culprit::delayed).sum());
    }

    /** All lateness that they caused, their own included. */
    public long delayCausedNs() {
        return causedNs(culprits);
    }

    /** Returns the waiting of other iterations that these culprits caused, in nanoseconds. */
    public long othersNs() {
        return culprits.stream().mapToLong(Culprit::othersNs).sum();
    }

    /**
     * Groups culprits, the site that caused the most delay first.
     *
     * @param budgets of the outliers
     * @param outliers all that were reported; a culprit that took as long and is none of them came while the sampler was off
     */
    static List<CulpritSite> of(Blame blame, List<TimeBudget> budgets, List<Outlier> outliers) {
        long thresholdNs =
                outliers.stream().mapToLong(Outlier::thresholdNs).max().orElse(Long.MAX_VALUE);
        Map<Long, TimeBudget> byTag = new HashMap<>();
        budgets.forEach(budget -> byTag.put(budget.intendedNs(), budget));
        Map<Site, Map<Place, List<Culprit>>> sites = new LinkedHashMap<>();
        Map<Long, Site> byCulprit = new HashMap<>();
        for (Culprit culprit : blame.culprits()) {
            TimeBudget budget = byTag.get(culprit.iteration().intendedNs());
            Site site = budget == null ? Site.unseen(culprit.iteration(), thresholdNs) : Site.of(budget);
            Site whole = site.whole();
            byCulprit.put(culprit.iteration().intendedNs(), whole);
            sites.computeIfAbsent(whole, key -> new LinkedHashMap<>())
                    .computeIfAbsent(site.place, key -> new ArrayList<>())
                    .add(culprit);
        }
        Map<Site, Long> delayed = delayed(byCulprit, blame.waits());
        return sites.entrySet().stream()
                .map(site -> merged(site.getKey(), site.getValue(), delayed.getOrDefault(site.getKey(), 0L)))
                .sorted(Comparator.comparingLong(CulpritSite::delayCausedNs).reversed())
                .toList();
    }

    /** Site of all culprits at one place, named with the thread that was waited for longest there. */
    private static CulpritSite merged(Site whole, Map<Place, List<Culprit>> parts, long delayed) {
        Map.Entry<Place, List<Culprit>> heaviest = parts.entrySet().stream()
                .max(Comparator.comparing((Map.Entry<Place, List<Culprit>> one) ->
                                one.getKey().partner().isPresent())
                        .thenComparing(one -> causedNs(one.getValue())))
                .orElseThrow();
        Place place = heaviest.getKey();
        List<Culprit> culprits = parts.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Culprit::delayCausedNs).reversed())
                .toList();
        boolean nearlyAll = causedNs(heaviest.getValue()) >= NEARLY_ALL * causedNs(culprits);
        long mostByOne = culprits.stream().mapToLong(Culprit::delayed).max().orElse(0);
        return new CulpritSite(
                whole.cause,
                place.partner().isPresent() || nearlyAll ? place : whole.place,
                culprits,
                Math.max(delayed, mostByOne));
    }

    private static long causedNs(List<Culprit> culprits) {
        return culprits.stream().mapToLong(Culprit::delayCausedNs).sum();
    }

    /** Number of outliers that waited for culprits of each site. Of each outlier the ten culprits that it waited for most are known. */
    private static Map<Site, Long> delayed(Map<Long, Site> byCulprit, Map<Long, List<Blame.Wait>> waits) {
        Map<Site, Long> delayed = new HashMap<>();
        for (List<Blame.Wait> ofOutlier : waits.values()) {
            ofOutlier.stream()
                    .map(wait -> byCulprit.get(wait.intendedNs()))
                    .filter(Objects::nonNull)
                    .distinct()
                    .forEach(site -> delayed.merge(site, 1L, Long::sum));
        }
        return delayed;
    }

    /** Whether the site is Straggler's own work, which its user cannot mend. */
    public boolean isOwn() {
        return place.equals(Site.OWN);
    }

    private record Site(Cause cause, Place place) {
        private static final Place OWN = Place.of("Straggler itself");
        private static final Place NO_OUTLIER = Place.of("below the threshold itself");
        private static final Place NOT_SAMPLED = Place.of("while the sampler was off");

        /** Site that one fix remedies: whoever was waited for, and whatever a method of the program called that used the CPU time. */
        private Site whole() {
            boolean called = cause == Cause.CODE && !place.caller().isEmpty();
            return new Site(cause, called ? Place.of(place.caller()) : place.withoutPartner());
        }

        private static Place whose(Place place) {
            return OwnMethods.contain(place.what()) || OwnMethods.contain(place.caller()) ? OWN : place;
        }

        private static Site unseen(Iteration culprit, long thresholdNs) {
            return new Site(Cause.NOT_SEEN, culprit.latencyNs() < thresholdNs ? NO_OUTLIER : NOT_SAMPLED);
        }

        private static Site of(TimeBudget budget) {
            return budget.reason()
                    .map(most -> new Site(
                            most.cause(),
                            most.where().isEmpty() || most.cause() == Cause.RUN_QUEUE
                                    ? Place.NONE
                                    : whose(most.where().get(0).place())))
                    .orElse(new Site(Cause.UNEXPLAINED, Place.NONE));
        }
    }
}
