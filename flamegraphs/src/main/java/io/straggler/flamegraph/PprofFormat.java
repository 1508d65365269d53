package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.model.RunDescription;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
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
    private static final int PROFILE_DEFAULT_SAMPLE_TYPE = 14;
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

    private final ValueTable<String> strings = new ValueTable<>("");
    private final ProtobufWriter profile = new ProtobufWriter();

    private PprofFormat() {}

    /** Writes to {@code out}, which stays open. */
    public static void write(RunDescription run, Conclusions conclusions, OutputStream out) throws IOException {
        write(LabelledStack.of(conclusions), WallTime.of(run), out);
    }

    static void write(List<LabelledStack> stacks, WallTime when, OutputStream out) throws IOException {
        GZIPOutputStream gzip = new GZIPOutputStream(out);
        gzip.write(new PprofFormat().encoded(stacks, when));
        gzip.finish();
    }

    private byte[] encoded(List<LabelledStack> stacks, WallTime when) {
        for (ProfileValue value : ProfileValue.values()) {
            valueType(value);
        }
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
                    .packed(SAMPLE_VALUE, ProfileValue.TIME.of(stack), ProfileValue.CAPTURES.of(stack));
            addLabels(labelled, sample);
            profile.message(PROFILE_SAMPLE, sample);
        }
        for (StackFrame frame : frames.frames()) {
            addFrame(frames.indexOf(frame) + 1L, frame);
        }
        profile.number(PROFILE_TIME_NANOS, when.startEpochNs());
        profile.number(PROFILE_DURATION_NANOS, when.durationNs());
        // Readers show the last value, the captures, unless told otherwise.
        profile.number(PROFILE_DEFAULT_SAMPLE_TYPE, string(ProfileValue.TIME.type()));
        strings.values().forEach(string -> profile.text(PROFILE_STRING_TABLE, string));
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
                        SAMPLE_LABEL,
                        label(key).number(LABEL_NUMBER, ns).number(LABEL_UNIT, string(ProfileValue.TIME.unit()))));
    }

    private ProtobufWriter label(String key) {
        return new ProtobufWriter().number(LABEL_KEY, string(key));
    }

    private void valueType(ProfileValue value) {
        profile.message(
                PROFILE_SAMPLE_TYPE,
                new ProtobufWriter().number(VALUE_TYPE, string(value.type())).number(VALUE_UNIT, string(value.unit())));
    }

    /** A location and a function of the same number: frames that differ in name or kind are different functions. */
    private void addFrame(long id, StackFrame frame) {
        ProtobufWriter line = new ProtobufWriter().number(LINE_FUNCTION_ID, id);
        profile.message(
                PROFILE_LOCATION, new ProtobufWriter().number(LOCATION_ID, id).message(LOCATION_LINE, line));
        profile.message(
                PROFILE_FUNCTION,
                new ProtobufWriter()
                        .number(FUNCTION_ID, id)
                        .number(FUNCTION_NAME, string(frame.name()))
                        .number(FUNCTION_FILENAME, string(frame.kind().label())));
    }

    private int string(String text) {
        return strings.indexOf(text);
    }
}
