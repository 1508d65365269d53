package io.straggler.flamegraph.report;

import io.straggler.diagnosis.DiagnosedOutlier;
import io.straggler.flamegraph.CallTree;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;

/**
 * The stacks of each outlier in columns: how many, the tree's node of each, and the time it stands for. So the page can draw the
 * flame graph of some outliers only. Equal stacks of one outlier are one.
 */
final class SampleColumns {
    private static final OptionalInt NOWHERE = OptionalInt.empty();

    private final List<ShownOutliers.Shown> outliers;
    private final DrawnTree drawn;
    private final Map<List<StackFrame>, OptionalInt> found = new IdentityHashMap<>();
    private final LongStream.Builder count = LongStream.builder();
    private final LongStream.Builder node = LongStream.builder();
    private final LongStream.Builder weightNs = LongStream.builder();
    private final LongStream.Builder captures = LongStream.builder();
    private final int[] unseen;

    SampleColumns(List<ShownOutliers.Shown> outliers, DrawnTree drawn) {
        this.outliers = outliers;
        this.drawn = drawn;
        CallTree tree = drawn.tree();
        // The roots that stand for time without a stack: before the first one, and of outliers without any.
        this.unseen = new int[] {-1, -1};
        for (int root = 0; root < tree.size(); root = tree.end(root)) {
            if (tree.frame(root).kind() == FrameKind.UNSEEN && tree.end(root) == root + 1) {
                unseen[tree.frame(root).name().contains("before") ? 0 : 1] = root;
            }
        }
    }

    /** Writes one property into the object that is open. */
    void write(JsonGenerator json) {
        outliers.forEach(outlier -> add(outlier.diagnosed()));
        json.writeObjectPropertyStart("samples");
        Columns.write("count", count.build(), json);
        Columns.write("node", node.build(), json);
        Columns.write("ns", weightNs.build(), json);
        Columns.write("captures", captures.build(), json);
        json.writeEndObject();
    }

    private void add(DiagnosedOutlier outlier) {
        Map<Integer, long[]> sums = new LinkedHashMap<>();
        for (int i = 0; i < outlier.stacks().size(); i++) {
            long ns = outlier.stacksNs().get(i);
            OptionalInt place = place(outlier.stacks().get(i));
            if (place.isPresent() && ns > 0) {
                long[] sum = sums.computeIfAbsent(place.getAsInt(), key -> new long[2]);
                sum[0] += ns;
                sum[1]++;
            }
        }
        int root = unseen[outlier.stacks().isEmpty() ? 1 : 0];
        if (outlier.unseenNs() > 0 && root >= 0 && drawn.place(root).isPresent()) {
            sums.put(drawn.place(root).getAsInt(), new long[] {outlier.unseenNs(), 0});
        }
        count.add(sums.size());
        sums.forEach((place, sum) -> {
            node.add(place);
            weightNs.add(sum[0]);
            captures.add(sum[1]);
        });
    }

    private OptionalInt place(StackSample stack) {
        return found.computeIfAbsent(stack.frames(), this::find);
    }

    private OptionalInt find(List<StackFrame> frames) {
        OptionalInt node = node(drawn.tree(), frames);
        return node.isPresent() ? drawn.place(node.getAsInt()) : NOWHERE;
    }

    /** The node of a stack; below a thread's name where several threads share the time. */
    static OptionalInt node(CallTree tree, List<StackFrame> frames) {
        OptionalInt node = tree.find(frames);
        for (int root = 0; node.isEmpty() && root < tree.size(); root = tree.end(root)) {
            StackFrame thread = tree.frame(root);
            if (thread.kind() == FrameKind.UNSEEN && thread.name().startsWith("[thread ")) {
                List<StackFrame> named = new ArrayList<>(List.of(thread));
                named.addAll(frames);
                node = tree.find(named);
            }
        }
        return node;
    }
}
