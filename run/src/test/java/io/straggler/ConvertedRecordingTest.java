package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import one.convert.Main;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of exports.md: async-profiler's converter makes pprof's and OpenTelemetry's format of a run's recording. */
@Timeout(120)
class ConvertedRecordingTest {
    private static final String SLOW = "io/straggler/ConvertedRecordingTest.slowOnPurpose";

    /** Captured when the sampler starts, on another thread than the task's. */
    private static final String CALIBRATION = "io/straggler/sampler/stack/TimerCosts.measure";

    private static final int SLOW_ITERATIONS = 5;
    private static final long SLOW_NS = 60_000_000;

    @TempDir
    private static Path scratch;

    private static Path recording;

    @BeforeAll
    static void record() {
        int[] count = {0};
        StragglerResult result = Straggler.options()
                .rate(20)
                .warmUp(Duration.ofMillis(200))
                .count(10 * SLOW_ITERATIONS)
                .threshold("30ms")
                .out(scratch.resolve("run"))
                .run(intendedNs -> {
                    if (count[0]++ % 10 == 9) {
                        slowOnPurpose();
                    }
                });
        recording = result.folder().orElseThrow().resolve("recording.jfr");
    }

    private static void slowOnPurpose() {
        long untilNs = System.nanoTime() + SLOW_NS;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldBecomeAFileForPprof() throws Exception {
        Map<List<String>, Long> outliers = pprof("outliers.pb.gz", "--tag", "outlier");

        assertThat(capturesIn(SLOW, outliers)).isGreaterThanOrEqualTo(SLOW_ITERATIONS);
        assertThat(capturesIn(CALIBRATION, pprof("all.pb.gz"))).isPositive();
        assertThat(capturesIn(CALIBRATION, outliers)).as("not in an outlier").isZero();
    }

    @Test
    void shouldBecomeProfilesOfOpenTelemetry() throws Exception {
        Map<List<String>, Long> outliers = otlp("outliers.otlp", "--tag", "outlier");

        assertThat(capturesIn(SLOW, outliers)).isGreaterThanOrEqualTo(SLOW_ITERATIONS);
        assertThat(capturesIn(CALIBRATION, otlp("all.otlp"))).isPositive();
        assertThat(capturesIn(CALIBRATION, outliers)).as("not in an outlier").isZero();
    }

    private static long capturesIn(String frame, Map<List<String>, Long> stacks) {
        return stacks.entrySet().stream()
                .filter(stack -> stack.getKey().contains(frame))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static byte[] converted(String name, String... options) throws Exception {
        Path file = scratch.resolve(name);
        String[] arguments = new String[options.length + 2];
        System.arraycopy(options, 0, arguments, 0, options.length);
        arguments[options.length] = recording.toString();
        arguments[options.length + 1] = file.toString();
        Main.main(arguments);
        return Files.readAllBytes(file);
    }

    /** Captures of each stack, by the field numbers of pprof's {@code profile.proto}. */
    private static Map<List<String>, Long> pprof(String name, String... options) throws Exception {
        byte[] compressed = converted(name, options);
        ProtobufFields profile =
                ProtobufFields.of(new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes());
        List<String> strings = profile.texts(6);
        Map<Integer, String> functions = new HashMap<>();
        for (ProtobufFields function : profile.messages(5)) {
            functions.put(function.number(1), strings.get(function.number(2)));
        }
        Map<Long, String> locations = new HashMap<>();
        for (ProtobufFields location : profile.messages(4)) {
            ProtobufFields line = location.messages(4).get(0);
            locations.put((long) location.number(1), functions.get(line.number(1)));
        }
        Map<List<String>, Long> stacks = new HashMap<>();
        for (ProtobufFields sample : profile.messages(2)) {
            List<String> frames = sample.numbers(1).stream().map(locations::get).toList();
            stacks.merge(frames, sample.numbers(2).get(0), Long::sum);
        }
        return stacks;
    }

    /** Captures of each stack, by the field numbers of {@code opentelemetry.proto.profiles.v1development}. */
    private static Map<List<String>, Long> otlp(String name, String... options) throws Exception {
        ProtobufFields data = ProtobufFields.of(converted(name, options));
        ProtobufFields dictionary = data.messages(2).get(0);
        List<String> strings = dictionary.texts(5);
        List<String> functions = dictionary.messages(3).stream()
                .map(function -> strings.get(function.number(1)))
                .toList();
        List<String> locations = dictionary.messages(2).stream()
                .map(location -> location.messages(3).stream()
                        .findFirst()
                        .map(line -> functions.get(line.number(1)))
                        .orElse(""))
                .toList();
        List<List<String>> all = dictionary.messages(7).stream()
                .map(stack -> stack.numbers(1).stream()
                        .map(location -> locations.get(location.intValue()))
                        .toList())
                .toList();
        Map<List<String>, Long> stacks = new HashMap<>();
        for (ProtobufFields resource : data.messages(1)) {
            for (ProtobufFields scope : resource.messages(2)) {
                for (ProtobufFields profile : scope.messages(2)) {
                    for (ProtobufFields sample : profile.messages(2)) {
                        stacks.merge(all.get(sample.number(1)), (long) sample.instants(5), Long::sum);
                    }
                }
            }
        }
        return stacks;
    }
}
