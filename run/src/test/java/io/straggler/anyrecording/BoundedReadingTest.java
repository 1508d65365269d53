package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.Analysis;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.Names;
import io.straggler.model.StackFrame;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are made to cost more than their size: the rows of the table in {@code docs/reference/limits.md}. */
class BoundedReadingTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();

    private Analysis analysis() {
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("1ms")).analysis();
    }

    private static List<DiagnosedOutlier> outliers(Analysis analysis) {
        return analysis.conclusions().diagnosis().outliers();
    }

    private static long allocated(Supplier<?> work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        assertThat(work.get()).isNotNull();
        return threads.getThreadAllocatedBytes(id) - before;
    }

    /** An iteration that sleeps in a method whose class and name are one text, which 5,000 methods share. */
    @Test
    void shouldCutLongNamesThatManyMethodsShare() {
        int text = recording.symbol("A".repeat(100_000));
        int[] methods = new int[5_000];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = recording.method(text, text);
        }
        recording.order(0, 10 * MS).sleep(MS, 8 * MS, recording.stack(methods));

        long bytes = allocated(() -> {
            Analysis analysis = analysis();
            StackFrame leaf = outliers(analysis).get(0).stacks().get(0).frames().get(0);
            String half = "A".repeat(Names.LONGEST) + "…";
            assertThat(leaf.name()).isEqualTo(half + "." + half);
            return analysis;
        });

        // Whole names alone would take 1 GB.
        assertThat(bytes).isLessThan(300 << 20);
    }

    @Test
    void shouldKeepTheLeafOfAnEndlessStack() {
        int owner = recording.symbol("acme/Shop");
        int leaf = recording.method(owner, recording.symbol("leaf"));
        int again = recording.method(owner, recording.symbol("again"));
        int[] methods = new int[200_000];
        Arrays.fill(methods, again);
        methods[0] = leaf;
        recording.order(0, 10 * MS).sleep(MS, 8 * MS, recording.stack(methods));

        List<StackFrame> frames = outliers(analysis()).get(0).stacks().get(0).frames();

        assertThat(frames).hasSize(8_192);
        assertThat(frames.get(frames.size() - 1).name()).isEqualTo("acme.Shop.leaf");
    }

    @Test
    @Timeout(120)
    void shouldMeasureTheFirstTypesAndCountTheOthers() {
        int types = ForeignEvents.MAX_TYPES + 3_000;
        for (int i = 0; i < types; i++) {
            recording.other("t" + i, MS);
        }
        recording.other("t" + (types - 1), MS);
        Path file = recording.write(folder.resolve("types.jfr"));

        long bytes = allocated(() -> {
            ForeignEvents found = ForeignEvents.of(file);
            assertThat(found.events()).hasSize(ForeignEvents.MAX_TYPES);
            assertThat(found.otherTypes()).isEqualTo(3_000);
            assertThat(found.otherEvents()).isEqualTo(3_001);
            return found;
        });

        // A histogram for each would take 350 MB.
        assertThat(bytes).isLessThan(150 << 20);
    }

    /** Iterations that all overlap, as those of an event loop may: each holds all that could touch any thread. */
    @Test
    @Timeout(240)
    void shouldSayHowManyOutliersWereLeftOutWhereAllOverlap() {
        int iterations = 1_000;
        for (int i = 0; i < iterations; i++) {
            recording.order(1_000L * i, 1_000 * MS);
        }
        for (int i = 0; i < iterations; i++) {
            recording.compilation(10 * MS + 50_000L * i, 40_000);
        }

        Analysis analysis = analysis();

        assertThat(outliers(analysis)).hasSize(iterations);
        assertThat(outliers(analysis).stream()
                        .mapToLong(one -> one.evidence().size())
                        .sum())
                .isEqualTo(500_000);
        assertThat(analysis.run().warnings())
                .contains("500 outliers had not all events and stacks of their time looked at: too many overlap."
                        + " The slowest come first; a higher --threshold leaves fewer.");
    }

    /** A file of headers and nothing else: each is damage of its own. */
    @Test
    @Timeout(120)
    void shouldSayTheFirstDamagesAndCountTheOthers() throws IOException {
        for (int i = 0; i < 20; i++) {
            recording.order(100 * MS * i, 2 * MS);
        }
        Path file = recording.write(folder.resolve("damaged.jfr"));
        byte[] header = Arrays.copyOf(Files.readAllBytes(file), 68);
        // No size, no constants, no types, but a clock: enough to look like the begin of a chunk.
        Arrays.fill(header, 8, 56, (byte) 0);
        ByteBuffer headers = ByteBuffer.allocate(40_000 * header.length);
        while (headers.hasRemaining()) {
            headers.put(header);
        }
        Files.write(file, headers.array(), StandardOpenOption.APPEND);

        ForeignEvents found = ForeignEvents.of(file);

        assertThat(found.events()).extracting(ListedEvent::name).containsExactly(CraftedRecording.ITERATION);
        assertThat(found.problems()).hasSize(11).last().isEqualTo("And 39,990 more.");
    }
}
