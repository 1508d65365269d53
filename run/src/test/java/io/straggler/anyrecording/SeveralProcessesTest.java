package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks of one JVM, of two, and of a profiler in it, one behind the other in a file. */
class SeveralProcessesTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    /** The end of the first chunk. */
    private static final long NEXT = 10 * SECOND;

    @TempDir
    Path folder;

    private Path file;

    private static CraftedRecording chunk(long laterEpochNs, long atNs) {
        CraftedRecording chunk = new CraftedRecording().begun(laterEpochNs, atNs);
        for (int i = 0; i < 10; i++) {
            chunk.order(atNs + 100 * MS * i, 20 * MS);
        }
        return chunk;
    }

    private void join(CraftedRecording... chunks) throws IOException {
        file = folder.resolve("joined.jfr");
        Files.deleteIfExists(file);
        for (CraftedRecording chunk : chunks) {
            byte[] bytes = Files.readAllBytes(chunk.write(folder.resolve("chunk.jfr")));
            Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private AnyRecordingAnalysis analysis() {
        return AnyRecordingAnalysis.of(
                file,
                new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty()),
                Threshold.parse("10ms"));
    }

    private void assertRefused(String what) {
        assertThatThrownBy(this::analysis)
                .isInstanceOf(RecordingException.class)
                .hasMessage(file + ": holds recordings of " + what
                        + ", whose threads may have the same numbers. Report on one JVM at a time: jfr disassemble"
                        + " --max-chunks 1 " + file
                        + " writes each chunk into a file of its own, and those of one JVM can"
                        + " be joined.");
        assertThatThrownBy(() -> ForeignEvents.of(file))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("holds recordings of " + what);
    }

    private void assertOne() {
        assertThat(analysis().analysis().run().iterations()).isEqualTo(20);
        assertThat(ForeignEvents.of(file).events())
                .extracting(ListedEvent::name)
                .contains(CraftedRecording.ITERATION);
    }

    @Test
    void shouldReadTheChunksOfOneJvm() throws IOException {
        join(chunk(0, 0).jvm(12, 1_000), chunk(NEXT, NEXT).jvm(12, 1_000));

        assertOne();
    }

    @Test
    void shouldRefuseTwoProcessesAndNameThem() throws IOException {
        join(chunk(0, 0).jvm(12, 0), chunk(NEXT, NEXT).jvm(34, 86_400_000));

        assertRefused("2 JVMs (process 12 of 1970-01-01T00:00:00Z, process 34 of 1970-01-02T00:00:00Z)");
    }

    /** The first process of each container has the number 1. */
    @Test
    void shouldTellProcessesOfOneNumberByTheirStart() throws IOException {
        join(chunk(0, 0).jvm(1, 0), chunk(NEXT, NEXT).jvm(1, 500));

        assertRefused("2 JVMs (process 1 of 1970-01-01T00:00:00Z, process 1 of 1970-01-01T00:00:00.500Z)");
    }

    /** It states when the process began, the JVM when it did itself. */
    @Test
    void shouldTakeTheChunksOfAProfilerForThoseOfItsProcess() throws IOException {
        join(
                chunk(0, 0).jvm(12, 1_000),
                chunk(SECOND, SECOND).other("profiler.WallClockSample", 0).jvm(12, 400));

        assertOne();
    }

    @Test
    void shouldRefuseAProfilersChunkOfAnotherProcess() throws IOException {
        join(
                chunk(0, 0).jvm(12, 0),
                chunk(SECOND, SECOND).other("profiler.WallClockSample", 0).jvm(34, 0));

        assertRefused("2 JVMs (process 12 of 1970-01-01T00:00:00Z, process 34)");
    }

    @Test
    void shouldRefuseChunksThatWereWrittenAtTheSameTime() throws IOException {
        join(chunk(0, 0), chunk(5 * SECOND, 5 * SECOND));

        assertRefused("several JVMs, for some of its chunks were written at the same time");
    }

    @Test
    void shouldNotTakeAWallClockThatWasSetBackForASecondProcess() throws IOException {
        join(chunk(0, 0), chunk(5 * SECOND, NEXT));

        assertOne();
    }
}
