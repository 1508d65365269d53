package io.straggler.cli.remedies;

import io.straggler.accuracy.CheckedPredictions;
import io.straggler.compare.MetricText;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.Trial.Standing;
import io.straggler.remedies.result.Ranking;
import io.straggler.remedies.result.TriedRemedy;
import io.straggler.remedies.result.TriedRemedy.Cost;
import io.straggler.remedies.result.TriedRemedy.Kind;
import io.straggler.remedies.result.TriedRemedy.Prediction;
import io.straggler.sampler.linux.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The ranking of remedies on a terminal: the answer, the line for production, then each remedy with what it rests on. */
final class RankingLines {
    /** Smaller changes of what a JVM takes are those of any two JVMs. */
    private static final double NOTICEABLE = 0.05;

    private static final int VERDICT = 22;
    private static final String INDENT = " ".repeat(5);

    private RankingLines() {}

    /** @param predictions that were ever checked on this machine */
    static List<String> of(Ranking ranking, CheckedPredictions predictions, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(width.wrapped("", TerminalText.visible(ranking.task())));
        lines.addAll(width.wrapped("  ", answer(ranking)));
        ranking.best()
                .ifPresent(best -> lines.addAll(width.behind(
                        "  for production   ",
                        TerminalText.visible(best.proposal().change().forProduction()))));
        lines.addAll(width.wrapped("  ", ranking.ending()));
        if (ranking.checked() > 0) {
            lines.addAll(width.wrapped(
                    "  ",
                    "Of " + TerminalText.counted(ranking.checked(), "prediction") + " that could be checked, "
                            + ranking.held() + " held; on this machine so far " + predictions.held() + " of "
                            + predictions.checked() + "."));
        }
        lines.add("");
        int number = 1;
        for (TriedRemedy remedy : ranking.remedies()) {
            add(number++, remedy, ranking.metric(), width, lines);
        }
        return lines;
    }

    /** The remedies that a run speaks for, where they cannot be measured. */
    static List<String> ofProposals(List<Proposal> proposals, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (proposals.isEmpty()) {
            lines.addAll(width.wrapped(
                    "  ",
                    "None of the remedies that need no change of code is against what made these iterations late."));
        }
        int number = 1;
        for (Proposal proposal : proposals) {
            lines.addAll(width.behind(head(number++, proposal), because(proposal)));
            lines.addAll(width.behind(INDENT, options(proposal)));
            lines.addAll(width.behind(INDENT, "may cost " + proposal.cost() + "; see " + proposal.source()));
        }
        return lines;
    }

    private static String answer(Ranking ranking) {
        String metric = ranking.metric().label();
        return switch (ranking.answer()) {
            case FOUND -> {
                TriedRemedy best = ranking.best().orElseThrow();
                yield TerminalText.visible(best.proposal().name()) + " helps: " + metric + " "
                        + change(best, ranking.metric()) + ", in " + rounds(best)
                        + "; certain at 95% for all remedies together.";
            }
            case NOTHING_HELPS ->
                "Nothing here helps: no remedy improved " + metric + " by more than chance, and an improvement of "
                        + percent(ranking.mostMissed().orElse(1)) + " would have been seen.";
            case UNDECIDED -> "Undecided: " + undecided(ranking, metric);
        };
    }

