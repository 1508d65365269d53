package io.straggler.cli.selftest;

import io.straggler.Analysis;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.model.text.Durations;
import io.straggler.selftest.Scoring;
import io.straggler.selftest.Truth;
import io.straggler.selftest.Truths;
import io.straggler.selftest.Verdict;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** How many answers change when a number that the rules use is halved or doubled: whether it was chosen well, or only for what it was tried on. */
final class Sensitivity {
    private static final List<Double> FACTORS = List.of(0.5, 2.0);
    private static final String ROW = "  %-38s %10s %10s %8s %10s %8s%n";

    private final SelftestPlan plan;
    private final Map<Constant, List<Change>> changes = new HashMap<>();
    private int answers;
    private int right;

    /** Effect of one factor over all runs. */
    private static final class Change {
        private int changed;
        private int right;
    }

    Sensitivity(SelftestPlan plan) {
        this.plan = plan;
        for (Constant constant : Constant.values()) {
            changes.put(constant, List.of(new Change(), new Change()));
        }
    }

    /** Adds a run, and what is true of it. */
    void add(Analysis analysis, Truths truths) {
        List<Verdict> standard =
                SelftestRun.verdicts(analysis, analysis.conclusions().budget());
        answers += truths.labelled().size();
        right += right(truths, standard);
        for (Constant constant : Constant.values()) {
            for (int i = 0; i < FACTORS.size(); i++) {
                RunBudget budget = RunBudget.of(
                        analysis.conclusions().diagnosis(),
                        analysis.conclusions().blame(),
                        List.of(),
                        Rules.STANDARD.scaled(constant, FACTORS.get(i)));
                List<Verdict> verdicts = SelftestRun.verdicts(analysis, budget);
                Change change = changes(constant).get(i);
                change.changed += changed(truths, standard, verdicts);
                change.right += right(truths, verdicts);
            }
        }
    }

    private List<Change> changes(Constant constant) {
        return Objects.requireNonNull(changes.get(constant), "every constant is changed");
    }

    private int right(Truths truths, List<Verdict> verdicts) {
        return Scoring.of(
                        plan.faults(), List.of(truths), verdicts, plan.regime().thresholdNs())
                .rankedRight();
    }

    private static int changed(Truths truths, List<Verdict> before, List<Verdict> after) {
        Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            places.put(before.get(i).intendedNs(), i);
        }
        int changed = 0;
        for (Truth truth : truths.labelled()) {
            Integer place = places.get(truth.intendedNs());
            if (place != null) {
                boolean same = before.get(place)
                        .first(truth.fault())
                        .equals(after.get(place).first(truth.fault()));
                changed += same ? 0 : 1;
            }
        }
        return changed;
    }

    void print(PrintStream out) {
        out.println();
        out.printf(Locale.ROOT, "  what %,d answers, %,d of them right, rest on%n", answers, right);
        out.printf(Locale.ROOT, ROW, "", "as used", "halved:", "", "doubled:", "");
        out.printf(Locale.ROOT, ROW, "", "", "changed", "right", "changed", "right");
        for (Constant constant : Constant.values()) {
            List<Change> both = changes(constant);
            out.printf(
                    Locale.ROOT,
                    ROW,
                    constant.meaning(),
                    value(constant),
                    both.get(0).changed,
                    signed(both.get(0).right - right),
                    both.get(1).changed,
                    signed(both.get(1).right - right));
        }
    }

    private static String value(Constant constant) {
        double value = constant.value();
        return value >= 1_000
                ? Durations.format((long) value)
                : value < 1 ? Math.round(100 * value) + "%" : "" + (int) value;
    }

    private static String signed(int difference) {
        return difference == 0 ? "0" : String.format(Locale.ROOT, "%+d", difference);
    }
}
