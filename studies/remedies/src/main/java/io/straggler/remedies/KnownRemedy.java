package io.straggler.remedies;

import io.straggler.diagnosis.budget.Cause;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A remedy that can be tried without changing code. {@link KnownRemedies} is the table of all.
 *
 * @param name a few words, for tables and as the name of a folder once its blanks are hyphens
 * @param against the causes that it may remove, in whole or in part
 * @param because what makes it plausible, a clause behind the causes' shares
 * @param cost what it may make worse
 * @param source who describes it
 * @param sinceJdk the first release of the JDK that has it
 * @param plausible whether the evidence speaks for it, causes aside
 * @param change what it changes for a run
 */
public record KnownRemedy(
        String name,
        Set<Cause> against,
        String because,
        String cost,
        String source,
        int sinceJdk,
        Predicate<Evidence> plausible,
        Function<Evidence, Change> change) {
    public KnownRemedy {
        against = Set.copyOf(against);
    }

    /** The change for a run; empty if the JDK does not have it, or nothing speaks for it. */
    Optional<Change> proposed(Evidence evidence) {
        return evidence.feature() >= sinceJdk && evidence.share(against) > 0 && plausible.test(evidence)
                ? Optional.of(change.apply(evidence))
                : Optional.empty();
    }
}
