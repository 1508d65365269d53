package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceRunTest {
    @TempDir
    private Path scratch;

    @Test
    void shouldTellLatenciesAsMultiplesOfTheReferenceRunsAndKeepThem() throws IOException {
        Path reference = scratch.resolve("reference");
        new WrittenRuns()
                .task("io.straggler.ping.TcpSpinPing")
                .fact("ping", "tcp-spin, 64 bytes")
                .write(reference);
        RunFolder run = new WrittenRuns().factor(3).forks(2).write(scratch.resolve("run"));
        Analysis before = Analysis.of(run);

        ReferenceRun.read(reference).addTo(run);
        try (var files = Files.walk(reference)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }

        Analysis analysis = Analysis.of(run);
        assertThat(analysis.run().environment().get(ReferenceRun.FACT))
                .isEqualTo("tcp-spin, 64 bytes, at 2,000/s, from " + reference);
        RelativeLatency above = RelativeLatency.of(analysis.series());
        assertThat(above.points()).extracting(RelativeLatency.Point::percentile).contains(50.0, 99.0, 99.9);
        // Half of the run is of another seed than its reference run.
        assertThat(above.points().get(0).multiple()).isCloseTo(3, within(0.15));
        assertThat(analysis.series().stream().filter(one -> !one.name().equals("reference")))
                .as("nothing else has changed")
                .containsExactlyElementsOf(before.series());
    }

    @Test
    void shouldSayWhenTheReferenceRunWasNotSound() throws IOException {
        Path reference = scratch.resolve("reference");
        new WrittenRuns().status(RunStatus.SATURATED, "behind").write(reference);
        RunFolder run = new WrittenRuns().write(scratch.resolve("run"));
        ReferenceRun.read(reference).addTo(run);

        assertThat(run.readRun().environment().get(ReferenceRun.FACT))
                .isEqualTo("com.acme.Task, at 2,000/s (its run was saturated), from " + reference);
    }

    @Test
    void shouldRefuseWhatIsNoRun() throws IOException {
        Path several = scratch.resolve("several");
        new WrittenRuns().write(several.resolve("udp"));
        new WrittenRuns().write(several.resolve("tcp-spin"));
        Files.createDirectory(several.resolve("other"));

        shouldRefuse(
                scratch.resolve("nowhere"),
                "relative-to must be the folder of one run: relative-to=" + scratch + "/nowhere");
        shouldRefuse(
                several,
                "relative-to must be the folder of one run: relative-to=" + several
                        + " (it holds several: tcp-spin, udp)");
        Files.delete(several.resolve("udp/latency.hlog"));
        shouldRefuse(
                several.resolve("udp"),
                "relative-to must be of a run that measured something: relative-to=" + several.resolve("udp"));
    }

    private static void shouldRefuse(Path reference, String message) {
        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> ReferenceRun.read(reference))
                .withMessage(message);
    }
}
