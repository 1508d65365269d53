package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.jlbh.users.Distributed;
import io.straggler.jlbh.users.OnAnotherThread;
import io.straggler.jlbh.users.Spiky;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a user of JLBH meets: the command, its output, its exit code and its files. */
@Timeout(300)
class JlbhCommandTest extends HostedRun {
    @Test
    void shouldDiagnoseABenchmarkThatStartsJlbhInItsMainAndExits() throws Exception {
        run(Spiky.class.getName(), "--threshold", "3ms");

        Analysis analysis = analysis();
        assertThat(analysis.run().task()).isEqualTo(Spiky.class.getName());
        assertThat(analysis.run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().iterations()).isEqualTo(1_500);
        assertThat(analysis.run().runs().get(0).targetPerSecond()).isEqualTo(1_000);
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(15);
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .as("stacks of the task begin with it, neither with the harness nor with the adapter")
                // On a busy machine an iteration may be late before the task is called: that is the harness's own
                // stack.
                .filteredOn(stack ->
                        stack.frames().stream().anyMatch(frame -> frame.name().startsWith(Spiky.class.getName())))
                .noneMatch(stack -> stack.frames().get(0).name().startsWith("io.straggler.harness."))
                .anyMatch(stack -> stack.frames().get(0).name().equals(Spiky.class.getName() + ".run")
                        && stack.frames().get(1).name().equals(Spiky.class.getName() + ".spikeOnPurpose"));
        assertThat(err).contains("complete after 2100", "SUMMARY (end to end) us");
        assertThat(Files.readString(folder().resolve("diagnosis.json"))).contains("spikeOnPurpose");
        assertThat(Files.readString(folder().resolve("jlbh.txt"))).contains("End to End: (1,500) ");
    }

    @Test
    void shouldRunATaskThatHasNoMainByTheOptionsOfTheCommandLine() throws Exception {
        run(
                "io.straggler.jlbh.users.TaskOnly",
                "--rate",
                "2k/s",
                "--count",
                "700",
                "--runs",
                "2",
                "--warmup",
                "300ms",
                "--threshold",
                "1h",
                "--jvm-arg=-Dx=y");

        Analysis analysis = analysis();
        assertThat(analysis.run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.iterations()).isEqualTo(700);
            assertThat(run.targetPerSecond()).isEqualTo(2_000);
        });
        assertThat(analysis.run().optionsGiven()).containsEntry("rate", "2k/s");
        assertThat(err).contains("Target throughput:2000/s = 1 message every 500us", "End to End: (700) ");
    }

    @Test
    void shouldAskTheDistributorAtAnotherRate() throws Exception {
        run(Distributed.class.getName(), "--rate", "2k/s", "--seed", "7", "--threshold", "1h");

        assertThat(analysis().run().runs().get(0).targetPerSecond()).isEqualTo(2_000);
        assertThat(err)
                .contains("gaps of 1 and 999999 ns", "Target throughput:2000/s")
                .contains("distribution: distributor " + Distributed.class.getName());
    }

    @Test
    void shouldReplaceTheDistributorByArrivalsThatAreAskedFor() throws Exception {
        run(Distributed.class.getName(), "--arrivals", "uniform", "--threshold", "1h");

        assertThat(analysis().run().runs().get(0).targetPerSecond()).isEqualTo(1_000);
        assertThat(err).contains("gaps of 1000000 ns", "distribution: NORMAL");
    }

    @Test
    void shouldWaitForABenchmarkThatAnotherThreadStartsAndMeasureTheFirstOnly() throws Exception {
        int code = run(OnAnotherThread.class.getName(), "--threshold", "1s", "--jvm-arg=-Dstarts=2");

        assertThat(analysis().run().iterations()).isEqualTo(200);
        // A machine that is busy with other things may not keep the rate; then it says so.
        assertThat(code).as(err).isEqualTo((out + err).contains("saturated: ") ? 2 : 0);
        assertThat(err).contains("This program starts JLBH more than once: the first start was measured");
    }
}
