package io.straggler.flamegraph.trace;

import io.straggler.diagnosis.Conclusions;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.flamegraph.StackSelection;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Trace Event Format, which Perfetto and Chromium's viewer open. A run is a process in it, and a lane is a thread, whatever it stands for. Times
 * are microseconds with three decimals, from the first thing in the file; runs are as far apart as they were.
 */
public final class TraceEventFormat {
    /** Largest number of outliers: as many as a viewer shows without effort. */
    static final int MOST = 200;

    private static final int NS_DIGITS = 3;
    private static final long NS_PER_MS = 1_000_000;

    private static final ObjectWriter JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer();

    private final RunDescription run;
    private final Map<RunId, Long> offsetNs = new HashMap<>();
    private final Map<RunId, RunLanes> lanes = new TreeMap<>();

    /** The lane that each slice is on. Of two equal ones each has its own. */
    private final Map<Slice, Integer> laneOf = new IdentityHashMap<>();

    private int arrows;
    private long firstNs = Long.MAX_VALUE;

    private TraceEventFormat(RunDescription run) {
        this.run = run;
    }

    /**
     * Writes the first of these outliers of a run to {@code out}, which is flushed and stays open.
     *
     * @param worstFirst as many as a viewer shows without effort are written
     * @param selection of their stacks; all else that is known of these outliers is written anyway
     */
    public static void write(
            RunDescription run,
            Conclusions conclusions,
            List<RankedOutlier> worstFirst,
            StackSelection selection,
            Writer out)
            throws IOException {
        List<RankedOutlier> outliers = worstFirst.subList(0, Math.min(MOST, worstFirst.size()));
        TraceEventFormat file = new TraceEventFormat(run);
        outliers.stream()
                .collect(Collectors.groupingBy(
                        outlier -> outlier.diagnosed().outlier().iteration().runId()))
                .forEach((id, some) ->
                        file.add(id, RunLanes.of(some, conclusions.diagnosis().threadNames(), selection)));
        int count = conclusions.diagnosis().outliers().size();
        file.write(
                outliers.size() == count ? count + " outliers" : outliers.size() + " of " + count + " outliers", out);
    }

    private void add(RunId id, RunLanes ofRun) {
        lanes.put(id, ofRun);
        long offset = run.runs().stream()
                .filter(outcome -> outcome.runId().equals(id))
                .mapToLong(this::offsetNs)
                .findFirst()
                .orElse(0);
        offsetNs.put(id, offset);
        ofRun.lanes().stream()
                .flatMap(lane -> lane.slices().stream())
                .forEach(slice -> firstNs = Math.min(firstNs, slice.fromNs() + offset));
    }

    /** From a run's clock to one that all runs share: wall-clock time since the first began. */
    private long offsetNs(RunOutcome outcome) {
        long firstEpochMs =
                run.runs().stream().mapToLong(RunOutcome::startEpochMs).min().orElse(0);
        return (outcome.startEpochMs() - firstEpochMs) * NS_PER_MS - outcome.originNs();
    }

    private void write(String which, Writer out) throws IOException {
        try {
            JsonGenerator json = JSON.createGenerator(out);
            json.writeStartObject();
            json.writeStringProperty("displayTimeUnit", "ns");
            json.writeObjectPropertyStart("otherData");
            json.writeStringProperty("exporter", "Straggler");
            json.writeStringProperty("task", run.task());
            json.writeStringProperty("outliers", which);
            json.writeEndObject();
            json.writeArrayPropertyStart("traceEvents");
            // Some viewers take two threads of the same number for one, whatever process they are of, and the one with
            // the number of its
            // process for the main one.
            int thread = 1;
            for (Map.Entry<RunId, RunLanes> ofRun : lanes.entrySet()) {
                int process = thread;
                String name = run.task() + ", " + ofRun.getKey() + ": " + which;
                writeName("process_name", process, thread, name, json);
                long offset = offsetNs.getOrDefault(ofRun.getKey(), 0L);
                for (RunLanes.Lane lane : ofRun.getValue().lanes()) {
                    write(process, thread++, lane, offset, json);
                }
                ofRun.getValue().arrows().forEach(arrow -> write(process, arrow, offset, json));
            }
            json.writeEndArray();
            json.writeEndObject();
            json.flush();
            out.flush();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void write(int process, int number, RunLanes.Lane lane, long offset, JsonGenerator json) {
        writeName("thread_name", process, number, lane.name(), json);
        begin("M", "thread_sort_index", process, number, json);
        json.writeObjectPropertyStart("args");
        json.writeNumberProperty("sort_index", number);
        json.writeEndObject();
        json.writeEndObject();
        lane.slices().stream().sorted(Slice.OUTER_FIRST).forEach(slice -> write(process, number, slice, offset, json));
    }

    private static void writeName(String of, int process, int lane, String name, JsonGenerator json) {
        begin("M", of, process, lane, json);
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void begin(String phase, String name, int process, int lane, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("ph", phase);
        json.writeStringProperty("name", name);
        json.writeNumberProperty("pid", process);
        json.writeNumberProperty("tid", lane);
    }

    /** Each end is bound to the slice that is open on its lane then. */
    private void write(int process, Arrow arrow, long offset, JsonGenerator json) {
        int number = ++arrows;
        end("s", process, arrow.from(), arrow, number, arrow.leavesNs() + offset, json);
        end("f", process, arrow.to(), arrow, number, arrow.to().fromNs() + offset, json);
    }

    private void end(String phase, int process, Slice slice, Arrow arrow, int number, long atNs, JsonGenerator json) {
        begin(phase, arrow.name(), process, laneOf.getOrDefault(slice, process), json);
        json.writeStringProperty("cat", slice.category());
        json.writeNumberProperty("id", number);
        json.writeNumberProperty("ts", microseconds(atNs - firstNs));
        if (phase.equals("f")) {
            json.writeStringProperty("bp", "e");
        }
        json.writeEndObject();
    }

    private void write(int process, int lane, Slice slice, long offset, JsonGenerator json) {
        laneOf.put(slice, lane);
        boolean instant = slice.durationNs() == 0;
        begin(instant ? "i" : "X", slice.name(), process, lane, json);
        json.writeStringProperty("cat", slice.category());
        json.writeNumberProperty("ts", microseconds(slice.fromNs() + offset - firstNs));
        if (instant) {
            // The event is of this lane alone.
            json.writeStringProperty("s", "t");
        } else {
            json.writeNumberProperty("dur", microseconds(slice.durationNs()));
        }
        if (!slice.arguments().isEmpty()) {
            json.writeObjectPropertyStart("args");
            slice.arguments().forEach(json::writePOJOProperty);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static BigDecimal microseconds(long ns) {
        return BigDecimal.valueOf(ns, NS_DIGITS);
    }
}
