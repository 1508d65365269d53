package io.straggler.flamegraph.page;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.FrameTotal;
import io.straggler.flamegraph.json.FrameTable;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * A call tree as the page holds it: columns in preorder. Of a tree that is too large to draw, the lightest nodes are left out with
 * all their descendants, and the page says so; what they stood for is kept at the node that called them. The frame table beside it
 * is of the whole tree.
 */
public final class DrawnTree {
    /** Largest number of nodes that a browser lays out and searches within a blink. */
    public static final int MAX_NODES = 60_000;

    static final int MAX_TABLE_ROWS = 100;

    private final CallTree tree;
    private final long lightestNs;
    private final int[] drawn;

    /** Number of each node of the whole tree among the drawn ones, or −1 − the number of the nearest drawn caller. */
    private final int[] places;

    public DrawnTree(CallTree tree) {
        this.tree = tree;
        this.lightestNs = lightestDrawnNs(tree);
        this.drawn = IntStream.range(0, tree.size())
                .filter(node -> tree.totalNs(node) >= lightestNs)
                .toArray();
        this.places = new int[tree.size()];
        int next = 0;
        for (int node = 0; node < places.length; node++) {
            if (tree.totalNs(node) >= lightestNs) {
                places[node] = next++;
            } else {
                places[node] = tree.isRoot(node) ? Integer.MIN_VALUE : above(places[tree.parent(node)]);
            }
        }
    }

    /**
     * Returns the tree of all stacks, whatever their threads: several threads that do the same work are one picture.
     */
    public static DrawnTree of(List<WeightedStack> stacks) {
        return new DrawnTree(
                CallTree.of(stacks.stream().map(WeightedStack::ofAnyThread).toList()));
    }

    private static int above(int place) {
        return place >= 0 ? -1 - place : place;
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

    public CallTree tree() {
        return tree;
    }

    /** A drawn node's number, or −1 − that of the nearest drawn caller; empty when not even a caller is drawn. */
    public OptionalInt place(int node) {
        return places[node] == Integer.MIN_VALUE ? OptionalInt.empty() : OptionalInt.of(places[node]);
    }

    public void write(FrameTable frames, JsonGenerator json) {
        long[] cutNs = new long[drawn.length];
        long[] cutSamples = new long[drawn.length];
        for (int node = 0; node < places.length; node++) {
            if (places[node] < 0 && places[node] != Integer.MIN_VALUE) {
                cutNs[-1 - places[node]] += tree.selfNs(node);
                cutSamples[-1 - places[node]] += tree.selfSamples(node);
            }
        }
        json.writeStartObject();
        json.writeNumberProperty("totalNs", tree.totalNs());
        json.writeNumberProperty("totalSamples", tree.totalSamples());
        json.writeNumberProperty("leftOutNodes", tree.size() - drawn.length);
        json.writeNumberProperty("lightestNs", lightestNs);
        Columns.write("frame", Arrays.stream(drawn).mapToLong(node -> frames.indexOf(tree.frame(node))), json);
        Columns.write("depth", Arrays.stream(drawn).mapToLong(tree::depth), json);
        Columns.write("selfNs", Arrays.stream(drawn).mapToLong(tree::selfNs), json);
        Columns.write("selfSamples", Arrays.stream(drawn).mapToLong(tree::selfSamples), json);
        Columns.write("cutNs", Arrays.stream(cutNs), json);
        Columns.write("cutSamples", Arrays.stream(cutSamples), json);
        writeTable(tree.frameTotals(), frames, json);
        json.writeEndObject();
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
