package io.straggler.flamegraph.report;

import io.straggler.diagnosis.DiagnosedOutlier;
import io.straggler.flamegraph.FrameTable;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.ProbeValue;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;

/** The outliers, worst first: a dot for each as far as there is room, and everything about the worst of them. */
final class OutlierSection {
    static final int MAX_DOTS = 20_000;
    static final int MAX_DETAILED = 200;

    /** Longer lists than this are cut, and the page says by how much. */
    static final int MAX_PER_OUTLIER = 500;

    private final List<DiagnosedOutlier> worstFirst;
    private final RunOrigins origins;
    private final SplitSection splits;
    private final FrameTable frames;

    OutlierSection(ReportData data, RunOrigins origins, FrameTable frames) {
        this.worstFirst = data.conclusions().diagnosis().outliers().stream()
                .sorted(OutlierSection::worstFirst)
                .toList();
        this.origins = origins;
        this.splits = new SplitSection(
                data,
                origins,
                worstFirst.stream()
                        .limit(MAX_DETAILED)
                        .map(diagnosed -> iteration(diagnosed).intendedNs())
                        .collect(Collectors.toSet()));
        this.frames = frames;
    }

    /** An order of which nearly all is decided by the first comparison: no chain of comparators, for there are very many. */
    private static int worstFirst(DiagnosedOutlier one, DiagnosedOutlier other) {
        Iteration a = iteration(one);
        Iteration b = iteration(other);
        int order = Long.compare(b.latencyNs(), a.latencyNs());
        if (order == 0) {
            order = a.runId().compareTo(b.runId());
        }
        return order != 0 ? order : Long.compare(a.intendedNs(), b.intendedNs());
    }

    void write(JsonGenerator json) {
        List<DiagnosedOutlier> dots = dots();
        json.writeStartObject();
        json.writeNumberProperty("count", worstFirst.size());
        json.writeNumberProperty(
                "victims",
                worstFirst.stream()
                        .filter(diagnosed -> diagnosed.outlier().victim())
                        .count());
        origins.write(json);
        json.writeObjectPropertyStart("dots");
        Columns.write("run", dots, dot -> origins.indexOf(iteration(dot).runId()), json);
        Columns.write("sinceNs", dots, dot -> sinceNs(iteration(dot)), json);
        Columns.write("latencyNs", dots, dot -> iteration(dot).latencyNs(), json);
        Columns.write("inheritedNs", dots, dot -> iteration(dot).inheritedNs(), json);
        Columns.write("dispatchNs", dots, dot -> iteration(dot).dispatchNs(), json);
        Columns.write("victim", dots, dot -> dot.outlier().victim() ? 1 : 0, json);
        Columns.write("stacks", dots, dot -> dot.stacks().size(), json);
        json.writeEndObject();
        json.writeArrayPropertyStart("details");
        worstFirst.stream().limit(MAX_DETAILED).forEach(diagnosed -> writeDetail(diagnosed, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** All; or the worst half of the room, then every n-th of the rest. */
    private List<DiagnosedOutlier> dots() {
        if (worstFirst.size() <= MAX_DOTS) {
            return worstFirst;
        }
        int worst = MAX_DOTS / 2;
        int rest = MAX_DOTS - worst;
        long others = worstFirst.size() - worst;
        return LongStream.range(0, MAX_DOTS)
                .map(i -> i < worst ? i : worst + (i - worst) * others / rest)
                .mapToObj(i -> worstFirst.get((int) i))
                .toList();
    }

    private long sinceNs(Iteration iteration) {
        return origins.sinceNs(iteration.runId(), iteration.intendedNs());
    }

    /** All times of a detail are counted from the iteration's intended start. */
    private void writeDetail(DiagnosedOutlier diagnosed, JsonGenerator json) {
        Iteration iteration = iteration(diagnosed);
        long from = iteration.intendedNs();
        json.writeStartObject();
        json.writeNumberProperty("thresholdNs", diagnosed.outlier().thresholdNs());
        json.writeNumberProperty("unseenNs", diagnosed.unseenNs());
        splits.write(iteration, json);
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
        cut(diagnosed.evidence()).forEach(evidence -> writeEvidence(evidence, from, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("accounting");
        cut(diagnosed.accounting()).forEach(accounting -> writeAccounting(accounting, iteration, json));
        json.writeEndArray();
        json.writeNumberProperty(
                "cut",
                leftOut(diagnosed.outlier().probes())
                        + leftOut(diagnosed.stacks())
                        + leftOut(diagnosed.evidence())
                        + leftOut(diagnosed.accounting()));
        json.writeEndObject();
    }

    private void writeStacks(DiagnosedOutlier diagnosed, long from, JsonGenerator json) {
        json.writeArrayPropertyStart("stacks");
        List<StackSample> stacks = cut(diagnosed.stacks());
        for (int i = 0; i < stacks.size(); i++) {
            StackSample sample = stacks.get(i);
            json.writeStartObject();
            json.writeNumberProperty("atNs", sample.timeNs() - from);
            json.writeNumberProperty("standsForNs", diagnosed.stacksNs().get(i));
            json.writeNumberProperty("thread", sample.osThreadId());
            json.writeBooleanProperty("running", sample.running());
            int[] indexes = frames.indexesOf(sample.frames());
            json.writeName("frames");
            json.writeArray(indexes, 0, indexes.length);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeEvidence(Evidence evidence, long from, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("kind", evidence.kind().ordinal());
        json.writeNumberProperty("atNs", evidence.startNs() - from);
        json.writeNumberProperty("ns", evidence.durationNs());
        if (evidence.osThreadId() != Evidence.ANY_THREAD) {
            json.writeNumberProperty("thread", evidence.osThreadId());
        }
        json.writeStringProperty("detail", evidence.detail());
        json.writeEndObject();
    }

    private static void writeAccounting(ThreadAccounting accounting, Iteration iteration, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("thread", accounting.osThreadId());
        json.writeBooleanProperty("whole", accounting.fromNs() - iteration.startNs() <= 0);
        json.writeNumberProperty("spanNs", accounting.toNs() - accounting.fromNs());
        json.writeNumberProperty("runDelayNs", accounting.runDelayNs());
        json.writeNumberProperty("cpuNs", accounting.cpuNs());
        json.writeNumberProperty("minorFaults", accounting.minorFaults());
        json.writeNumberProperty("majorFaults", accounting.majorFaults());
        json.writeNumberProperty("voluntarySwitches", accounting.voluntarySwitches());
        json.writeNumberProperty("involuntarySwitches", accounting.involuntarySwitches());
        json.writeEndObject();
    }

    private static <T> List<T> cut(List<T> list) {
        return list.subList(0, Math.min(MAX_PER_OUTLIER, list.size()));
    }

    private static int leftOut(List<?> list) {
        return Math.max(0, list.size() - MAX_PER_OUTLIER);
    }

    private static Iteration iteration(DiagnosedOutlier diagnosed) {
        return diagnosed.outlier().iteration();
    }
}
