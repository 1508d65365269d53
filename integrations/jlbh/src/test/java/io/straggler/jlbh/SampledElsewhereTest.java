package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks whose iterations end on other threads than the one that runs them. */
@Timeout(120)
class SampledElsewhereTest {
    private static final int WARM_UP = 900;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    private final TestFork fork = new TestFork();
    private ExecutorService workers;

    @BeforeEach
    void shouldBelongToTheFork() {
        Hosted.by(fork);
    }

    @AfterEach
    void shouldEnd() {
        workers.shutdownNow();
        Hosted.by(new InProcess());
    }

    /** Hands every iteration to a worker, which samples it. */
    private class Handing extends Scripted {
        private final AtomicInteger handed = new AtomicInteger();

        Handing(int threads) {
            workers = Executors.newFixedThreadPool(threads);
        }

        @Override
        void iteration(int number, long startTimeNs) {
            workers.execute(() -> finish(handed.incrementAndGet(), startTimeNs));
        }

        void finish(int number, long startTimeNs) {
            jlbh.sample(System.nanoTime() - startTimeNs);
        }
    }

    private JLBH start(Scripted task, long timeoutMs) {
        return start(task, timeoutMs, 1_000);
    }

    private JLBH start(Scripted task, long timeoutMs, int iterations) {
        return start(options(task).timeout(timeoutMs).iterations(iterations));
    }

    private static JLBHOptions options(Scripted task) {
        return new JLBHOptions()
                .throughput(5_000)
                .warmUpIterations(WARM_UP)
                .iterations(1_000)
                .runs(2)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(task);
    }

    private JLBH start(JLBHOptions options) {
        JLBH jlbh = new JLBH(options, out, null);
        jlbh.start();
        return jlbh;
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldCompleteAnIterationWhenAnotherThreadSamplesIt() {
        JLBH jlbh = start(new Handing(1), 0);

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(1_000L, 1_000L);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::uncompleted)
                .containsOnly(0L);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::strayCompletions)
                .containsOnly(0L);
        assertThat(jlbh.percentileRuns()).hasSize(2);
        assertThat(printed())
                .contains(
                        "an iteration is over when another thread samples it.",
                        "samples are told apart by the start time that they count from.",
                        "End to End: (1,000) ");
    }

    @Test
    void shouldSeeWhereIterationsEndWithoutAWarmUp() {
        Handing task = new Handing(1);
        fork.give("threshold", "1s");

        start(options(task).warmUpIterations(0).iterations(300));

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(300L, 300L);
        assertThat(task.starts).hasSize(100 + 300 + 300);
        assertThat(printed())
                .contains(
                        "The benchmark has no warm-up (warmUpIterations 0): 100 iterations that are not measured were run at once, to see"
                                + " where they end.",
                        "an iteration is over when another thread samples it.",
                        "End to End: (300) ");
    }

    @Test
    void shouldSeeALatencyThatOnlyTheOtherThreadKnows() {
        start(
                new Handing(3) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number == WARM_UP + 500) {
                            burn(120_000_000);
                        }
                        super.finish(number, startTimeNs);
                    }
                },
                0);

        assertThat(fork.result().histogram("latency").getMaxValue()).isGreaterThan(119_000_000);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(1_000L, 1_000L);
    }

    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCountSeveralSamplesAndCompleteOnce() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        super.finish(number, startTimeNs);
                        super.finish(number, startTimeNs);
                    }
                },
                0);

        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(1_000L, 1_000L);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::strayCompletions)
                .containsOnly(0L);
        assertThat(printed()).contains("SUMMARY (end to end)");
    }

    @Test
    void shouldTakeSamplesInOrderWhenTheyCountFromSomethingElse() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        // So late that nobody can take it for a sample that counts from the start.
                        while (System.nanoTime() - startTimeNs < 20_000) {
                            Thread.onSpinWait();
                        }
                        jlbh.sample(17);
                    }
                },
                0);

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(1_000L, 1_000L);
        assertThat(printed()).contains("are taken to come in order.");
    }

    @Test
    void shouldCountSamplesThatNeverComeAndNotWaitForThem() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number != WARM_UP + 300 && number != WARM_UP + 301) {
                            super.finish(number, startTimeNs);
                        }
                    }
                },
                30_000);

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(998L, 1_000L);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::uncompleted)
                .containsExactly(2L, 0L);
        assertThat(fork.result().run().warnings())
                .anyMatch(warning -> warning.startsWith("2 iterations were never complete: "));
    }

    @Test
    void shouldNotWaitForTheLastSampleForEver() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number != WARM_UP + 1_000) {
                            super.finish(number, startTimeNs);
                        }
                    }
                },
                8_000);

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::uncompleted)
                .containsExactly(1L, 0L);
    }

    @Test
    void shouldFailARunThatIsHardlySampled() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number <= WARM_UP || number % 2 == 0) {
                            super.finish(number, startTimeNs);
                        }
                    }
                },
                30_000);

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).contains(" of 1000 iterations were never sampled");
        assertThat(fork.result().run().runs()).hasSize(1);
    }

    @Test
    void shouldEndARunWhoseWorkerHangsWithItsStack() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number == WARM_UP + 20) {
                            sleepUnlessInterrupted();
                        }
                        super.finish(number, startTimeNs);
                    }
                },
                1_500,
                // Still being paced when time is up: after it, samples that do not come are missing, and nobody hangs.
                200_000);

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).startsWith("an iteration was not complete after ");
        assertThat(fork.result().stuckThreads()).anyMatch(stack -> stack.contains("sleepUnlessInterrupted"));
        assertThat(printed()).contains("ABORTED: an iteration was not complete");
    }

    private static void sleepUnlessInterrupted() {
        try {
            TimeUnit.HOURS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldEndWhenAWorkerAborts() {
        start(
                new Handing(1) {
                    @Override
                    void finish(int number, long startTimeNs) {
                        if (number == WARM_UP + 100) {
                            jlbh.abort();
                        } else {
                            super.finish(number, startTimeNs);
                        }
                    }
                },
                0);

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).endsWith("the benchmark called JLBH.abort");
    }
}
