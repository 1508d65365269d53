package io.straggler.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.FaultScore;
import io.straggler.selftest.Score;
import io.straggler.selftest.Selftest;
import io.straggler.selftest.SelftestFormat;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyTest {
    @TempDir
    private Path scratch;

    private static Selftest selftest(String machine) {
        FaultScore gc = fault(Fault.GC, 40, 0.99);
        FaultScore storm = fault(Fault.ALLOCATION, 30, 0.5);
        FaultScore hog = new FaultScore(
                Fault.HOG,
                0,
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                0,
                0,
                Map.of(),
                "needs threads that can be bound to a core");
        Score score =
                new Score(List.of(gc, storm, hog), 10, 0, OptionalDouble.of(1), 70, 60, 1, 65, 60, 2, 0, 0, 40, 20);
        return new Selftest(
                1234,
                "a \"JVM\"",
                17,
                machine,
                Regime.LABORATORY,
                List.of(3L, 4L),
                20_000,
                new Selftest.Ordinary(1000, 3),
                score,
                List.of(score, score));
    }

    private static FaultScore fault(Fault fault, int injections, double precision) {
        return new FaultScore(
                fault,
                injections,
                injections,
                OptionalDouble.of(precision),
                OptionalDouble.of(0.75),
                OptionalDouble.of(1),
                OptionalDouble.of(0.5),
                5,
                4,
                6,
                Map.of("GC pause", 1.0),
                "");
    }

    @Test
    void shouldQuoteWhatASelftestFound() throws IOException {
        Path file = Files.writeString(scratch.resolve("selftest-17.json"), SelftestFormat.write(selftest("here")));

        Accuracy accuracy = Accuracy.read(file, "here").orElseThrow();

        assertThat(accuracy.startEpochMs()).isEqualTo(1234);
        assertThat(accuracy.injections()).isEqualTo(70);
        assertThat(accuracy.firstRank()).hasValue(60.0 / 65);
        // A collection is an answer to an allocation storm too, but the explicit one speaks for it.
        assertThat(accuracy.byCause().get("GC pause"))
                .isEqualTo(new Accuracy.OfCause(40, OptionalDouble.of(0.99), OptionalDouble.of(0.75)));
        assertThat(accuracy.byCause().get("waiting for a core"))
                .isEqualTo(new Accuracy.OfCause(0, OptionalDouble.empty(), OptionalDouble.empty()));
    }

    @Test
    void shouldNotQuoteAnotherMachine() throws IOException {
        Path file = Files.writeString(scratch.resolve("selftest-17.json"), SelftestFormat.write(selftest("there")));

        assertThat(Accuracy.read(file, "here")).isEmpty();
    }

    @Test
    void shouldQuoteNothingFromWhatCannotBeRead() throws IOException {
        Path file = scratch.resolve("selftest-17.json");
        assertThat(Accuracy.read(file, "here")).isEmpty();
        String whole = SelftestFormat.write(selftest("here"));
        for (int length = 0; length < whole.length() - 2; length += 7) {
            Files.writeString(file, whole.substring(0, length));
            assertThat(Accuracy.read(file, "here")).isEmpty();
        }
        Files.writeString(file, whole.replace("\"score\"", "\"scores\""));
        assertThat(Accuracy.read(file, "here")).isEmpty();
    }

    @Test
    void shouldKeepResultsWhereTheUserSays() {
        assertThat(Accuracy.folder("/own", "/state", "/home/me")).isEqualTo(Path.of("/own"));
        assertThat(Accuracy.folder(null, "/state", "/home/me")).isEqualTo(Path.of("/state/straggler"));
        assertThat(Accuracy.folder("", "", "/home/me")).isEqualTo(Path.of("/home/me/.local/state/straggler"));
    }

    @Test
    void shouldFindOnThisMachineWhatWasKeptHere() throws IOException {
        assertThat(System.getenv(Accuracy.FOLDER_VARIABLE)).isNotNull();
        Selftest here = selftest(ThisMachine.describe());
        Selftest now = new Selftest(
                here.startEpochMs(),
                here.jvm(),
                Runtime.version().feature(),
                here.machine(),
                here.regime(),
                here.seeds(),
                here.thresholdNs(),
                here.ordinary(),
                here.score(),
                here.bySeed());
        try {
            SelftestFormat.keep(now);
            assertThat(Accuracy.ofThisMachine(20_000, false))
                    .map(Accuracy::injections)
                    .hasValue(70);
            // The only one there is, though another would say more of such a run.
            assertThat(Accuracy.ofThisMachine(1_000_000, false))
                    .map(Accuracy::regime)
                    .hasValue(Accuracy.LABORATORY);
            Path application = Accuracy.file(now.feature(), Accuracy.APPLICATION);
            Files.writeString(
                    application,
                    SelftestFormat.write(now).replace("\"" + Accuracy.LABORATORY, "\"" + Accuracy.APPLICATION));
            assertThat(Accuracy.ofThisMachine(1_000_000, false))
                    .map(Accuracy::regime)
                    .hasValue(Accuracy.APPLICATION);
            assertThat(Accuracy.ofThisMachine(20_000, false))
                    .map(Accuracy::regime)
                    .hasValue(Accuracy.LABORATORY);
            assertThat(Accuracy.ofThisMachine(1_000_000, true))
                    .as("iterations on one thread say nothing of others")
                    .isEmpty();
            Path pipeline = Accuracy.file(now.feature(), Accuracy.PIPELINE);
            Files.writeString(
                    pipeline, SelftestFormat.write(now).replace("\"" + Accuracy.LABORATORY, "\"" + Accuracy.PIPELINE));
            assertThat(Accuracy.ofThisMachine(20_000, true))
                    .map(Accuracy::regime)
                    .hasValue(Accuracy.PIPELINE);
            Files.delete(pipeline);
            Files.delete(application);
        } finally {
            Files.delete(Accuracy.file(now.feature(), Accuracy.LABORATORY));
        }
        assertThat(Accuracy.ofThisMachine(20_000, false)).isEmpty();
    }
}
