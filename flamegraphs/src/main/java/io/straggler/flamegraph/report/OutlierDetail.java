package io.straggler.flamegraph.report;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.json.ListedEvidence;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.model.CoreHold;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ProbeValue;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JsonGenerator;

/** Everything that is known about one outlier. All its times are counted from the intended start. */
final class OutlierDetail {
    /** Longer lists than this are cut, and the page says by how much. */
    static final int MAX_PER_OUTLIER = 500;

    private final SplitSection splits;
    private final DrawnTree tree;
    private final FrameTable frames;
    private final Set<Long> threads = new TreeSet<>();

    /** Nodes of the tree by stack. Recordings share equal stacks, and to follow a deep one costs more than all else here. */
    private final Map<List<StackFrame>, OptionalInt> nodes = new IdentityHashMap<>();

    OutlierDetail(SplitSection splits, DrawnTree tree, FrameTable frames) {
        this.splits = splits;
        this.tree = tree;
        this.frames = frames;
    }

    /** @param index of the outlier on the page */
    void write(int index, ShownOutliers.Shown shown, JsonGenerator json) {
        DiagnosedOutlier diagnosed = shown.diagnosed();
        Iteration iteration = shown.iteration();
        long from = iteration.intendedNs();
        json.writeStartObject();
        json.writeNumberProperty("i", index);
        json.writeNumberProperty("thresholdNs", diagnosed.outlier().thresholdNs());
        json.writeNumberProperty("unseenNs", diagnosed.unseenNs());
        splits.write(shown, json);
        json.writeArrayPropertyStart("owners");
        diagnosed.owners().forEach(json::writeNumber);
        json.writeEndArray();
        threads.addAll(diagnosed.owners());
        json.writeArrayPropertyStart("path");
        diagnosed.path().map(IterationPath::segments).orElse(List.of()).forEach(one -> writeSegment(one, from, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("probes");
        for (ProbeValue probe : cut(diagnosed.outlier().probes())) {
            json.writeStartObject();
            json.writeStringProperty("name", probe.probe());
            json.writeNumberProperty("ns", probe.durationNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        writeStacks(diagnosed, from, json);
        json.writeArrayPropertyStart("evidence");
        ListedEvidence evidence = ListedEvidence.of(diagnosed);
        evidence.listed().forEach(one -> writeEvidence(one, from, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("usage");
        cut(diagnosed.usage()).forEach(usage -> writeUsage(usage, iteration, json));
        json.writeEndArray();
        json.writeNumberProperty(
                "cut",
                leftOut(diagnosed.outlier().probes())
                        + leftOut(diagnosed.stacks())
                        + evidence.leftOut()
                        + leftOut(diagnosed.usage()));
        json.writeEndObject();
    }

    /** The system's numbers of the threads that were named in what has been written so far. */
    Set<Long> threads() {
        return threads;
    }

    private static void writeSegment(IterationPath.Segment segment, long from, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("atNs", segment.fromNs() - from);
        json.writeNumberProperty("ns", segment.toNs() - segment.fromNs());
        json.writeNumberProperty("thread", segment.osThreadId());
        json.writeEndObject();
    }

    private void writeStacks(DiagnosedOutlier diagnosed, long from, JsonGenerator json) {
        json.writeArrayPropertyStart("stacks");
        List<StackSample> stacks = cut(diagnosed.stacks());
        for (int i = 0; i < stacks.size(); i++) {
            StackSample sample = stacks.get(i);
            json.writeStartObject();
            json.writeNumberProperty("atNs", sample.sinceNs() - from);
            json.writeNumberProperty("askedNs", diagnosed.askedNs().get(i) - from);
            json.writeNumberProperty("standsForNs", diagnosed.stacksNs().get(i));
            json.writeNumberProperty("thread", sample.osThreadId());
            threads.add(sample.osThreadId());
            json.writeBooleanProperty("running", sample.running());
            json.writeBooleanProperty("ofEvent", sample.ofEvent());
            writeFrames(sample, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The node of the tree whose callers are the frames, or else the frames. */
    private void writeFrames(StackSample sample, JsonGenerator json) {
        OptionalInt node =
                nodes.computeIfAbsent(sample.frames(), stack -> tree.tree().find(stack));
        OptionalInt place = node.isPresent() ? tree.place(node.getAsInt()) : node;
        if (place.isPresent() && place.getAsInt() >= 0) {
            json.writeNumberProperty("node", place.getAsInt());
        } else {
            int[] indexes = frames.indexesOf(sample.frames());
            json.writeName("frames");
            json.writeArray(indexes, 0, indexes.length);
        }
    }

    private void writeEvidence(Evidence evidence, long from, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("kind", evidence.kind().ordinal());
        json.writeNumberProperty("atNs", evidence.startNs() - from);
        json.writeNumberProperty("ns", evidence.durationNs());
        if (evidence.osThreadId() != Evidence.ANY_THREAD) {
            json.writeNumberProperty("thread", evidence.osThreadId());
            threads.add(evidence.osThreadId());
        }
        json.writeStringProperty("detail", evidence.wholePlace().words());
        json.writeEndObject();
    }

    private static void writeUsage(ThreadUsage usage, Iteration iteration, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("thread", usage.osThreadId());
        json.writeBooleanProperty("whole", usage.fromNs() - iteration.startNs() <= 0);
        json.writeNumberProperty("spanNs", usage.toNs() - usage.fromNs());
        json.writeNumberProperty("runDelayNs", usage.runDelayNs());
        json.writeNumberProperty("cpuNs", usage.cpuNs());
        json.writeNumberProperty("minorFaults", usage.minorFaults());
        json.writeNumberProperty("majorFaults", usage.majorFaults());
        json.writeNumberProperty("voluntarySwitches", usage.voluntarySwitches());
        json.writeNumberProperty("involuntarySwitches", usage.involuntarySwitches());
        List<OffCoreInterval> offCore =
                usage.offCore().map(OffCoreTimes::intervals).orElse(List.of());
        json.writeBooleanProperty("bySwitches", usage.offCore().isPresent());
        json.writeArrayPropertyStart("offCore");
        offCore.stream()
                .filter(one -> one.toNs() > iteration.intendedNs() && one.fromNs() < iteration.endNs())
                .limit(MAX_PER_OUTLIER)
                .forEach(one -> writeOffCore(one, iteration.intendedNs(), json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeOffCore(OffCoreInterval one, long from, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("atNs", one.fromNs() - from);
        json.writeNumberProperty("ns", one.toNs() - one.fromNs());
        if (one.runnableNs().isPresent()) {
            json.writeNumberProperty("runnableNs", one.runnableNs().get() - from);
        }
        if (one.wakeUp().isPresent()) {
            json.writeStringProperty("wokenBy", one.wakeUp().get().by().words());
        }
        json.writeArrayPropertyStart("core");
        for (CoreHold hold : one.holders()) {
            json.writeStartObject();
            json.writeNumberProperty("atNs", hold.fromNs() - from);
            json.writeNumberProperty("ns", hold.toNs() - hold.fromNs());
            json.writeStringProperty("by", hold.by().words());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static <T> List<T> cut(List<T> list) {
        return list.subList(0, Math.min(MAX_PER_OUTLIER, list.size()));
    }

    private static int leftOut(List<?> list) {
        return Math.max(0, list.size() - MAX_PER_OUTLIER);
    }
}
