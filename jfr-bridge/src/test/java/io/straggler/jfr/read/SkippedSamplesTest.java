package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.Chunks;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of the stacks that belong to no outlier the first are read; from then on they are skipped, and those of outliers are not. */
class SkippedSamplesTest {
    private static final int CHUNKS = 8;
    private static final int INSIDE = 7;
    private static final int OUTSIDE = BoundedSamples.MAX_OTHER / 4;

    @TempDir
    private Path directory;

    @BeforeAll
    static void register() {
        FlightRecorder.register(Sample.class);
    }

    @AfterAll
    static void unregister() {
        FlightRecorder.unregister(Sample.class);
    }

    @Test
    void shouldReadEveryStackOfAnOutlier() {
        List<Outlier> outliers = new ArrayList<>();
        Path file;
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.watching(new WatchedThread(
                    "me", Thread.currentThread().getId(), Recorded.osThreadId(), ThreadRole.SEQUENTIAL));
            file = Chunks.record(directory.resolve("samples.jfr"), CHUNKS, chunk -> {
                take(OUTSIDE);
                long startNs = System.nanoTime();
                take(INSIDE);
                Outlier outlier = new Outlier(
                        new Iteration(new RunId(0, 1), startNs, startNs, System.nanoTime(), 0, 0), 1, List.of());
                emitter.outlier(outlier);
                outliers.add(outlier);
                take(OUTSIDE);
            });
        }

        // One thread is no more than two chunks ahead.
        RecordedRun skipped = RecordingReader.read(file, 1, 1_000_000_000);

        assertThat(skipped.samples()).hasSize(BoundedSamples.MAX_OTHER + CHUNKS * INSIDE);
        assertThat(outliers)
                .hasSize(CHUNKS)
                .allSatisfy(outlier -> assertThat(skipped.samples())
                        .filteredOn(sample -> within(sample, outlier.iteration()))
                        .hasSize(INSIDE));
        // A file that is mapped is read event by event.
        assertThat(RecordingReader.read(file, 1, 1)).isEqualTo(skipped);
    }

    private static boolean within(StackSample sample, Iteration iteration) {
        return sample.timeNs() >= iteration.startNs() && sample.timeNs() <= iteration.endNs();
    }

    private static void take(int samples) {
        for (int i = 0; i < samples; i++) {
            new Sample().commit();
        }
    }

    /** Under the profiler's name for it. */
    @Name("profiler.WallClockSample")
    private static final class Sample extends Event {
        private Thread sampledThread = Thread.currentThread();
    }
}
