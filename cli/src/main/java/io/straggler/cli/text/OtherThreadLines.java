package io.straggler.cli.text;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.WaitedFor;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lines about other threads behind a cause: the thread that was waited for and its activity, or the threads that had
 * the cores.
 */
final class OtherThreadLines {
    private static final double MIN_SHARE = 0.05;

    private static final int MOST = 3;

    private OtherThreadLines() {}

    /** None where no record names another thread. */
    static List<String> of(CauseSum sum, PlaceText places, int indent, LineWidth width) {
        if (sum.cause() == Cause.RUN_QUEUE) {
            return holders(sum, indent, width);
        }
        return partner(sum, places)
                .map(line -> width.wrapped(" ".repeat(indent), line))
                .orElse(List.of());
    }

    private static List<String> holders(CauseSum sum, int indent, LineWidth width) {
        List<Where> shown = sum.where().stream()
                .filter(where -> where.ns() >= MIN_SHARE * sum.totalNs())
                .limit(MOST)
                .toList();
        if (shown.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        long left = 100;
        for (Where where : shown) {
            long share = share(where.ns(), sum.totalNs());
            names.add(TerminalText.visible(where.place().words()) + " " + share + "%");
            left -= share;
        }
        if (left > 0) {
            names.add("others, or not known, " + left + "%");
        }
        return width.wrapped(" ".repeat(indent), "the cores had: " + String.join(", ", names));
    }

    private static Optional<String> partner(CauseSum sum, PlaceText places) {
        Map<WaitedFor, Long> byPartner = new LinkedHashMap<>();
        for (Where where : sum.where()) {
            where.place().partner().ifPresent(partner -> byPartner.merge(partner, where.ns(), Long::sum));
        }
        return byPartner.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() >= MIN_SHARE * sum.totalNs())
                .map(most -> places.words(percent(most.getValue(), sum.totalNs()), most.getKey()));
    }

    private static String percent(long ns, long ofNs) {
        return share(ns, ofNs) + "%";
    }

    private static long share(long ns, long ofNs) {
        return Math.round(100.0 * ns / ofNs);
    }
}
