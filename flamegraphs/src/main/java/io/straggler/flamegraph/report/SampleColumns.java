package io.straggler.flamegraph.report;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.page.Columns;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;

/**
 * The stacks of each outlier in columns: how many, the tree's node of each, its thread and the time it stands for. So the page can
 * draw the flame graph of some outliers or of one thread only. Equal stacks of a thread in one outlier are one.
 */
final class SampleColumns {
    private static final OptionalInt NOWHERE = OptionalInt.empty();

    /** Whose time it is for which there is no stack. */
    private static final int NOBODY = -1;

    private final List<ShownOutliers.Shown> outliers;
    private final DrawnTree drawn;
    private final Map<List<StackFrame>, OptionalInt> found = new IdentityHashMap<>();
    private final LongStream.Builder count = LongStream.builder();
    private final LongStream.Builder node = LongStream.builder();
    private final LongStream.Builder weightNs = LongStream.builder();
    private final LongStream.Builder captures = LongStream.builder();
    private final LongStream.Builder thread = LongStream.builder();
    private final Map<Long, String> threadNames;

    /** Number of each thread among those with stacks, by the system's number. */
    private final Map<Long, Integer> threads = new LinkedHashMap<>();

    /** The tree's node for time before the first stack, and that for outliers without any. */
    private final OptionalInt beforeFirstStack;

    private final OptionalInt noStack;

    /** One node of the tree in one thread. */
    private record Place(int node, int thread) {}

    SampleColumns(List<ShownOutliers.Shown> outliers, DrawnTree drawn, Map<Long, String> threadNames) {
        this.outliers = outliers;
        this.threadNames = threadNames;
        this.drawn = drawn;
        this.beforeFirstStack = find(List.of(WeightedStack.BEFORE_FIRST_STACK));
        this.noStack = find(List.of(WeightedStack.NO_STACK));
    }

    /** Writes one property into the object that is open. */
    void write(JsonGenerator json) {
        outliers.forEach(outlier -> add(outlier.diagnosed()));
        json.writeObjectPropertyStart("samples");
        Columns.write("count", count.build(), json);
        Columns.write("node", node.build(), json);
        Columns.write("ns", weightNs.build(), json);
        Columns.write("captures", captures.build(), json);
        Columns.write("thread", thread.build(), json);
        json.writeArrayPropertyStart("threads");
        threads.keySet().forEach(id -> json.writeString(threadNames.getOrDefault(id, "thread " + id)));
        json.writeEndArray();
        json.writeEndObject();
    }

    private void add(DiagnosedOutlier outlier) {
        Map<Place, long[]> sums = new LinkedHashMap<>();
        for (int i = 0; i < outlier.stacks().size(); i++) {
            long ns = outlier.stacksNs().get(i);
            StackSample stack = outlier.stacks().get(i);
            OptionalInt place = place(stack);
            if (place.isPresent() && ns > 0) {
                int number = threads.computeIfAbsent(stack.osThreadId(), id -> threads.size());
                long[] sum = sums.computeIfAbsent(new Place(place.getAsInt(), number), key -> new long[2]);
                sum[0] += ns;
                sum[1]++;
            }
        }
        boolean seen =
                outlier.stacks().stream().anyMatch(stack -> outlier.owners().contains(stack.osThreadId()));
        OptionalInt unseen = seen ? beforeFirstStack : noStack;
        if (outlier.unseenNs() > 0 && unseen.isPresent()) {
            sums.put(new Place(unseen.getAsInt(), NOBODY), new long[] {outlier.unseenNs(), 0});
        }
        count.add(sums.size());
        sums.forEach((place, sum) -> {
            node.add(place.node);
            thread.add(place.thread);
            weightNs.add(sum[0]);
            captures.add(sum[1]);
        });
    }

    private OptionalInt place(StackSample stack) {
        return found.computeIfAbsent(stack.frames(), this::find);
    }

    private OptionalInt find(List<StackFrame> frames) {
        OptionalInt node = drawn.tree().find(frames);
        return node.isPresent() ? drawn.place(node.getAsInt()) : NOWHERE;
    }
}
