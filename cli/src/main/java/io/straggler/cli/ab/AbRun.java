package io.straggler.cli.ab;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.ab.AbPlan.Order;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.GateOptions;
import io.straggler.compare.InterleavedRuns;
import io.straggler.compare.MetricText;
import io.straggler.compare.PairedForks;
import io.straggler.compare.StoppingRule;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Two tasks, or two versions of one, measured in interleaved runs: pairs of JVMs, until the interval of the percentile that matters is narrow
 * enough, or time is up.
 */
final class AbRun {
    private final AbPlan plan;
    private final AbSide a;
    private final AbSide b;
    private final Session session;
    private final PairedForks forks = new PairedForks();
    private Map<String, String> options;
    private final StoppingRule stopping;

    /** No other's, even if that has the same seed and a folder of the same name. */
    private final String series;

    private String failure = "";
    private String ending = "";

    /** @param options of every JVM, as the user wrote them; a threshold that the first one resolves holds for all */
    AbRun(AbPlan plan, AbSide a, AbSide b, Map<String, String> options, Session session) {
        this.plan = plan;
        this.a = a;
        this.b = b;
        this.options = options;
        this.session = session;
        Path both = Objects.requireNonNull(a.folder().path().getParent(), "sides lie in a folder");
        this.series = "seed " + plan.seed() + " of " + both.getFileName() + ", " + UUID.randomUUID();
        this.stopping = new StoppingRule(plan.precision(), plan.leastPairs());
    }

    /** Why there is nothing to compare; empty if there is. */
    String failure() {
        return failure;
    }

    /** How it went, in a sentence. */
    String ending() {
        return ending;
    }

    /**
     * Measures, and leaves a run folder with its report for either side.
     *
     * @throws ForkLauncher.ForkRejected if a JVM refused what it was asked for; it has said why
     * @throws ForkLauncher.NoResults if none left anything
     */
    void run() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        while (ending.isEmpty() && failure.isEmpty()) {
            long pairStartNs = System.nanoTime();
            if (!pair()) {
                break;
            }
            long nowNs = System.nanoTime();
            decide(nowNs - startNs, nowNs - pairStartNs);
        }
        if (session.interrupted() && forks.pairs() == 0) {
            a.launcher().discard();
            b.launcher().discard();
            throw new ForkLauncher.NoResults("Interrupted before a pair of JVMs was measured.");
        }
        if (session.interrupted()) {
            ending = "Interrupted after " + TerminalText.counted(forks.pairs(), "pair") + " of JVMs.";
        }
        try {
            finish(a);
        } finally {
            finish(b);
        }
    }

    /** @return false if it is not to go on */
    private boolean pair() throws IOException, InterruptedException {
        boolean aFirst = plan.order(forks.pairs()) == Order.A_FIRST;
        Optional<RunFolder> first = fork(aFirst ? a : b);
        if (first.isEmpty()) {
            return false;
        }
        Optional<RunFolder> second = fork(aFirst ? b : a);
        if (second.isEmpty() && session.interrupted()) {
            // Whole pairs are compared; after a failure nothing is, and all is kept.
            (aFirst ? a : b).launcher().discard(first.get());
        }
        if (second.isEmpty()) {
            return false;
        }
        forks.add(aFirst ? first.get() : second.get(), aFirst ? second.get() : first.get());
        return true;
    }

    /** @return what it left; empty if that is no good, and then this is over */
    private Optional<RunFolder> fork(AbSide side) throws IOException, InterruptedException {
        side.progress().name("pair " + (forks.pairs() + 1) + ", " + side.letter() + ": ");
        Optional<RunFolder> left;
        try {
            left = side.launcher().fork(0, side.options(options));
        } catch (ForkLauncher.ForkRejected e) {
            if (a.launcher().hasNoResults() && b.launcher().hasNoResults()) {
                throw e;
            }
            failure = "A JVM of " + side.letter() + " was not started, as is said above.";
            return Optional.empty();
        }
        if (session.interrupted()) {
            left.ifPresentOrElse(side.launcher()::discard, side.launcher()::discardMissing);
            return Optional.empty();
        }
        if (left.isEmpty()) {
            failure = "A JVM of " + side.letter() + " left no results. "
                    + side.launcher().lastMissing();
            return left;
        }
        RunDescription run = left.get().readRun();
        if (run.status() != RunStatus.OK) {
            failure = "A run of " + side.letter() + " (" + side.task() + ") "
                    + (run.status() == RunStatus.FAILED ? "failed" : "was saturated") + ": " + run.reason();
            return Optional.empty();
        }
        fixThreshold(run);
        return left;
    }

    /** The threshold that the first JVM found in its warm-up is every other's: what is counted must be the same. */
    private void fixThreshold(RunDescription run) {
        Map<String, String> fixed = new LinkedHashMap<>(options);
        fixed.put("threshold", run.thresholdNs() + "ns");
        options = fixed;
    }

    private void decide(long elapsedNs, long pairNs) {
        int pairs = forks.pairs();
        Optional<Estimate> relative = Optional.empty();
        if (pairs >= 2) {
            Comparison comparison = forks.compare(GateOptions.SEED);
            relative = comparison.difference(plan.metric()).flatMap(Difference::relative);
            session.err()
                    .println("after " + pairs + " pairs: " + plan.metric().label() + " differs by "
                            + relative.map(one -> MetricText.change(one.value()) + " " + MetricText.interval(one))
                                    .orElse("an unknown amount: too few iterations yet"));
        }
        if (pairs % 2 == 1) {
            return;
        }
        if (stopping.looks(pairs) && stopping.enough(pairs, relative)) {
            ending = "Ended after " + pairs + " pairs of JVMs, because the interval of "
                    + plan.metric().label() + " is narrow enough (" + MetricText.either(plan.precision())
                    + ", see --precision).";
        } else if (elapsedNs + 2 * pairNs > plan.maxNs()) {
            ending = timeIsUp(pairs, relative);
        }
    }

    private String timeIsUp(int pairs, Optional<Estimate> relative) {
        String missing = relative.filter(stopping::narrow).isPresent()
                ? (pairs < plan.leastPairs()
                                ? "there were " + plan.leastPairs() + " (--min-pairs)"
                                : "its interval was narrow enough twice")
                        + "; the interval of " + plan.metric().label()
                : "the interval of " + plan.metric().label() + " was as narrow as "
                        + MetricText.either(plan.precision()) + "; it";
        return "Ended after " + pairs + " pairs of JVMs, because " + Durations.format(plan.maxNs())
                + " were over (--max-duration) before " + missing
                + relative.map(one -> " is " + MetricText.either(StoppingRule.half(one)) + ".")
                        .orElse(" is not known.");
    }

    private void finish(AbSide side) throws IOException {
        if (side.launcher().hasNoResults() && !(failure.isEmpty() && ending.isEmpty())) {
            return;
        }
        side.launcher().merge();
        if (failure.isEmpty()) {
            InterleavedRuns.mark(side.folder(), series);
        }
        Analysis.of(side.folder()).write();
    }
}
