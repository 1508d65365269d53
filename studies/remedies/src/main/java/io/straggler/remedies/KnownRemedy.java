package io.straggler.remedies;

import io.straggler.diagnosis.budget.Cause;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A remedy that can be tried without changing code. {@link KnownRemedies} is the table of all.
 *
 * @param name a few words, for tables and as the name of a folder once its blanks are hyphens
 * @param against the causes that it may remove, in whole or in part
 * @param share the part of the outliers' latency that it may remove, by the evidence
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
        ToDoubleFunction<Evidence> share,
        String because,
        String cost,
        String source,
        int sinceJdk,
        Predicate<Evidence> plausible,
        Function<Evidence, Change> change) {
    public KnownRemedy {
        against = Set.copyOf(against);
    }

    /** Creates a remedy that may remove each of the causes. */
    KnownRemedy(
            String name,
            Set<Cause> against,
            String because,
            String cost,
            String source,
            int sinceJdk,
            Predicate<Evidence> plausible,
            Function<Evidence, Change> change) {
        this(name, against, evidence -> evidence.share(against), because, cost, source, sinceJdk, plausible, change);
    }

    /** The change for a run; empty if the JDK does not have it, or nothing speaks for it. */
    Optional<Change> proposed(Evidence evidence) {
        return evidence.feature() >= sinceJdk && plausible.test(evidence)
                ? Optional.of(change.apply(evidence))
                : Optional.empty();
    }
}
