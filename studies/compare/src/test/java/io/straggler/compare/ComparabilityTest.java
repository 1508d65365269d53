package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.WrittenRuns;
import io.straggler.compare.result.RunDifference;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparabilityTest {
    @TempDir
    Path directory;

    private int folders;

    private RunDescription run(WrittenRuns runs) {
        return runs.write(directory.resolve("run-" + folders++)).readRun();
    }

    @Test
    void shouldListTheMachineFirstAndLeaveOutHowItWent() {
        RunDescription a = run(new WrittenRuns().fact("jvm", "17").fact("retention", "all"));
        RunDescription b = run(new WrittenRuns()
                .fact("jvm", "25")
                .fact("cpu", "Two")
                .fact("heap max", "256 MB")
                .fact("retention", "half")
                .fact("recording clock", "off by 3 ns")
                .thresholdNs(60_000));

        assertThat(Comparability.differences(a, b))
                .extracting(RunDifference::sentence)
                .containsExactly(
                        "cpu: One against Two",
                        "heap max: not known against 256 MB",
                        "jvm: 17 against 25",
                        "threshold (the first one counts for both): 50 µs against 60 µs");
    }

    @Test
    void shouldFindNoDifferenceBetweenRepeats() {
        assertThat(Comparability.differences(run(new WrittenRuns()), run(new WrittenRuns().seed(2))))
                .isEmpty();
    }

    @Test
    void shouldRefuseDifferentRates() {
        RunDescription a = run(new WrittenRuns());
        RunDescription b = run(new WrittenRuns().schedule("poisson 2,000/s, seed 1"));

        assertThatThrownBy(() -> Comparability.requireComparable(a, b, Tasks.DIFFERENT))
                .hasMessage("rate and arrivals must be the same on both sides, because latency depends on them: "
                        + "uniform 2,000/s against poisson 2,000/s, seed 1");
    }

    @Test
    void shouldRefuseDifferentTasksUnlessTheyAreMeant() {
        RunDescription a = run(new WrittenRuns());
        RunDescription b = run(new WrittenRuns().task("com.acme.Other"));

        assertThatThrownBy(() -> Comparability.requireComparable(a, b, Tasks.SAME))
                .hasMessage("the sides are different tasks: com.acme.Task against com.acme.Other. "
                        + "If that is what you want to compare, say --different-tasks.");
        assertThatCode(() -> Comparability.requireComparable(a, b, Tasks.DIFFERENT))
                .doesNotThrowAnyException();
    }

    /** Nobody kept them at a rate, so it says how fast they were if that differs. */
    @Test
    void shouldSayThatProgramsOfNoScheduleRanAtAnotherPace() {
        RunDescription busy = unpaced(10_000);

        assertThat(Comparability.differences(busy, unpaced(8_800)))
                .containsExactly(new RunDifference("iterations a second", "1,000", "880"));
        assertThat(Comparability.differences(busy, unpaced(9_100))).isEmpty();
        assertThat(Comparability.differences(unpaced(10), unpaced(12)))
                .containsExactly(new RunDifference("iterations a second", "1.0", "1.2"));
    }

    private RunDescription unpaced(long iterations) {
        RunDescription run = run(new WrittenRuns());
        RunOutcome outcome = RunOutcome.of(new RunId(0, 1))
                .endEpochMs(10_000)
                .achievedPerSecond(iterations / 10.0)
                .iterations(iterations)
                .thresholdNs(run.thresholdNs())
                .worstNs(1)
                .build();
        return run.toBuilder().runs(List.of(outcome)).build();
    }
}