    private static String undecided(Ranking ranking, String metric) {
        if (ranking.remedies().stream().allMatch(one -> one.standing() == Standing.OUT)) {
            return "no remedy could be measured; each says why.";
        }
        String more = " More time (--max-duration) or longer runs (--duration) tell more.";
        return ranking.mostMissed().isEmpty()
                ? "too few iterations were measured to know " + metric + "." + more
                : "no remedy improved " + metric + " by more than chance, but an improvement of up to "
                        + percent(ranking.mostMissed().getAsDouble()) + " may have been missed." + more;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * Math.min(1, share));
    }

    private static String head(int number, Proposal proposal) {
        return TerminalText.right(Integer.toString(number), 3) + ". " + TerminalText.visible(proposal.name()) + ": ";
    }

    private static String because(Proposal proposal) {
        return proposal.against().isEmpty()
                ? "your own"
                : "against " + proposal.causes() + ", " + percent(proposal.share()) + " of the outliers' latency; "
                        + proposal.because();
    }

    private static String options(Proposal proposal) {
        return TerminalText.visible(proposal.change().forProduction());
    }

    private static void add(
            int number, TriedRemedy remedy, Metric.Percentile metric, LineWidth width, List<String> lines) {
        Proposal proposal = remedy.proposal();
        lines.addAll(width.behind(
                TerminalText.right(Integer.toString(number), 3) + ". "
                        + TerminalText.left(standing(remedy.standing()), VERDICT),
                TerminalText.visible(proposal.name())
                        + remedy.change()
                                .map(change ->
                                        ": " + metric.label() + " " + change(remedy, metric) + ", " + rounds(remedy))
                                .orElse("")));
        if (!remedy.reason().isEmpty()) {
            lines.addAll(width.behind(INDENT, TerminalText.visible(remedy.reason())));
        }
        lines.addAll(width.behind(INDENT, because(proposal)));
        remedy.prediction().ifPresent(told -> lines.addAll(width.behind(INDENT, prediction(told, metric))));
        String costs = costs(remedy);
        if (!costs.isEmpty()) {
            lines.addAll(width.behind(INDENT, costs));
        }
        lines.addAll(width.behind(INDENT, options(proposal)));
    }

    private static String standing(Standing standing) {
        return switch (standing) {
            case HELPS -> "helps";
            case HARMS -> "harms";
            case OPEN -> "cannot tell";
            case NOT_WORTH_IT -> "no help worth it";
            case BEHIND -> "behind the best";
            case OUT -> "not measured";
        };
    }

    /** {@code 4.1 ms → 620 µs, −85% [−92%, −71%]}. */
    private static String change(TriedRemedy remedy, Metric.Percentile metric) {
        return remedy.beforeNs()
                        .map(before -> MetricText.value(metric.unit(), before) + " → "
                                + MetricText.value(
                                        metric.unit(), remedy.afterNs().orElseThrow()) + ", ")
                        .orElse("")
                + remedy.change()
                        .map(change -> MetricText.change(change.value()) + " " + MetricText.interval(change))
                        .orElse("");
    }

    private static String rounds(TriedRemedy remedy) {
        return TerminalText.counted(remedy.rounds(), "pair") + " of JVMs";
    }

    private static String prediction(Prediction told, Metric.Percentile metric) {
        String predicted = "predicted without " + told.cause() + ": " + metric.label() + " "
                + (told.lowNs() == 0
                        ? "at most " + Durations.format(told.highNs())
                        : Durations.format(told.valueNs()) + " [" + Durations.format(told.lowNs()) + ", "
                                + Durations.format(told.highNs()) + "]");
        return predicted
                + switch (told.outcome()) {
                    case HELD -> ", which held";
                    case MISSED -> ", which did not hold";
                    case NOT_CHECKED ->
                        "; not checked, because " + percent(told.left()) + " of that cause is left in each iteration";
                };
    }

    private static String costs(TriedRemedy remedy) {
        List<String> parts = new ArrayList<>();
        for (Cost cost : remedy.costs()) {
            double change = cost.after() / Math.max(1, cost.before()) - 1;
            if (Math.abs(change) >= NOTICEABLE) {
                parts.add(name(cost.kind()) + " " + value(cost.kind(), cost.before()) + " → "
                        + value(cost.kind(), cost.after()) + (cost.certain() ? " (certain)" : ""));
            }
        }
        Optional<String> mayCost = Optional.of(remedy.proposal().cost())
                .filter(text -> !text.isEmpty())
                .map(text -> "may cost " + text);
        return parts.isEmpty() ? mayCost.orElse("") : "beside it: " + String.join(", ", parts);
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case P50 -> "p50";
            case CPU -> "CPU time of the JVM";
            case MEMORY -> "its memory";
        };
    }

    private static String value(Kind kind, double value) {
        return kind == Kind.MEMORY ? Numbers.bytes(Math.round(value)) : Durations.format(Math.round(value));
    }
}
