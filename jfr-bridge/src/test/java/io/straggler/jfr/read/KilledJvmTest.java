package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledJvmTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadWhatAJvmHadFlushedBeforeItWasKilled() throws Exception {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:FlightRecorderOptions=repository=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .start();
        assertThat(victim.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(victim.exitValue())
                .as(Files.readString(directory.resolve("output.txt")))
                .isEqualTo(Victim.KILLED);
        assertThat(directory.resolve("run.jfr")).isEmptyFile();

        RecordedRun run = RecordingReader.read(chunkBelow(directory));

        assertThat(run.outliers()).containsExactly(Victim.OUTLIER);
        assertThat(run.clock().pairs()).isPositive();
    }

    private static Path chunkBelow(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".jfr") && !file.endsWith("run.jfr"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    /** A JVM that ends without any goodbye, once what it emitted is flushed. */
    static final class Victim {
        static final int KILLED = 137;
        static final Outlier OUTLIER = new Outlier(new Iteration(new RunId(5, 1), 10, 20, 30, 0, 10), 7, List.of());

        private Victim() {}

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            EventEmitter emitter = new EventEmitter(5);
            InProcessRecording.toFile(directory.resolve("run.jfr"), Recorded.ARM_DELAY);
            Path chunk = chunkBelow(directory);
            emitter.outlier(OUTLIER);
            long before = flushedBytes(chunk);
            long first = awaitOther(chunk, before);
            awaitOther(chunk, first);
            Runtime.getRuntime().halt(KILLED);
        }

        private static long awaitOther(Path chunk, long bytes) throws IOException {
            long now = bytes;
            while (now == bytes) {
                Thread.onSpinWait();
                now = flushedBytes(chunk);
            }
            return now;
        }

        private static long flushedBytes(Path chunk) throws IOException {
            ByteBuffer header = ByteBuffer.allocate(ChunkExtent.HEADER_BYTES);
            try (FileChannel channel = FileChannel.open(chunk)) {
                channel.read(header, 0);
            }
            return header.getLong(8);
        }
    }
}
