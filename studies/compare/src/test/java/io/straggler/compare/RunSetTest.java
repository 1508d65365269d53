package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.WrittenRuns;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSetTest {
    @TempDir
    Path directory;

    private RunFolder run(String name) {
        return new WrittenRuns().write(directory.resolve(name));
    }

    @Test
    void shouldReadTheForksOfAFolder() {
        RunSet set = RunSet.read("before", List.of(new WrittenRuns().forks(3).write(directory.resolve("three"))));

        assertThat(set.forks()).hasSize(3);
        assertThat(set.forks()).allSatisfy(fork -> {
            assertThat(fork.periods()).hasSize(100);
            assertThat(fork.periodNs()).isEqualTo(100_000_000);
            assertThat(fork.periods().get(0).total()).isEqualTo(200);
        });
        assertThat(set.side().label()).isEqualTo("before");
        assertThat(set.side().measuredNs()).isEqualTo(30_000_000_000L);
        // Median of 1 µs and an exponential with a mean of 10 µs.
        assertThat(set.normalNs()).isBetween(7_600L, 8_400L);
    }

    @Test
    void shouldTakeTheForksOfSeveralFoldersForDifferentOnes() {
        RunFolder one = new WrittenRuns().forks(2).write(directory.resolve("one"));
        RunFolder other = new WrittenRuns().forks(2).seed(2).write(directory.resolve("other"));

        RunSet set = RunSet.read("both", List.of(one, other));

        assertThat(set.forks()).hasSize(4);
        assertThat(set.side().run().runs())
                .extracting(RunOutcome::runId)
                .extracting(id -> id.fork())
                .containsExactly(0, 1, 2, 3);
        assertThat(set.side().run().iterations()).isEqualTo(80_000);
    }

    /** As two hosts do, on which the same program runs. */
    @Test
    void shouldKeepApartWhatWasMeasuredAtTheSameTime() {
        RunFolder one = new WrittenRuns().write(directory.resolve("one"));
        RunFolder other = new WrittenRuns().factor(3).write(directory.resolve("other"));

        RunSet set = RunSet.read("both", List.of(one, other));

        assertThat(set.side().run().runs())
                .extracting(RunOutcome::startEpochMs)
                .containsOnly(set.side().run().runs().get(0).startEpochMs());
        List<Series> byRun = set.side().series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() != null)
                .toList();
        assertThat(byRun).extracting(Series::count).containsExactly(20_000L, 20_000L);
        assertThat(byRun.get(1).meanNs() / byRun.get(0).meanNs()).isBetween(2.7, 3.3);
        assertThat(set.forks().get(1).periods()).hasSize(100);
    }

    @Test
    void shouldRefuseARunThatIsNoGood() {
        RunFolder saturated = new WrittenRuns()
                .status(RunStatus.SATURATED, "only half were completed")
                .write(directory.resolve("saturated"));
        RunFolder failed =
                new WrittenRuns().status(RunStatus.FAILED, "iteration 7 threw").write(directory.resolve("failed"));

        assertThatThrownBy(() -> RunSet.read("x", List.of(saturated)))
                .isInstanceOf(IncomparableException.class)
                .hasMessage(saturated.path()
                        + " holds a run that was saturated, so it cannot be compared: only half were completed");
        assertThatThrownBy(() -> RunSet.read("x", List.of(run("good"), failed)))
                .hasMessage(failed.path() + " holds a run that failed, so it cannot be compared: iteration 7 threw");
    }

    @Test
    void shouldRefuseFoldersOfOneSideThatMeasuredDifferentThings() {
        RunFolder other =
                new WrittenRuns().task("com.acme.Other").schedule("uniform 9/s").write(directory.resolve("other"));

        assertThatThrownBy(() -> RunSet.read("monday", List.of(run("one"), other)))
                .hasMessage("the runs of monday must have measured the same: task: com.acme.Task against "
                        + "com.acme.Other; schedule: uniform 2,000/s against uniform 9/s");
    }

    @Test
    void shouldSayThatAFolderIsNoRun() {
        assertThatThrownBy(() -> RunSet.read("x", List.of(new RunFolder(directory))))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("run folder must contain a readable run.json: folder=" + directory
                        + ", error=it does not exist");
    }

    @Test
    void shouldRefuseAnotherSchemaVersion() throws IOException {
        RunFolder folder = run("old");
        String text = Files.readString(folder.runJson());
        Files.writeString(folder.runJson(), text.replace("\"schemaVersion\" : 3", "\"schemaVersion\" : 4"));

        assertThatThrownBy(() -> RunSet.read("x", List.of(folder)))
                .hasMessage(
                        "run.json must have schema version 3; measure again, or use the Straggler that wrote it: schemaVersion=4 file="
                                + folder.runJson());
    }

    @Test
    void shouldPairOnlyInterleavedRuns() {
        RunFolder a = new WrittenRuns().forks(2).write(directory.resolve("a"));
        RunFolder b = new WrittenRuns().forks(2).write(directory.resolve("b"));
        RunFolder c = new WrittenRuns().forks(2).write(directory.resolve("c"));
        RunFolder shorter = new WrittenRuns().forks(1).write(directory.resolve("shorter"));
        InterleavedRuns.mark(a, "seed 1 of x");
        InterleavedRuns.mark(b, "seed 1 of x");
        InterleavedRuns.mark(c, "seed 1 of y");
        InterleavedRuns.mark(shorter, "seed 1 of x");

        assertThat(pairing(a, b)).isEqualTo(Pairing.PAIRED);
        assertThat(pairing(a, c)).isEqualTo(Pairing.UNPAIRED);
        assertThat(pairing(a, shorter)).isEqualTo(Pairing.UNPAIRED);
        assertThat(pairing(run("d"), run("e"))).isEqualTo(Pairing.UNPAIRED);
    }

    private static Pairing pairing(RunFolder a, RunFolder b) {
        return InterleavedRuns.pairing(RunSet.read("a", List.of(a)), RunSet.read("b", List.of(b)));
    }
}
