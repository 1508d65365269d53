package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.series.RunSeries;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the real clock: what is asserted holds however slow the machine is, so no run is asserted to have kept its rate. */
@Timeout(120)
class PacedRunTest extends ShortPacedRun {
    @Test
    void shouldCompleteARunByCount() {
        HarnessResult result = execute(new Scripted(), options(200));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.cause()).isEmpty();
        assertThat(result.runs()).singleElement().satisfies(run -> {
            assertThat(run.runId()).isEqualTo(new RunId(0, 1));
            assertThat(run.iterations()).isEqualTo(200);
            assertThat(run.uncompleted()).isZero();
            assertThat(run.outliers()).isZero();
        });
        assertThat(result.merged("latency").getTotalCount()).isEqualTo(200);
        assertThat(result.merged("service").getTotalCount()).isEqualTo(200);
        assertThat(result.merged("dispatch").getTotalCount()).isEqualTo(200);
        assertThat(calls)
                .containsExactly(
                        "pacingThreadStarted",
                        "setUp",
                        "threshold 3600000000000 armed 1800000000000",
                        "warmedUp",
                        "starting MEASURED run 1",
                        "finished MEASURED run 1",
                        "runComplete",
                        "tearDown");
    }

    @Test
    void shouldRunForADuration() {
        HarnessResult result = execute(
                new Scripted(),
                options(1)
                        .schedule(Schedule.uniform(1_000))
                        .duration(Duration.ofMillis(100))
                        .watchdog(Watchdog.OFF));

        assertThat(result.runs().get(0).iterations()).isEqualTo(100);
    }

    @Test
    void shouldStartNoIterationBeforeItsIntendedStart() {
        List<Long> earliness = new ArrayList<>();
        execute(
                intendedNs -> earliness.add(intendedNs - System.nanoTime()),
                options(300).runs(3));

        assertThat(earliness).hasSize(900).allSatisfy(ns -> assertThat(ns).isNotPositive());
    }

    @Test
    void shouldMeasureEveryRunAfterAWarmUpInTwoHalves() {
        HarnessResult result = execute(
                new Scripted(), options(50).warmUpIterations(40).runs(2).fork(3).armDelay(Duration.ofMillis(7)));

        assertThat(result.runs()).extracting(RunOutcome::runId).containsExactly(new RunId(3, 1), new RunId(3, 2));
        assertThat(result.series()).extracting(RunSeries::runId).containsExactly(new RunId(3, 1), new RunId(3, 2));
        assertThat(result.merged("latency").getTotalCount()).isEqualTo(100);
        assertThat(iterations).hasValue(140);
        assertThat(calls)
                .containsExactly(
                        "pacingThreadStarted",
                        "setUp",
                        "starting WARM_UP fork 3 run 0",
                        "finished WARM_UP fork 3 run 0",
                        "starting WARM_UP fork 3 run 0",
                        "finished WARM_UP fork 3 run 0",
                        "threshold 3600000000000 armed 7000000",
                        "warmedUp",
                        "starting MEASURED fork 3 run 1",
                        "finished MEASURED fork 3 run 1",
                        "runComplete",
                        "starting MEASURED fork 3 run 2",
                        "finished MEASURED fork 3 run 2",
                        "runComplete",
                        "tearDown");
    }

    @Test
    void shouldTakeTheThresholdFromTheWarmUp() {
        HarnessResult result = execute(
                intendedNs -> spin(50_000), options(50).warmUpIterations(400).threshold("p90"));

        assertThat(result.runs().get(0).thresholdNs()).isGreaterThanOrEqualTo(50_000);
        assertThat(calls)
                .anySatisfy(call -> assertThat(call)
                        .startsWith("threshold " + result.runs().get(0).thresholdNs() + " armed "));
    }

    @Test
    void shouldSayThatTheWarmUpIsTooShortForTheThreshold() {
        HarnessResult result =
                execute(new Scripted(), options(50).warmUpIterations(10).threshold("auto"));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .isEqualTo(
                        "the threshold auto is measured in the second half of the warm-up, and needs 100 iterations there, where 5 were:"
                                + " warm up for longer, or give a duration as threshold, such as 100us");
        assertThat(result.runs()).isEmpty();
        assertThat(calls).endsWith("tearDown");
    }

    /** The warm-up has two parts, which are counted as one. */
    @Test
    void shouldCountThroughTheWarmUpWhenItFailsThere() {
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        if (iterations.get() == 31 && name.equals("run")) {
                            throw new IllegalStateException("order 31 has no price");
                        }
                    }
                },
                options(20).warmUpIterations(40));

        assertThat(result.reason())
                .startsWith("iteration 31 of the warm-up threw java.lang.IllegalStateException: order 31 has no price");
    }

    @Test
    void shouldFailWithWhatTheTaskThrewAndKeepWhatWasBefore() {
        IllegalStateException thrown = new IllegalStateException("book is full");
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        if (iterations.get() == 5 && name.equals("run")) {
                            throw thrown;
                        }
                    }
                },
                options(200).runs(2));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith(
                        "iteration 5 threw java.lang.IllegalStateException: book is full (at io.straggler.harness.");
        assertThat(result.cause()).containsSame(thrown);
        assertThat(result.runs()).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(run.reason()).isEqualTo(result.reason());
            assertThat(run.iterations()).isEqualTo(4);
            assertThat(run.uncompleted()).isEqualTo(1);
        });
        assertThat(result.merged("latency").getTotalCount()).isEqualTo(5);
        assertThat(calls).endsWith("runComplete", "tearDown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"setUp", "warmedUp", "runComplete", "tearDown"})
    void shouldNameTheStepThatThrewAndTearDownOnlyWhatWasSetUp(String broken) {
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) throws IOException {
                        if (name.equals(broken)) {
                            throw new IOException("no disk");
                        }
                    }
                },
                options(20));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).startsWith(broken + " threw java.io.IOException: no disk (at ");
        assertThat(result.cause()).containsInstanceOf(IOException.class);
        assertThat(calls.contains("tearDown")).isEqualTo(!broken.equals("setUp"));
        assertThat(result.runs()).hasSize(broken.equals("setUp") || broken.equals("warmedUp") ? 0 : 1);
    }

    @Test
    void shouldNotHideAFailureBehindOneOfTearDown() {
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        if (name.equals("run") || name.equals("tearDown")) {
                            throw new IllegalStateException(name);
                        }
                    }
                },
                options(20));

        assertThat(result.reason()).startsWith("iteration 1 threw java.lang.IllegalStateException: run (at ");
    }

    @Test
    void shouldFailWhenTheTaskThrowsDuringTheWarmUp() {
        HarnessResult result = execute(
                intendedNs -> {
                    throw new StackOverflowError("deep");
                },
                options(20).warmUpIterations(10));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).startsWith("iteration 1 of the warm-up threw java.lang.StackOverflowError: deep");
        assertThat(result.runs()).isEmpty();
    }

    @Test
    void shouldReportOutliersWithTheirBusyPeriod() {
        HarnessResult result = execute(
                intendedNs -> spin(iterations.incrementAndGet() == 10 ? 30_000_000 : 0),
                options(20).threshold("30000000ns"));

        assertThat(outliers)
                .anySatisfy(
                        outlier -> assertThat(outlier.iteration().serviceNs()).isGreaterThanOrEqualTo(30_000_000));
        assertThat(result.runs().get(0).outliers()).isEqualTo(outliers.size());
        assertThat(result.runs().get(0).worstNs()).isGreaterThanOrEqualTo(30_000_000);
        assertThat(periods)
                .flatExtracting(BusyPeriod::iterations)
                .containsAll(outliers.stream().map(Outlier::iteration).toList());
    }

    @Test
    void shouldBeSaturatedWhenTheRateCannotBeReached() {
        HarnessResult result =
                execute(intendedNs -> spin(100_000), options(1_500).schedule(Schedule.uniform(1_000_000)));

        assertThat(result.status()).isEqualTo(RunStatus.SATURATED);
        assertThat(result.reason())
                .startsWith("the schedule asked for 1,000,000/s, but only ")
                .endsWith(" behind it, and fell further behind. Lower the rate (--rate).");
        assertThat(result.runs().get(0).iterations()).isEqualTo(1_500);
        assertThat(result.runs().get(0).achievedPerSecond()).isLessThan(10_001);
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (untilNs - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRecordAProbeThatComesInTheMiddleOfARun() {
        HarnessResult result = execute(
                new Scripted() {
                    private Harness harness;

                    @Override
                    public void setUp(Harness given) {
                        harness = given;
                    }

                    @Override
                    void step(String name) {
                        if (name.equals("run") && iterations.get() > 60) {
                            harness.probe("late").record(5);
                        }
                    }
                },
                options(100));

        assertThat(result.merged("probe:late").getTotalCount()).isEqualTo(40);
    }

    @Test
    void shouldRecordProbesOfMeasuredIterationsOnly() {
        Task task = new Scripted() {
            private Probe probe;

            @Override
            public void setUp(Harness harness) {
                probe = harness.probe("parse");
                assertThat(harness.probe("parse")).isSameAs(probe);
            }

            @Override
            void step(String name) {
                if (name.equals("run")) {
                    probe.record(123);
                }
            }
        };
        HarnessResult result = execute(task, options(100).warmUpIterations(50));

        assertThat(result.merged("probe:parse").getTotalCount()).isEqualTo(100);
        assertThat(result.merged("probe:parse").getMaxValue()).isEqualTo(123);
        assertThat(result.merged("probe:none").getTotalCount()).isZero();
    }

    /** 7 during an iteration, 1,000 between the runs. */
    @Test
    void shouldRecordNoProbeBetweenTwoRuns() {
        Task task = new Scripted() {
            private Probe probe;

            @Override
            public void setUp(Harness harness) {
                probe = harness.probe("parse");
            }

            @Override
            void step(String name) {
                probe.record(name.equals("run") ? 7 : 1_000);
            }
        };
        HarnessResult result = execute(task, options(100).runs(2));

        assertThat(result.merged("probe:parse").getTotalCount()).isEqualTo(200);
        assertThat(result.merged("probe:parse").getMaxValue()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "a,b", "a\"b", "a\nb", "a\tb"})
    void shouldRejectAProbeNameThatTheFileCannotHold(String name) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        execute(
                new Scripted() {
                    @Override
                    public void setUp(Harness harness) {
                        thrown.set(catchThrowable(() -> harness.probe(name)));
                    }
                },
                options(1));

        assertThat(thrown.get())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("probe name must not be empty or contain white space, a comma or a quote: name=" + name);
    }

    @Test
    void shouldRecordJitterOnlyWhenAsked() {
        Schedule slow = Schedule.uniform(30);
        HarnessResult with = execute(new Scripted(), options(60).schedule(slow).jitter(Duration.ofNanos(100_000)));
        HarnessResult without = execute(new Scripted(), options(10).jitter(Duration.ZERO));

        assertThat(with.series().get(0).totals()).containsKey("jitter");
        assertThat(without.series().get(0).totals()).doesNotContainKey("jitter");
    }

    @Test
    void shouldWatchEachOfTheCoresThatAreChosen() {
        HarnessResult result = execute(
                new Scripted(),
                options(60)
                        .schedule(Schedule.uniform(30))
                        .jitter(Duration.ofMillis(1))
                        .jitterCores(4, 1));

        assertThat(result.series().get(0).totals())
                .containsKeys("jitter-cpu1", "jitter-cpu4")
                .doesNotContainKey("jitter");
        assertThat(calls).contains("straggler-jitter-cpu1 watches 1", "straggler-jitter-cpu4 watches 4");
    }

    @Test
    void shouldTellWhichThreadsAreWatched() {
        execute(
                new Scripted() {
                    @Override
                    public void setUp(Harness harness) {
                        harness.watch(new Thread("worker one"));
                    }
                },
                options(1));

        assertThat(calls).contains("watched worker one");
    }

    @Test
    void shouldRunTheTaskOnTheThreadThatItIsGiven() {
        List<Thread> threads = new ArrayList<>();
        List<Thread> lent = new ArrayList<>();
        HarnessResult result = new PacedRun(
                        intendedNs -> threads.add(Thread.currentThread()),
                        options(20).build(),
                        new RunListener() {})
                .execute(body -> {
                    Thread thread = new Thread(body, "somebody else's");
                    lent.add(thread);
                    thread.start();
                });

        assertThat(result.runs().get(0).iterations()).isEqualTo(20);
        assertThat(lent).hasSize(1);
        assertThat(threads).hasSize(20).containsOnly(lent.get(0));
    }

    @Test
    void shouldFailWhenAListenerBreaks() {
        HarnessResult result = new PacedRun(new Scripted(), options(10).build(), new RunListener() {
                    @Override
                    public void runStarting(RunId runId, Phase phase) {
                        throw new IllegalStateException("listener");
                    }
                })
                .execute();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith("harness broke: java.lang.IllegalStateException: listener (at io.straggler.harness.");
    }

    /** An exception whose own methods throw, as a task's may: what was measured before must not depend on it. */
    @Test
    void shouldKeepWhatWasMeasuredBeforeAnExceptionWhoseMethodsThrow() {
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        if (iterations.get() == 5 && name.equals("run")) {
                            throw new Undescribable();
                        }
                    }
                },
                options(200));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).startsWith("iteration 5 threw " + Undescribable.class.getName());
        assertThat(result.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.iterations()).isEqualTo(4));
    }

    /** The recorder thread meets an error that it cannot even describe, as where memory is used up. */
    @Test
    @Timeout(120)
    void shouldEndAndKeepWhatWasMeasuredWhenTheRecorderThreadMeetsAnError() {
        HarnessResult result = new PacedRun(
                        new Scripted(), options(Long.MAX_VALUE).threshold("1ns").build(), new RunListener() {
                            @Override
                            public void outlier(Outlier outlier) {
                                throw new OutOfMemoryError() {
                                    private static final long serialVersionUID = 1;

                                    @Override
                                    public String getMessage() {
                                        throw new OutOfMemoryError("again");
                                    }
                                };
                            }
                        })
                .execute();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).startsWith("recording broke: " + PacedRunTest.class.getName());
        assertThat(result.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.iterations()).isPositive());
    }

    private static final class Undescribable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }
}
