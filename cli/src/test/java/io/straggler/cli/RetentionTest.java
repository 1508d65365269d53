package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.tasks.Spiky;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.jfr.keep.RecordingFollower;
import io.straggler.jfr.keep.Retention;
import io.straggler.jfr.keep.RetentionLimits;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunStatus;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was kept of a recording must lead to the same conclusions as all of it. */
class RetentionTest {
    private static final RetentionLimits NOTHING_WHOLE =
            new RetentionLimits(Duration.ofNanos(1), Long.MAX_VALUE, 0, Long.MAX_VALUE);

    @TempDir
    private Path scratch;

    private Path run(String... more) throws Exception {
        Path out = scratch.resolve("run of an 'odd' name");
        List<String> arguments = new ArrayList<>(List.of("run", Spiky.class.getName(), "--out", out.toString()));
        arguments.addAll(List.of("--rate", "1k/s", "--warmup", "300ms", "--threshold", "1ms"));
        arguments.addAll(List.of(more));
        CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
        run.shouldHaveMeasured();
        return out;
    }

    @Test
    void shouldConcludeTheSameFromWhatIsKept() throws Exception {
        Path recording = run("--count", "3000").resolve("recording.jfr");
        List<byte[]> chunks = split(recording);
        Path repository = Files.createDirectories(scratch.resolve("repository"));
        Path stacks = scratch.resolve("stacks.jfr");
        for (int i = 0; i < chunks.size() - 1; i++) {
            Files.write(repository.resolve("chunk_" + i + ".jfr"), chunks.get(i));
        }
        Files.write(stacks, chunks.get(chunks.size() - 1));
        Path kept = scratch.resolve("kept.jfr");

        Retention retention = new RecordingFollower(
                        repository, Files.createDirectory(scratch.resolve("links")), kept, NOTHING_WHOLE, null)
                .finish(stacks);

        assertThat(retention.notices()).isEmpty();
        RecordedRun all = RecordingReader.read(recording);
        // Where a busy machine makes most iterations late, most is kept.
        long lateNs = all.outliers().stream()
                .mapToLong(outlier -> outlier.iteration().serviceNs() + 2_000_000)
                .sum();
        assertThat(retention.keptBytes())
                .isLessThanOrEqualTo(lateNs < 1_000_000_000 ? retention.readBytes() * 3 / 4 : retention.readBytes());
        RecordedRun part = RecordingReader.read(kept);
        assertThat(part.samples())
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(all.samples().size());
        Conclusions expected = Conclusions.of(all, 2_000, LatencyCounts.NONE);
        Conclusions actual = Conclusions.of(part, 2_000, LatencyCounts.NONE);
        assertThat(actual.diagnosis().outliers().size())
                .isEqualTo(expected.diagnosis().outliers().size())
                .isGreaterThan(20);
        assertThat(differing(actual, expected)).isEmpty();
        assertThat(actual.diagnosis().normalStacks())
                .isEqualTo(expected.diagnosis().normalStacks());
        assertThat(butDropped(actual.diagnosis().coverage()))
                .isEqualTo(butDropped(expected.diagnosis().coverage()));
        assertThat(actual.budget()).isEqualTo(expected.budget());
        assertThat(actual.blame()).isEqualTo(expected.blame());
    }

    /** Each outlier that is not the same in both, as it is in both. */
    private static List<List<DiagnosedOutlier>> differing(Conclusions actual, Conclusions expected) {
        List<DiagnosedOutlier> others = expected.diagnosis().outliers();
        List<List<DiagnosedOutlier>> pairs = new ArrayList<>();
        for (DiagnosedOutlier outlier : actual.diagnosis().outliers()) {
            DiagnosedOutlier other = others.get(pairs.size());
            pairs.add(outlier.equals(other) ? List.of() : List.of(outlier, other));
        }
        return pairs.stream().filter(pair -> !pair.isEmpty()).toList();
    }

    private static Coverage butDropped(Coverage coverage) {
        return new Coverage(
                coverage.outliers(),
                coverage.longNs(),
                coverage.ran(),
                coverage.blocked(),
                coverage.stopped(),
                coverage.bySample(),
                coverage.byEvent(),
                coverage.firstSeenNs(),
                coverage.serviceNs(),
                coverage.seenNs(),
                0,
                coverage.bySwitches());
    }

    private static List<byte[]> split(Path recording) throws Exception {
        byte[] all = Files.readAllBytes(recording);
        List<byte[]> chunks = new ArrayList<>();
        int at = 0;
        while (at < all.length) {
            int size = (int) ByteBuffer.wrap(all).getLong(at + 8);
            chunks.add(Arrays.copyOfRange(all, at, at + size));
            at += size;
        }
        return chunks;
    }

    @Test
    void shouldLeaveTheRecordingToTheJvmWhenTheUserChoseTheRepository() throws Exception {
        Path own = scratch.resolve("own");
        Path out = run("--count", "600", "--jvm-arg", "-XX:FlightRecorderOptions=repository=" + own);

        Analysis analysis = Analysis.of(new RunFolder(out));
        assertThat(own).exists();
        assertThat(analysis.run().environment()).doesNotContainKey("retention");
        assertThat(analysis.conclusions().diagnosis().outliers()).isNotEmpty();
    }

    @Test
    void shouldRecoverTheOutliersOfAJvmThatWasKilled() throws Exception {
        Path out = scratch.resolve("killed");
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                "measuring",
                "run",
                Spiky.class.getName(),
                "--out",
                out.toString(),
                "--rate",
                "1k/s",
                "--warmup",
                "2s",
                "--duration",
                "2min",
                "--threshold",
                "1ms");
        awaitOutliers(out);
        run.signalMeasuredJvm("KILL");

        assertThat(run.exitCode()).isEqualTo(2);
        Analysis killed = Analysis.of(new RunFolder(out));
        assertThat(killed.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(killed.run().reason())
                .startsWith("The measured JVM ended with exit code 137 before it had written its results");
        assertThat(killed.conclusions().diagnosis().outliers()).isNotEmpty();
        assertThat(run.out()).contains("FAILED", "report      " + out.resolve("report.html"));
        assertThat(out).isDirectoryNotContaining("glob:**/fork-0");
    }

    /** JFR flushes once a second: what is in the live chunk's flushed part survives. */
    private static void awaitOutliers(Path out) throws Exception {
        boolean found = false;
        while (!found) {
            try (var files = Files.walk(out.resolve("fork-0").resolve("repository"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    found |= flushed(file)
                            && !RecordingReader.read(file).outliers().isEmpty();
                }
            }
        }
    }

    private static boolean flushed(Path chunk) throws Exception {
        return Files.size(chunk) > 1_000;
    }
}
