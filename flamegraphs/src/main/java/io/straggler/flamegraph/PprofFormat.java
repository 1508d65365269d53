package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.json.FrameTable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * pprof's format: a {@code Profile} message of protocol buffers, compressed. A stack has two values, the nanoseconds that it stands
 * for and its captures, and labels: {@code cause}, {@code run}, and for the worst outliers {@code outlier}, their rank, and what their probes
 * reported. Functions carry the kind of their code as file name.
 */
public final class PprofFormat {
    // Field numbers of pprof's profile.proto.
    private static final int PROFILE_SAMPLE_TYPE = 1;
    private static final int PROFILE_SAMPLE = 2;
    private static final int PROFILE_LOCATION = 4;
    private static final int PROFILE_FUNCTION = 5;
    private static final int PROFILE_STRING_TABLE = 6;
    private static final int PROFILE_TIME_NANOS = 9;
    private static final int PROFILE_DURATION_NANOS = 10;
    private static final int VALUE_TYPE = 1;
    private static final int VALUE_UNIT = 2;
    private static final int SAMPLE_LOCATION_ID = 1;
    private static final int SAMPLE_VALUE = 2;
    private static final int SAMPLE_LABEL = 3;
    private static final int LABEL_KEY = 1;
    private static final int LABEL_TEXT = 2;
    private static final int LABEL_NUMBER = 3;
    private static final int LABEL_UNIT = 4;
    private static final int LOCATION_ID = 1;
    private static final int LOCATION_LINE = 4;
    private static final int LINE_FUNCTION_ID = 1;
    private static final int FUNCTION_ID = 1;
    private static final int FUNCTION_NAME = 2;
    private static final int FUNCTION_FILENAME = 4;

    private static final long NS_PER_MS = 1_000_000;

    private final Map<String, Integer> strings = new LinkedHashMap<>(Map.of("", 0));
    private final Map<String, Integer> functions = new HashMap<>();
    private final ProtobufWriter profile = new ProtobufWriter();

    private PprofFormat() {}

    /**
     * Writes to {@code out}, which stays open.
     *
     * @param startEpochMs when the run began
     * @param durationNs how long it took
     */
    public static void write(Conclusions conclusions, long startEpochMs, long durationNs, OutputStream out)
            throws IOException {
        write(LabelledStack.of(conclusions), startEpochMs, durationNs, out);
    }

    static void write(List<LabelledStack> stacks, long startEpochMs, long durationNs, OutputStream out)
            throws IOException {
        GZIPOutputStream gzip = new GZIPOutputStream(out);
        gzip.write(new PprofFormat().encoded(stacks, startEpochMs, durationNs));
        gzip.finish();
    }

    private byte[] encoded(List<LabelledStack> stacks, long startEpochMs, long durationNs) {
        valueType("time", "nanoseconds");
        valueType("captures", "count");
        FrameTable frames = new FrameTable();
        for (LabelledStack labelled : stacks) {
            WeightedStack stack = labelled.stack();
            int[] indexes = frames.indexesOf(stack.frames());
            long[] leafFirst = new long[indexes.length];
            for (int i = 0; i < indexes.length; i++) {
                leafFirst[i] = indexes[indexes.length - 1 - i] + 1L;
            }
            ProtobufWriter sample = new ProtobufWriter()
                    .packed(SAMPLE_LOCATION_ID, leafFirst)
                    .packed(SAMPLE_VALUE, stack.weightNs(), stack.samples());
            addLabels(labelled, sample);
            profile.message(PROFILE_SAMPLE, sample);
        }
        for (int i = 0; i < frames.frames().size(); i++) {
            String name = frames.frames().get(i).name();
            String kind = frames.frames().get(i).kind().label();
            profile.message(
                    PROFILE_LOCATION,
                    new ProtobufWriter()
                            .number(LOCATION_ID, i + 1L)
                            .message(
                                    LOCATION_LINE,
                                    new ProtobufWriter().number(LINE_FUNCTION_ID, function(name, kind))));
        }
        profile.number(PROFILE_TIME_NANOS, startEpochMs * NS_PER_MS);
        profile.number(PROFILE_DURATION_NANOS, durationNs);
        strings.keySet().forEach(string -> profile.text(PROFILE_STRING_TABLE, string));
        return profile.bytes();
    }

    private void addLabels(LabelledStack stack, ProtobufWriter sample) {
        stack.texts()
                .forEach((key, text) -> sample.message(SAMPLE_LABEL, label(key).number(LABEL_TEXT, string(text))));
        stack.numbers()
                .forEach(
                        (key, number) -> sample.message(SAMPLE_LABEL, label(key).number(LABEL_NUMBER, number)));
        stack.durationsNs()
                .forEach((key, ns) -> sample.message(
                        SAMPLE_LABEL, label(key).number(LABEL_NUMBER, ns).number(LABEL_UNIT, string("nanoseconds"))));
    }

    private ProtobufWriter label(String key) {
        return new ProtobufWriter().number(LABEL_KEY, string(key));
    }

    private void valueType(String type, String unit) {
        profile.message(
                PROFILE_SAMPLE_TYPE,
                new ProtobufWriter().number(VALUE_TYPE, string(type)).number(VALUE_UNIT, string(unit)));
    }

    private int function(String name, String kind) {
        Integer known = functions.get(kind + '\n' + name);
        if (known != null) {
            return known;
        }
        int id = functions.size() + 1;
        functions.put(kind + '\n' + name, id);
        profile.message(
                PROFILE_FUNCTION,
                new ProtobufWriter()
                        .number(FUNCTION_ID, id)
                        .number(FUNCTION_NAME, string(name))
                        .number(FUNCTION_FILENAME, string(kind)));
        return id;
    }

    private int string(String text) {
        return strings.computeIfAbsent(text, key -> strings.size());
    }
}
