package io.straggler.cli.text;

import io.straggler.diagnosis.Coverage;
import io.straggler.model.RunDescription;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines about how far the stacks speak for the outliers. */
final class CoverageLines {
    private CoverageLines() {}

    /** Nothing of stacks where none could be expected, or nobody took any and no event had one. */
    static List<String> of(Coverage coverage, RunDescription run, LineWidth width) {
        List<String> lines = new ArrayList<>();
        SamplerSummary sampler = run.sampler();
        boolean off = sampler.mode() == SamplerMode.OFF;
        String verdict = coverage.verdict(run);
        if (coverage.ranLong() > 0 && (!off || coverage.withStack() > 0)) {
            lines.addAll(width.labelled("coverage", stacks(coverage)));
            lines.addAll(width.labelled("", verdict));
            long others = coverage.outliers() - coverage.ranLong();
            if (others > 0) {
                lines.addAll(width.labelled(
                        "", TerminalText.counted(others, "more outlier") + " ran for less: no stack was due"));
            }
        } else if (coverage.ranLong() == 0 && !verdict.isEmpty()) {
            lines.addAll(width.labelled("coverage", verdict));
        }
        if (coverage.bySwitches() > 0) {
            lines.addAll(width.labelled(
                    "",
                    "when they had no core was recorded of " + TerminalText.count(coverage.bySwitches()) + " of "
                            + TerminalText.counted(coverage.outliers(), "outlier")));
        }
        if (sampler.marginNs() > 0) {
            lines.addAll(width.labelled(
                    "", margin(sampler, run.ofAnyProgram() ? " after the start" : " after the intended start")));
        }
        if (sampler.innocentCaptures() > 0 && run.iterations() > 0) {
            double perThousand = 1_000.0 * sampler.innocentCaptures() / run.iterations();
            lines.addAll(width.labelled(
                    "",
                    String.format(
                            Locale.ROOT,
                            "captures begin at %s and hit %s of 1,000 iterations that were no outliers",
                            Durations.format(sampler.armDelayNs()),
                            perThousand < 10
                                    ? Decimals.significant(perThousand, 2)
                                    : String.format(Locale.ROOT, "%,.0f", perThousand))));
        }
        return lines;
    }

    private static String stacks(Coverage coverage) {
        List<String> kinds = new ArrayList<>();
        add(kinds, coverage.ran(), "ran");
        add(kinds, coverage.blocked(), "were blocked");
        add(kinds, coverage.stopped(), "were stopped");
        String text = TerminalText.count(coverage.withStack()) + " of "
                + TerminalText.counted(coverage.ranLong(), "outlier") + " that ran "
                + Durations.format(coverage.longNs()) + " or longer themselves have a stack ("
                + TerminalText.count(coverage.bySample()) + " by sample, " + TerminalText.count(coverage.byEvent())
                + " by event): " + String.join(", ", kinds);
        return coverage.firstSeenNs() == 0
                ? text
                : text + "; what they did is known from " + Durations.format(coverage.firstSeenNs())
                        + " after the start on (median)";
    }

    private static void add(List<String> kinds, Coverage.Kind kind, String what) {
        if (kind.outliers() > 0) {
            kinds.add(TerminalText.count(kind.withStack()) + " of " + TerminalText.count(kind.outliers()) + " that "
                    + what);
        }
    }

    private static String margin(SamplerSummary sampler, String after) {
        return "arm delay " + Durations.format(sampler.armDelayNs()) + ", margin "
                + Durations.format(sampler.marginNs()) + ": the first capture is due "
                + Durations.format(sampler.armDelayNs()) + " to "
                + Durations.format(sampler.armDelayNs() + sampler.marginNs()) + after;
    }
}
