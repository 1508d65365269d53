package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.Apportionment;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.budget.WhereSums;
import io.straggler.diagnosis.budget.division.TimeDivision;
import io.straggler.diagnosis.budget.reading.FaultFreeCode;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Iteration;
import io.straggler.model.RunOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Division of the latency of all outliers by causes, which add up to it to the nanosecond.
 *
 * <p>What outliers waited for culprits is carried back to what made the culprits slow: a culprit's share in others' waiting is
 * divided as its own excess is. So one GC pause answers for all that queued behind it. A culprit that stayed below the threshold has
 * no evidence of its own: its share was not seen.
 *
 * @param latencyNs of all outliers in sum
 * @param causes those with time or mentions, the largest first
 * @param budgets of each outlier, in the order of the diagnosis
 */
public record RunBudget(long latencyNs, List<CauseSum> causes, List<TimeBudget> budgets) {
    /** How many places one cause names. */
    public static final int WHERES = 10;

    /** How many outliers one thread divides at a time: enough to meet the same stacks again. */
    private static final int PART = 5_000;

    public RunBudget {
        causes = List.copyOf(causes);
        budgets = List.copyOf(budgets);
    }

    /**
     * One cause over all outliers.
     *
     * @param ownNs what it took in outliers themselves
     * @param carriedNs what outliers waited because it had made culprits slow
     * @param outliers how many it took time in, or is mentioned for, themselves
     * @param events how many events or readings say so, over these
     * @param stacks how many stacks say so, over these
     * @param where who or where within {@code ownNs} and what was carried back from there, the largest first; at most {@value #WHERES}
     * @param share of all latency, at 95% confidence; empty when it is not known
     */
    public record CauseSum(
            Cause cause,
            long ownNs,
            long carriedNs,
            long outliers,
            long events,
            long stacks,
            List<Where> where,
            Optional<ShareInterval> share) {
        public CauseSum {
            where = List.copyOf(where);
        }

        /** Without a statement about confidence. */
        public CauseSum(
                Cause cause, long ownNs, long carriedNs, long outliers, long events, long stacks, List<Where> where) {
            this(cause, ownNs, carriedNs, outliers, events, stacks, where, Optional.empty());
        }

        public long totalNs() {
            return ownNs + carriedNs;
        }
    }

    /** Receives how much latency a cause took, and the intended start of the iteration in which the cause acted. */
    @FunctionalInterface
    public interface CauseTimes {
        void add(Cause cause, long intendedNs, long ns);
    }

    /**
     * Receives a share of the waiting that a culprit caused. {@code part} is the part of the culprit's budget that made it slow; empty if
     * unknown.
     */
    @FunctionalInterface
    private interface CarriedParts {
        void add(Cause cause, Optional<TimeBudget.Part> part, long intendedNs, long ns);
    }

    /** Where a share lies, from and to, each between 0 and 1. */
    public record ShareInterval(double low, double high) {}

    /**
     * Adds up the budgets of all outliers.
     *
     * @param blame of the same outliers
     * @throws IllegalArgumentException if it is of others
     */
    public static RunBudget of(Diagnosis diagnosis, Blame blame) {
        return of(diagnosis, blame, List.of(), Rules.STANDARD);
    }

    /**
     * Divides the latency by the given rules.
     *
     * @param outcomes when the runs began and ended; without them the shares' intervals know nothing of times without outliers
     */
    public static RunBudget of(Diagnosis diagnosis, Blame blame, List<RunOutcome> outcomes, Rules rules) {
        List<TimeBudget> budgets = budgets(diagnosis, blame, rules);
        Sums sums = new Sums(shares(diagnosis, blame, outcomes));
        Map<Long, TimeBudget> byTag = new HashMap<>();
        for (TimeBudget budget : budgets) {
            byTag.put(budget.intendedNs(), budget);
            sums.add(budget);
        }
        for (Culprit culprit : blame.culprits()) {
            sums.carry(culprit, byTag.get(culprit.iteration().intendedNs()));
        }
        if (sums.queuedNs != sums.carriedNs) {
            throw new IllegalArgumentException("blame must be of the diagnosed outliers: waitedNs=" + sums.queuedNs
                    + ", delayCausedNs=" + sums.carriedNs);
        }
        return new RunBudget(sums.latencyNs, sums.largestFirst(), budgets);
    }

    private static CauseShares shares(Diagnosis diagnosis, Blame blame, List<RunOutcome> outcomes) {
        List<Iteration> acting = new ArrayList<>();
        diagnosis.outliers().forEach(one -> acting.add(one.outlier().iteration()));
        blame.culprits().forEach(culprit -> acting.add(culprit.iteration()));
        return new CauseShares(acting, outcomes, diagnosis.outliers().size());
    }

