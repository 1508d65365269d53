package io.straggler.flamegraph;

import io.straggler.diagnosis.Conclusions;
import io.straggler.model.RunDescription;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenTelemetry's profiles: a {@code ProfilesData} message of protocol buffers, as of version 1.11 of the protocol, not compressed. It holds
 * the stacks that {@link PprofFormat} writes with the same values and labels, but in two profiles, because a profile has one value there: first
 * the nanoseconds that stacks stand for, then their captures. Labels are attributes, {@code thread.name} and others that begin with
 * {@code straggler.}; what is known of the machine and the JVM are attributes of the resource, by OpenTelemetry's conventions.
 */
public final class OtlpFormat {
    // Field numbers of OpenTelemetry's profiles.proto, resource.proto and common.proto.
    private static final int DATA_RESOURCE_PROFILES = 1;
    private static final int DATA_DICTIONARY = 2;
    private static final int RESOURCE_PROFILES_RESOURCE = 1;
    private static final int RESOURCE_PROFILES_SCOPE_PROFILES = 2;
    private static final int RESOURCE_ATTRIBUTES = 1;
    private static final int KEY_VALUE_KEY = 1;
    private static final int KEY_VALUE_VALUE = 2;
    private static final int SCOPE_PROFILES_SCOPE = 1;
    private static final int SCOPE_PROFILES_PROFILES = 2;
    private static final int SCOPE_NAME = 1;
    private static final int SCOPE_VERSION = 2;
    private static final int PROFILE_SAMPLE_TYPE = 1;
    private static final int PROFILE_SAMPLES = 2;
    private static final int PROFILE_TIME_UNIX_NANO = 3;
    private static final int PROFILE_DURATION_NANO = 4;
    private static final int PROFILE_PERIOD_TYPE = 5;
    private static final int PROFILE_PERIOD = 6;
    private static final int VALUE_TYPE_TYPE_STRINDEX = 1;
    private static final int VALUE_TYPE_UNIT_STRINDEX = 2;
    private static final int SAMPLE_STACK_INDEX = 1;
    private static final int SAMPLE_ATTRIBUTE_INDICES = 2;
    private static final int SAMPLE_VALUES = 4;

    private final OtlpDictionary dictionary = new OtlpDictionary();

    private OtlpFormat() {}

    /** Writes to {@code out}, which stays open. */
    public static void write(RunDescription run, Conclusions conclusions, OutputStream out) throws IOException {
        write(run, LabelledStack.of(conclusions), out);
    }

    static void write(RunDescription run, List<LabelledStack> stacks, OutputStream out) throws IOException {
        out.write(new OtlpFormat().encoded(run, stacks));
    }

    private byte[] encoded(RunDescription run, List<LabelledStack> stacks) {
        WallTime when = WallTime.of(run);
        ProtobufWriter time = profile(ProfileValue.TIME, when);
        ProtobufWriter captures = profile(ProfileValue.CAPTURES, when);
        for (LabelledStack labelled : stacks) {
            int stack = dictionary.stack(labelled.stack().frames());
            long[] attributes = attributes(labelled);
            time.message(PROFILE_SAMPLES, sample(stack, attributes, ProfileValue.TIME.of(labelled.stack())));
            captures.message(PROFILE_SAMPLES, sample(stack, attributes, ProfileValue.CAPTURES.of(labelled.stack())));
        }
        ProtobufWriter ofScope = new ProtobufWriter()
                .message(SCOPE_PROFILES_SCOPE, scope(run))
                .message(SCOPE_PROFILES_PROFILES, time)
                .message(SCOPE_PROFILES_PROFILES, captures);
        ProtobufWriter ofResource = new ProtobufWriter()
                .message(RESOURCE_PROFILES_RESOURCE, resource(run))
                .message(RESOURCE_PROFILES_SCOPE_PROFILES, ofScope);
        return new ProtobufWriter()
                .message(DATA_RESOURCE_PROFILES, ofResource)
                .message(DATA_DICTIONARY, dictionary.encoded())
                .bytes();
    }

    private static ProtobufWriter resource(RunDescription run) {
        ProtobufWriter resource = new ProtobufWriter();
        addAttribute("service.name", run.task(), resource);
        addAttribute("host.name", fact("host", run), resource);
        addAttribute("host.cpu.model.name", fact("cpu", run), resource);
        addAttribute("os.description", fact("os", run), resource);
        addAttribute("process.runtime.version", fact("java", run), resource);
        addAttribute("process.runtime.description", fact("jvm", run), resource);
        return resource;
    }

    /** Empty if the run does not know. */
    private static String fact(String name, RunDescription run) {
        return run.environment().getOrDefault(name, "");
    }

    private static void addAttribute(String key, String text, ProtobufWriter resource) {
        if (!text.isEmpty()) {
            ProtobufWriter attribute = new ProtobufWriter()
                    .text(KEY_VALUE_KEY, key)
                    .message(KEY_VALUE_VALUE, OtlpDictionary.textValue(text));
            resource.message(RESOURCE_ATTRIBUTES, attribute);
        }
    }

    /** Who measured. */
    private static ProtobufWriter scope(RunDescription run) {
        return new ProtobufWriter().text(SCOPE_NAME, "straggler").text(SCOPE_VERSION, fact("straggler", run));
    }

    /** A profile without samples. Some readers call it by its period type, and refuse it without. Every capture is in it, so the period is one. */
    private ProtobufWriter profile(ProfileValue value, WallTime when) {
        return new ProtobufWriter()
                .message(PROFILE_SAMPLE_TYPE, valueType(value))
                .fixed64(PROFILE_TIME_UNIX_NANO, when.startEpochNs())
                .number(PROFILE_DURATION_NANO, when.durationNs())
                .message(PROFILE_PERIOD_TYPE, valueType(ProfileValue.CAPTURES))
                .number(PROFILE_PERIOD, 1);
    }

    private ProtobufWriter valueType(ProfileValue value) {
        return new ProtobufWriter()
                .number(VALUE_TYPE_TYPE_STRINDEX, dictionary.string(value.type()))
                .number(VALUE_TYPE_UNIT_STRINDEX, dictionary.string(value.unit()));
    }

    private static ProtobufWriter sample(int stack, long[] attributes, long value) {
        return new ProtobufWriter()
                .number(SAMPLE_STACK_INDEX, stack)
                .packed(SAMPLE_ATTRIBUTE_INDICES, attributes)
                .packed(SAMPLE_VALUES, value);
    }

    private long[] attributes(LabelledStack stack) {
        List<Integer> indexes = new ArrayList<>();
        stack.texts().forEach((label, text) -> indexes.add(dictionary.attribute(key(label), text)));
        stack.numbers().forEach((label, number) -> indexes.add(dictionary.attribute(key(label), number)));
        stack.durationsNs().forEach((label, ns) -> indexes.add(dictionary.attributeNs(key(label), ns)));
        return indexes.stream().mapToLong(Integer::longValue).toArray();
    }

    private static String key(String label) {
        // A probe's label is two words, of which the second is its name, whatever that holds.
        return label.equals(LabelledStack.THREAD) ? "thread.name" : "straggler." + label.replaceFirst(" ", ".");
    }
}
