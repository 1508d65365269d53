package io.straggler.diagnosis;

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

/**
 * Culprits that were slow for the same reason at the same place: what one fix would remedy. Who waits at one place may wait for several threads, which do several things: they are one site.
 *
 * @param cause what took most of their excess, of all that can be the reason for it
 * @param place the heaviest {@link Where} of that cause, with whoever was waited for longest there; empty when it is not known, or no place: who had the cores has a share in each wait for one
 * @param culprits the one that caused the most delay first
 */
public record CulpritSite(Cause cause, Place place, List<Culprit> culprits) {
    public CulpritSite {
        culprits = List.copyOf(culprits);
    }

    /** All lateness that they caused, their own included. */
    public long delayCausedNs() {
        return culprits.stream().mapToLong(Culprit::delayCausedNs).sum();
    }

    /** What others waited because of them. */
    public long othersNs() {
        return culprits.stream().mapToLong(Culprit::othersNs).sum();
    }

    /** How many outliers waited because of them; one that waited for two of them counts twice. */
    public long delayed() {
        return culprits.stream().mapToLong(Culprit::delayed).sum();
    }

    /**
     * Groups culprits, the site that caused the most delay first.
     *
     * @param outliers all that were reported; a culprit that took as long and is none of them came while the sampler was off
     */
    static List<CulpritSite> of(List<Culprit> culprits, List<TimeBudget> budgets, List<Outlier> outliers) {
        long thresholdNs =
                outliers.stream().mapToLong(Outlier::thresholdNs).max().orElse(Long.MAX_VALUE);
        Map<Long, TimeBudget> byTag = new HashMap<>();
        budgets.forEach(budget -> byTag.put(budget.intendedNs(), budget));
        Map<Site, Map<Place, List<Culprit>>> sites = new LinkedHashMap<>();
        for (Culprit culprit : culprits) {
            TimeBudget budget = byTag.get(culprit.iteration().intendedNs());
            Site site = budget == null ? Site.unseen(culprit.iteration(), thresholdNs) : Site.of(budget);
            sites.computeIfAbsent(new Site(site.cause, site.place.withoutPartner()), key -> new LinkedHashMap<>())
                    .computeIfAbsent(site.place, key -> new ArrayList<>())
                    .add(culprit);
        }
        return sites.entrySet().stream()
                .map(site -> merged(site.getKey().cause, site.getValue()))
                .sorted(Comparator.comparingLong(CulpritSite::delayCausedNs).reversed())
                .toList();
    }

    /** Site of all culprits at one place, named with the thread that was waited for longest there. */
    private static CulpritSite merged(Cause cause, Map<Place, List<Culprit>> byPartner) {
        Place place = byPartner.entrySet().stream()
                .max(Comparator.comparing((Map.Entry<Place, List<Culprit>> one) ->
                                one.getKey().partner().isPresent())
                        .thenComparing(one -> one.getValue().stream()
                                .mapToLong(Culprit::delayCausedNs)
                                .sum()))
                .orElseThrow()
                .getKey();
        List<Culprit> culprits = byPartner.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Culprit::delayCausedNs).reversed())
                .toList();
        return new CulpritSite(cause, place, culprits);
    }

    /** Whether the site is Straggler's own work, which its user cannot mend. */
    public boolean isOwn() {
        return place.equals(Site.OWN);
    }

    private record Site(Cause cause, Place place) {
        private static final Place OWN = Place.of("Straggler itself");
        private static final Place NO_OUTLIER = Place.of("below the threshold itself");
        private static final Place NOT_SAMPLED = Place.of("while the sampler was off");

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
