package io.straggler.flamegraph.report;

import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.FrameTable;
import io.straggler.flamegraph.FrameTotal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * A call tree as columns in preorder. Of a tree that is too large to draw, the lightest nodes are left out with all their
 * descendants, and the page says so; the frame table beside it is of the whole tree.
 */
final class TreeSection {
    /** What a browser lays out and searches within a blink. */
    static final int MAX_NODES = 100_000;

    static final int MAX_TABLE_ROWS = 100;

    private TreeSection() {}

    static void write(CallTree tree, FrameTable frames, JsonGenerator json) {
        long lightestNs = lightestDrawnNs(tree);
        int[] drawn = IntStream.range(0, tree.size())
                .filter(node -> tree.totalNs(node) >= lightestNs)
                .toArray();
        json.writeStartObject();
        json.writeNumberProperty("totalNs", tree.totalNs());
        json.writeNumberProperty("totalSamples", tree.totalSamples());
        json.writeNumberProperty("leftOutNodes", tree.size() - drawn.length);
        json.writeNumberProperty("lightestNs", lightestNs);
        Columns.write("frame", Arrays.stream(drawn).mapToLong(node -> frames.indexOf(tree.frame(node))), json);
        Columns.write("depth", Arrays.stream(drawn).mapToLong(tree::depth), json);
        Columns.write("selfNs", Arrays.stream(drawn).mapToLong(tree::selfNs), json);
        Columns.write("totalsNs", Arrays.stream(drawn).mapToLong(tree::totalNs), json);
        Columns.write("selfSamples", Arrays.stream(drawn).mapToLong(tree::selfSamples), json);
        Columns.write("samples", Arrays.stream(drawn).mapToLong(tree::totalSamples), json);
        writeTable(tree.frameTotals(), frames, json);
        json.writeEndObject();
    }

    private static long lightestDrawnNs(CallTree tree) {
        if (tree.size() <= MAX_NODES) {
            return 0;
        }
        long[] totals = IntStream.range(0, tree.size())
                .mapToLong(tree::totalNs)
                .sorted()
                .toArray();
        return totals[tree.size() - MAX_NODES] + 1;
    }

    /** The heaviest by self time, and the heaviest by total time that are not among them. */
    private static void writeTable(List<FrameTotal> bySelf, FrameTable frames, JsonGenerator json) {
        List<FrameTotal> byTotal = bySelf.stream()
                .sorted((a, b) -> Long.compare(b.totalNs(), a.totalNs()))
                .limit(MAX_TABLE_ROWS)
                .toList();
        List<FrameTotal> rows = Stream.concat(bySelf.stream().limit(MAX_TABLE_ROWS), byTotal.stream())
                .distinct()
                .toList();
        json.writeObjectPropertyStart("table");
        json.writeNumberProperty("leftOut", bySelf.size() - rows.size());
        Columns.write("frame", rows, row -> frames.indexOf(row.frame()), json);
        Columns.write("selfNs", rows, FrameTotal::selfNs, json);
        Columns.write("totalNs", rows, FrameTotal::totalNs, json);
        Columns.write("samples", rows, FrameTotal::totalSamples, json);
        json.writeEndObject();
    }
}
