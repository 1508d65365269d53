package io.straggler.cli.text;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.Partner;
import io.straggler.model.text.TerminalText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What other threads had to do with a cause: whom the outliers waited for and what that one did, or who had the cores. */
final class OtherThreadLines {
    private static final double LEAST_SHARE = 0.05;

    private static final int MOST = 3;

    /** Columns of a thread's name. */
    private static final int NAME = 32;

    private OtherThreadLines() {}

    /** None where no record names another thread. */
    static List<String> of(CauseSum sum, PlaceText places, int indent) {
        if (sum.cause() == Cause.RUN_QUEUE) {
            return holders(sum, indent);
        }
        String words = partner(sum);
        return words.isEmpty()
                ? List.of()
                : List.of(" ".repeat(indent) + places.fit(words, TerminalText.WIDTH - indent));
    }

    private static List<String> holders(CauseSum sum, int indent) {
        String names = sum.where().stream()
                .filter(where -> where.ns() >= LEAST_SHARE * sum.totalNs())
                .limit(MOST)
                .map(where -> TerminalText.fit(where.what(), NAME) + " " + percent(where.ns(), sum.totalNs()))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? List.of() : TerminalText.wrapped(" ".repeat(indent), "the cores had: " + names);
    }

    private static String partner(CauseSum sum) {
        Map<String, Long> byPartner = new LinkedHashMap<>();
        for (Where where : sum.where()) {
            String partner = where.what().substring(Partner.wordsAt(where.what()));
            if (!partner.isEmpty()) {
                byPartner.merge(partner, where.ns(), Long::sum);
            }
        }
        return byPartner.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() >= LEAST_SHARE * sum.totalNs())
                .map(most ->
                        percent(most.getValue(), sum.totalNs()) + most.getKey().replaceFirst(",", ""))
                .orElse("");
    }

    private static String percent(long ns, long ofNs) {
        return Math.round(100.0 * ns / ofNs) + "%";
    }
}
