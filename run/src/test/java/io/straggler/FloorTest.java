package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.AboveFloor;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorTest {
    @TempDir
    private Path scratch;

    @Test
    void shouldTellLatenciesAsMultiplesOfTheFloorsAndKeepThem() throws IOException {
        Path floor = scratch.resolve("floor");
        new WrittenRuns()
                .task("io.straggler.ping.TcpSpinPing")
                .fact("ping", "tcp-spin, 64 bytes")
                .write(floor);
        RunFolder run = new WrittenRuns().factor(3).forks(2).write(scratch.resolve("run"));
        Analysis before = Analysis.of(run);

        Floor.read(floor).addTo(run);
        try (var files = Files.walk(floor)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }

        Analysis analysis = Analysis.of(run);
        assertThat(analysis.run().environment().get(Floor.FACT))
                .isEqualTo("tcp-spin, 64 bytes, at 2,000/s, from " + floor);
        AboveFloor above = AboveFloor.of(analysis.series());
        assertThat(above.points()).extracting(AboveFloor.Point::percentile).contains(50.0, 99.0, 99.9);
        // Half of the run is of another seed than its floor.
        assertThat(above.points().get(0).multiple()).isCloseTo(3, within(0.15));
        assertThat(analysis.series().stream().filter(one -> !one.name().equals("floor")))
                .as("nothing else has changed")
                .containsExactlyElementsOf(before.series());
    }

    @Test
    void shouldSayWhenTheFloorsRunWasNotSound() throws IOException {
        Path floor = scratch.resolve("floor");
        new WrittenRuns().status(RunStatus.SATURATED, "behind").write(floor);
        RunFolder run = new WrittenRuns().write(scratch.resolve("run"));
        Floor.read(floor).addTo(run);

        assertThat(run.readRun().environment().get(Floor.FACT))
                .isEqualTo("com.acme.Task, at 2,000/s (its run was saturated), from " + floor);
    }

    @Test
    void shouldRefuseWhatIsNoRun() throws IOException {
        Path several = scratch.resolve("several");
        new WrittenRuns().write(several.resolve("udp"));
        new WrittenRuns().write(several.resolve("tcp-spin"));
        Files.createDirectory(several.resolve("other"));

        shouldRefuse(scratch.resolve("nowhere"), "floor must be the folder of one run: floor=" + scratch + "/nowhere");
        shouldRefuse(
                several,
                "floor must be the folder of one run: floor=" + several + " (it holds several: tcp-spin, udp)");
        Files.delete(several.resolve("udp/latency.hlog"));
        shouldRefuse(
                several.resolve("udp"),
                "floor must be of a run that measured something: floor=" + several.resolve("udp"));
    }

    private static void shouldRefuse(Path floor, String message) {
        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> Floor.read(floor))
                .withMessage(message);
    }
}
