package io.straggler.benchmarks.fuzz;

import io.straggler.benchmarks.support.MarkdownTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of outcomes by format and kind, and the most that one case took. */
final class FuzzTable {
    private final Map<String, Row> rows = new TreeMap<>();

    private static final class Row {
        private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        private int inputs;
        private long maxCpuMs;
        private long maxAllocatedMb;

        private void add(FuzzResult result) {
            inputs++;
            outcomes.merge(result.judged().outcome(), 1, Integer::sum);
            maxCpuMs = Math.max(maxCpuMs, result.cpuMs());
            maxAllocatedMb = Math.max(maxAllocatedMb, result.allocatedMb());
        }

        private Object[] cells(String format, String kind) {
            List<Object> cells = new ArrayList<>(List.of(format, kind, inputs));
            for (Outcome outcome : Outcome.values()) {
                cells.add(outcomes.getOrDefault(outcome, 0));
            }
            cells.add(maxCpuMs);
            cells.add(maxAllocatedMb);
            return cells.toArray();
        }
    }

    void add(FuzzCase fuzzCase, FuzzResult result) {
        for (String key : List.of(fuzzCase.format().label() + "\t" + fuzzCase.kind(), "~all\t")) {
            rows.computeIfAbsent(key, each -> new Row()).add(result);
        }
    }

    void print() {
        List<String> heads = new ArrayList<>(List.of("format", "kind", "inputs"));
        for (Outcome outcome : Outcome.values()) {
            heads.add(outcome.column());
        }
        heads.add("most CPU ms");
        heads.add("most allocated MB");
        MarkdownTable table = new MarkdownTable(heads.toArray(String[]::new));
        rows.forEach((key, row) -> {
            String[] names = key.replace("~", "").split("\t", -1);
            table.row(row.cells(names[0], names[1]));
        });
    }
}
