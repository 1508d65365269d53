package io.straggler.cli.selftest;

import io.straggler.accuracy.Accuracy;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.text.Durations;
import io.straggler.selftest.FaultScore;
import io.straggler.selftest.Score;
import io.straggler.selftest.Selftest;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A self test as people read it: a row for each kind of injection, in at most 100 columns. */
final class SelftestTable {
    private static final String ROW = "  %-25s %-20s %10s %9s %6s %6s %6s %8s";
    private static final double MOST_OF_IT = 0.9;
    private static final int MAX_BELOW = 3;
    private static final double SMALLEST_SHARE = 0.01;
    private static final int MAX_ANSWERS = 4;

    private SelftestTable() {}

    static void print(Selftest selftest, List<String> notes, PrintStream out) {
        out.println();
        out.println("How often the diagnosis is right on this machine");
        out.println("  when        " + Accuracy.day(selftest.startEpochMs()));
        out.println("  jvm         " + selftest.jvm());
        out.println("  machine     " + selftest.machine());
        out.println("  regime      " + selftest.regime().id());
        out.println("  seeds       "
                + selftest.seeds().stream().map(String::valueOf).collect(Collectors.joining(", "))
                + (selftest.seeds().size() > 1 ? ": figures are medians, counts are sums" : ""));
        notes.forEach(note -> out.println("  " + note));
        out.println();
        out.println(line(
                ROW,
                "what was done",
                "right answer",
                "injections",
                "precision",
                "recall",
                "rank 1",
                "place",
                "median"));
        selftest.score().faults().forEach(fault -> out.println(row(fault)));
        out.println();
        printTotals(selftest, out);
    }

    private static String row(FaultScore fault) {
        String causes = fault.fault().expected().named().stream()
                .sorted()
                .map(Cause::label)
                .collect(Collectors.joining(" or "));
        String row = line(
                ROW,
                fault.fault().title(),
                causes.length() > 20 ? causes.substring(0, 18) + ".." : causes,
                fault.injections(),
                percent(fault.precision()),
                percent(fault.recall()),
                percent(fault.firstRank()),
                percent(fault.placed()),
                fault.injections() == 0 ? "-" : Durations.format(fault.medianNs()));
        return fault.note().isEmpty() ? row : row + "\n    (" + fault.note() + ")";
    }

    private static void printTotals(Selftest selftest, PrintStream out) {
        Score score = selftest.score();
        Selftest.Ordinary ordinary = selftest.ordinary();
        out.println("  precision: of the time given to the answer, the share that was right. recall: of the time");
        out.println("  injected, the share that was found; what was missed counts. rank 1: how often the right answer");
        out.println("  was the largest. place: how often it named the method first that the fault happened in, where");
        out.println("  it was right and has a place. Only what took time in an iteration itself counts, not queues");
        out.println("  behind it.");
        out.println();
        out.println("  placebo     " + score.falseAlarms() + " of " + score.placebos()
                + " iterations with nothing done to them were given a cause (" + percent(score.falseAlarmShare())
                + ");");
        out.println("              " + percent(score.placeboPrecision())
                + " of the iterations without an answer were placebos");
        out.println("  coverage    " + score.withStack() + " of " + score.injections() + " injections have a stack; "
                + score.missed() + " have no answer");
        out.println("  overall     the largest answer was right for " + score.rankedRight() + " of " + score.ranked()
                + " (" + percent(score.firstRank()) + ")");
        out.println("              and wrong for " + percent(score.wrongShare()) + "; it named nothing for "
                + percent(score.silentShare()));
        if (score.placeable() > 0) {
            out.println("  place       the right method stands first in " + score.placed() + " of " + score.placeable()
                    + " right answers that have a place (" + percent(score.placedShare()) + ")");
        }
        printRecall(score, out);
        if (score.others() > 0) {
            out.println("  two at once the smaller of two in one iteration was among the two largest answers for "
                    + score.othersFound() + " of " + score.others() + " (" + percent(score.othersShare()) + ")");
        }
        out.println("  disturbed   " + ordinary.outliers() + " of " + ordinary.iterations()
                + " iterations without a label were slow themselves"
                + (ordinary.busy() ? "; the machine was busy: run it again" : ""));
    }

    private static void printRecall(Score score, PrintStream out) {
        long timed = score.faults().stream()
                .filter(fault -> fault.recall().isPresent())
                .count();
        List<FaultScore> below = score.recallBelow(MOST_OF_IT);
        if (timed > 0) {
            out.println("  recall      " + percent(OptionalDouble.of(MOST_OF_IT)) + " of the time or more was found of "
                    + (timed - below.size()) + " of " + timed + " kinds"
                    + (below.isEmpty() ? "" : "; least:"));
            below.stream()
                    .limit(MAX_BELOW)
                    .forEach(fault -> out.println(line("              %6s ", percent(fault.recall()))
                            + fault.fault().title()));
        }
    }

    /** Prints the answers for each kind of fault. */
    static void printAnswers(Score score, PrintStream out) {
        out.println();
        out.println(
                "  where the time of these was put; usual work, queues and what else is known to have happened apart");
        for (FaultScore fault : score.faults()) {
            if (fault.injections() > 0) {
                out.println(line("  %-25s ", fault.fault().title())
                        + fault.answers().entrySet().stream()
                                .filter(answer -> answer.getValue() >= SMALLEST_SHARE)
                                .limit(MAX_ANSWERS)
                                .map(answer -> percent(OptionalDouble.of(answer.getValue())) + " " + answer.getKey())
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    static String percent(OptionalDouble share) {
        return share.isEmpty() ? "-" : line("%.1f%%", 100 * share.getAsDouble());
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
