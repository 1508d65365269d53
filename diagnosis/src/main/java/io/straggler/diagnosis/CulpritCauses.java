package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Causes to group outliers by: an outlier's own largest, or, of a victim, that of the culprit that it waited for most. */
public final class CulpritCauses {
    private final Map<Long, List<Blame.Wait>> waits;
    private final Map<Long, TimeBudget> budgetByTag = new HashMap<>();
    private final Map<Long, CulpritSite> siteByTag = new HashMap<>();

    private CulpritCauses(Conclusions conclusions) {
        waits = conclusions.blame().waits();
        conclusions.budget().budgets().forEach(budget -> budgetByTag.put(budget.intendedNs(), budget));
        for (CulpritSite site : conclusions.sites()) {
            for (Culprit culprit : site.culprits()) {
                siteByTag.put(culprit.iteration().intendedNs(), site);
            }
        }
    }

    /**
     * A cause and where it acted.
     *
     * @param place the heaviest one; empty if there is none
     */
    public record PlacedCause(Cause cause, Place place) {
        private static PlacedCause of(TimeBudget.Part part) {
            return new PlacedCause(
                    part.cause(),
                    part.where().stream().findFirst().map(Where::place).orElse(Place.NONE));
        }
    }

    public static CulpritCauses of(Conclusions conclusions) {
        return new CulpritCauses(conclusions);
    }

    /**
     * The cause of one outlier.
     *
     * @param outlier one of the conclusions' budgets
     * @return empty if nothing is known of its time
     */
    public Optional<PlacedCause> of(TimeBudget outlier) {
        Optional<TimeBudget.Part> largest = outlier.largest();
        List<Blame.Wait> waited = waits.getOrDefault(outlier.intendedNs(), List.of());
        return largest.filter(CulpritCauses::isOwn).isPresent() || waited.isEmpty()
                ? largest.map(PlacedCause::of)
                : Optional.of(ofCulprit(waited.get(0).intendedNs()));
    }

    /** A culprit that was mostly a victim itself counts for what made it slower than usual. */
    private PlacedCause ofCulprit(long tag) {
        TimeBudget culprit = budgetByTag.get(tag);
        if (culprit != null) {
            return culprit.largest()
                    .filter(CulpritCauses::isOwn)
                    .or(culprit::reason)
                    .map(PlacedCause::of)
                    .orElse(new PlacedCause(Cause.UNEXPLAINED, Place.NONE));
        }
        CulpritSite site = siteByTag.get(tag);
        return site == null ? new PlacedCause(Cause.NOT_SEEN, Place.NONE) : new PlacedCause(site.cause(), site.place());
    }

    private static boolean isOwn(TimeBudget.Part part) {
        return part.cause() != Cause.CULPRITS;
    }
}
