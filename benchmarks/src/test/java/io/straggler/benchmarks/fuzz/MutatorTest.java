package io.straggler.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure can be looked for again only if its seed makes the same file again. */
class MutatorTest {
    private static final int FILES = 40;

    private static byte[] seed(Format format) {
        String name = format.fileName();
        if (name.endsWith(".jfr")) {
            return new RecordingWriter().usualOrders().bytes();
        }
        String text = name.endsWith(".json")
                ? "{\"runs\":[{\"id\":1,\"name\":\"a\"},null,[2.5,true]],\"task\":\"t\"}"
                : "#[comment]\n  50.000%    1.16ms\n 100.000%   21.65ms\n\nTag=latency,0.1,1.0,2.0,HISTFAAAAB94\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> mutants(Format format, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> mutants = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            mutants.add(Cases.mutate(format, Cases.mutate(format, seed(format), random), random));
        }
        return mutants;
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void shouldMakeTheSameFilesOfTheSameSeed(Format format) {
        List<byte[]> first = mutants(format, 1);
        assertThat(first).usingElementComparator(Arrays::compare).isEqualTo(mutants(format, 1));
        assertThat(first).usingElementComparator(Arrays::compare).isNotEqualTo(mutants(format, 2));
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void shouldLeaveTheOriginalAsItIs(Format format) {
        byte[] original = seed(format);
        for (List<Mutator> kind : format.mutators()) {
            for (Mutator mutator : kind) {
                SplittableRandom random = new SplittableRandom(3);
                for (int i = 0; i < FILES / 10; i++) {
                    mutator.mutate(original, random);
                }
            }
        }
        assertThat(original).isEqualTo(seed(format));
    }

    /** A kind of change that never changes anything would be a hole in what is tried. */
    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"RECORDING", "RUN_JSON", "WRK2"})
    void shouldChangeSomethingByEachMutator(Format format) {
        Set<Mutator> idle = new HashSet<>();
        format.mutators().forEach(idle::addAll);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < FILES; i++) {
            idle.removeIf(mutator -> !Arrays.equals(seed(format), mutator.mutate(seed(format), random)));
        }
        assertThat(idle).isEmpty();
    }

    @Test
    void shouldTakeAnyBytes() {
        for (Format format : Format.values()) {
            SplittableRandom random = new SplittableRandom(7);
            for (int length = 0; length < 200; length += 9) {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                assertThat(Cases.mutate(format, bytes, random)).isNotNull();
            }
        }
    }

    /** Below the compression: the line is another one, and can still be decoded. */
    @Test
    void shouldChangeHistogramsInsideLogs() {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(1_000);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 1_000);
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
        byte[] log = TextMutators.latin("1.0,2.0,3.0," + encoded);

        SplittableRandom random = new SplittableRandom(11);
        for (Mutator mutator : LogMutators.ALL) {
            Set<String> mutants = new HashSet<>();
            for (int i = 0; i < FILES; i++) {
                mutants.add(TextMutators.text(mutator.mutate(log, random)));
            }
            assertThat(mutants).hasSizeGreaterThan(3).allMatch(line -> line.startsWith("1.0,2.0,3.0,HIST"));
        }
    }
}