    /** The budget of each outlier, in order. They do not depend on each other, so parts of the list are divided side by side. */
    private static List<TimeBudget> budgets(Diagnosis diagnosis, Blame blame, Rules rules) {
        List<DiagnosedOutlier> outliers = diagnosis.outliers();
        NormalCode normal = NormalCode.of(
                diagnosis.normalStacks().stream().map(WeightedStack::frames).toList());
        FaultFreeCode faultFree = new FaultFreeCode(outliers, rules, diagnosis.task());
        int parts = (outliers.size() + PART - 1) / PART;
        return IntStream.range(0, parts)
                .parallel()
                .mapToObj(part -> outliers.subList(part * PART, Math.min(outliers.size(), (part + 1) * PART)))
                .map(part -> ofPart(part, blame, new StackReadings(normal, faultFree, diagnosis.task()), rules))
                .toList()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static List<TimeBudget> ofPart(
            List<DiagnosedOutlier> outliers, Blame blame, StackReadings readings, Rules rules) {
        List<TimeBudget> budgets = new ArrayList<>(outliers.size());
        for (DiagnosedOutlier diagnosed : outliers) {
            Blame.Parts parts =
                    blame.parts().get(diagnosed.outlier().iteration().intendedNs());
            budgets.add(TimeDivision.of(diagnosed, blame.normalNs(), Optional.ofNullable(parts), readings, rules));
        }
        return budgets;
    }

    /**
     * Says when each cause took what it took; in sum, for each cause, its {@link CauseSum#totalNs}.
     *
     * @param blame of the same outliers
     */
    public void overTime(Blame blame, CauseTimes times) {
        Map<Long, TimeBudget> byTag = new HashMap<>();
        for (TimeBudget budget : budgets) {
            byTag.put(budget.intendedNs(), budget);
            for (TimeBudget.Part part : budget.parts()) {
                if (part.cause() != Cause.CULPRITS) {
                    times.add(part.cause(), budget.intendedNs(), part.ns());
                }
            }
        }
        for (Culprit culprit : blame.culprits()) {
            carry(
                    culprit,
                    byTag.get(culprit.iteration().intendedNs()),
                    (cause, part, intendedNs, ns) -> times.add(cause, intendedNs, ns));
        }
    }

    /** @param budget of the culprit, or null if it was no outlier */
    private static void carry(Culprit culprit, @Nullable TimeBudget budget, CarriedParts parts) {
        if (culprit.othersNs() == 0) {
            return;
        }
        long intendedNs = culprit.iteration().intendedNs();
        if (budget == null) {
            parts.add(Cause.NOT_SEEN, Optional.empty(), intendedNs, culprit.othersNs());
            return;
        }
        List<TimeBudget.Part> excess = budget.excess();
        if (excess.isEmpty()) {
            parts.add(Cause.UNEXPLAINED, Optional.empty(), intendedNs, culprit.othersNs());
            return;
        }
        double[] weights = new double[excess.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = excess.get(i).ns();
        }
        long[] shares = Apportionment.of(culprit.othersNs(), weights);
        for (int i = 0; i < weights.length; i++) {
            parts.add(excess.get(i).cause(), Optional.of(excess.get(i)), intendedNs, shares[i]);
        }
    }

    /** Returns the time of one cause in nanoseconds, carried parts included; zero if it took none. */
    public long totalNs(Cause cause) {
        return causes.stream()
                .filter(sum -> sum.cause() == cause)
                .mapToLong(CauseSum::totalNs)
                .sum();
    }

    /** One cause so far. */
    private static final class CauseSoFar {
        private long ownNs;
        private long carriedNs;
        private long outliers;
        private long events;
        private long stacks;
        private final WhereSums where = new WhereSums();

        private CauseSum sum(Cause cause, CauseShares shares) {
            return new CauseSum(
                    cause, ownNs, carriedNs, outliers, events, stacks, where.largestFirst(WHERES), shares.of(cause));
        }
    }

    private static final class Sums {
        private final Map<Cause, CauseSoFar> causes = new EnumMap<>(Cause.class);
        private long latencyNs;
        private long queuedNs;
        private long carriedNs;

        private final CauseShares shares;

        private Sums(CauseShares shares) {
            this.shares = shares;
            for (Cause cause : Cause.values()) {
                causes.put(cause, new CauseSoFar());
            }
        }

        private CauseSoFar soFar(Cause cause) {
            return Objects.requireNonNull(causes.get(cause), "every cause has one");
        }

        private void add(TimeBudget budget) {
            latencyNs += budget.latencyNs();
            queuedNs += budget.ns(Cause.CULPRITS);
            for (TimeBudget.Part part : budget.parts()) {
                if (part.cause() != Cause.CULPRITS) {
                    CauseSoFar cause = soFar(part.cause());
                    cause.ownNs += part.ns();
                    shares.add(part.cause(), budget.intendedNs(), part.ns());
                    cause.outliers++;
                    cause.events += part.events();
                    cause.stacks += part.stacks();
                    cause.where.addAll(part.where());
                }
            }
        }

        private void carry(Culprit culprit, @Nullable TimeBudget budget) {
            carriedNs += culprit.othersNs();
            RunBudget.carry(culprit, budget, this::carry);
        }

        private void carry(Cause cause, Optional<TimeBudget.Part> part, long intendedNs, long ns) {
            CauseSoFar soFar = soFar(cause);
            soFar.carriedNs += ns;
            part.ifPresent(one -> soFar.where.addAll(one.where(), (double) ns / one.ns()));
            shares.add(cause, intendedNs, ns);
        }

        private List<CauseSum> largestFirst() {
            List<CauseSum> sums = new ArrayList<>();
            causes.forEach((cause, soFar) -> {
                if (soFar.ownNs + soFar.carriedNs > 0 || soFar.outliers > 0) {
                    sums.add(soFar.sum(cause, shares));
                }
            });
            sums.sort(Comparator.comparingLong(CauseSum::totalNs).reversed());
            return sums;
        }
    }
}
