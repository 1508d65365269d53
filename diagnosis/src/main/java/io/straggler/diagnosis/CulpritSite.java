package io.straggler.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Culprits that were slow for the same reason at the same place: what one fix would remedy.
 *
 * @param cause what took most of their excess
 * @param where the heaviest {@link Where} of that cause; empty when it is not known
 * @param culprits the one that inflicted most first
 */
public record CulpritSite(Cause cause, String where, List<Culprit> culprits) {
    public CulpritSite {
        culprits = List.copyOf(culprits);
    }

    /** All lateness that they caused, their own included. */
    public long inflictedNs() {
        return culprits.stream().mapToLong(Culprit::inflictedNs).sum();
    }

    /** What others waited because of them. */
    public long othersNs() {
        return culprits.stream().mapToLong(Culprit::othersNs).sum();
    }

    /** How many outliers waited because of them; one that waited for two of them counts twice. */
    public long delayed() {
        return culprits.stream().mapToLong(Culprit::delayed).sum();
    }

    /** Groups culprits, the site that inflicted most first. */
    static List<CulpritSite> of(List<Culprit> culprits, List<TimeBudget> budgets) {
        Map<Long, TimeBudget> byTag = new HashMap<>();
        budgets.forEach(budget -> byTag.put(budget.intendedNs(), budget));
        Map<Site, List<Culprit>> sites = new LinkedHashMap<>();
        for (Culprit culprit : culprits) {
            Site site = Site.of(byTag.get(culprit.iteration().intendedNs()));
            sites.computeIfAbsent(site, key -> new ArrayList<>()).add(culprit);
        }
        return sites.entrySet().stream()
                .map(site -> new CulpritSite(site.getKey().cause, site.getKey().where, site.getValue()))
                .sorted(Comparator.comparingLong(CulpritSite::inflictedNs).reversed())
                .toList();
    }

    private record Site(Cause cause, String where) {
        /** @param budget of the culprit, or null if it stayed below the threshold */
        private static Site of(TimeBudget budget) {
            if (budget == null) {
                return new Site(Cause.NOT_SEEN, "below the threshold itself");
            }
            return budget.parts().stream()
                    .filter(part -> budget.excessNs().containsKey(part.cause()))
                    .max(Comparator.comparingLong(TimeBudget.Part::ns))
                    .map(part -> new Site(
                            part.cause(),
                            part.where().isEmpty() ? "" : part.where().get(0).what()))
                    .orElse(new Site(Cause.UNEXPLAINED, ""));
        }
    }
}
