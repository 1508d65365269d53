package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResult.RunResult;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.TeamCityHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks of JLBH, started as JLBH's users start them, on a machine that may be slow: no run is asserted to have kept its rate. */
@Timeout(120)
class HostingTest {
    /** Whoever looks for it may be late. */
    private static final String AFTER_SOME_TIME = "after (?!([12]?\\d)?\\d(\\.\\d+)? ms)[0-9.,]+ m?s";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    private final TestFork fork = new TestFork();

    @BeforeEach
    void shouldBelongToTheFork() {
        Hosted.by(fork);
    }

    @AfterEach
    void shouldBelongToNobody() {
        Hosted.by(new InProcess());
    }

    private static JLBHOptions options(JLBHTask task) {
        return new JLBHOptions()
                .throughput(5_000)
                .warmUpIterations(900)
                .iterations(400)
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
    void shouldCallATaskAsJlbhDoes() {
        Scripted task = new Scripted();
        JLBH jlbh = start(options(task));

        String here = " on " + Thread.currentThread().getName();
        assertThat(task.calls)
                .containsExactly(
                        "init" + here,
                        "warmedUp after 900" + here,
                        "runComplete after 1300" + here,
                        "runComplete after 1700" + here,
                        "complete" + here);
        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(400L, 400L);
        assertThat(fork.result().histogram("latency").getTotalCount()).isEqualTo(800);
        assertThat(jlbh.percentileRuns())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run).hasSize(4).isSorted());
        assertThat(jlbh.additionalPercentileRuns()).isEmpty();
    }

    @Test
    void shouldTellEveryStartWhenItWasMeantToBe() {
        Scripted task = new Scripted();
        start(options(task));

        for (List<Long> run : List.of(task.starts.subList(900, 1300), task.starts.subList(1300, 1700))) {
            for (int k = 0; k < run.size(); k++) {
                assertThat(run.get(k)).isEqualTo(run.get(0) + k * 200_000L);
            }
        }
    }

    @Test
    void shouldSampleWhatTheTaskHasSeen() {
        List<Long> sampled = new ArrayList<>();
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                long ns = number <= 900 ? 1_000_000_000 : 1_000L * (number - 900);
                sampled.add(ns);
                jlbh.sampleNanos(ns);
            }
        };
        JLBH jlbh = start(options(task).runs(1));

        assertThat(sampled).hasSize(1300);
        assertThat(jlbh.percentileRuns()).singleElement().satisfies(run -> {
            assertThat(run[0]).isBetween(199_000.0, 201_000.0);
            assertThat(run[1]).isBetween(359_000.0, 361_000.0);
            assertThat(run[2]).isBetween(395_000.0, 397_000.0);
            assertThat(run[3]).isBetween(399_900.0, 400_300.0);
        });
    }

    @Test
    void shouldNotWaitForSamplesThatATaskDoesNotTake() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number % 4 == 0) {
                    super.iteration(number, startTimeNs);
                }
            }
        };
        start(options(task));

        assertThat(fork.result().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(400L, 400L);
        assertThat(printed()).contains("End to End: (100) ");
    }

    @Test
    void shouldCountSeveralSamplesOfAnIteration() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                super.iteration(number, startTimeNs);
                super.iteration(number, startTimeNs);
                super.iteration(number, startTimeNs);
            }
        };
        start(options(task));

        assertThat(fork.result().run().runs())
                .extracting(RunOutcome::iterations)
                .containsExactly(400L, 400L);
        assertThat(printed()).contains("End to End: (1,200) ");
    }

    @Test
    void shouldTakeProbesThatComeLate() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number > 1300) {
                    jlbh.addProbe("second run, only").sampleNanos(2_000_000);
                }
                jlbh.addProbe("always").sampleNanos(5_000);
                super.iteration(number, startTimeNs);
            }
        };
        JLBH jlbh = start(options(task));

        assertThat(jlbh.additionalPercentileRuns().get("always"))
                .hasSize(2)
                .allSatisfy(run -> assertThat(run[0]).isBetween(4_990.0, 5_010.0));
        assertThat(jlbh.additionalPercentileRuns().get("second run, only")).hasSize(1);
        assertThat(printed()).contains("always (400) ", "second run, only (400) ", "SUMMARY (second run, only) us");
        assertThat(fork.result().histogram("probe:always").getTotalCount()).isEqualTo(800);
        assertThat(fork.result().histogram("probe:second_run_only").getTotalCount())
                .isEqualTo(400);
    }

    @Test
    void shouldGiveTheConsumerEveryRun() {
        JLBHResultConsumer consumer = JLBHResultConsumer.newThreadSafeInstance();
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                jlbh.addProbe("part").sampleNanos(7_000);
                jlbh.sample(number > 1300 ? 3_000_000 : 2_000_000);
            }
        };
        new JLBH(options(task).recordOSJitter(true), out, consumer).start();

        JLBHResult result = consumer.get();
        assertThat(result.endToEnd().eachRunSummary()).hasSize(2);
        assertThat(result.endToEnd().eachRunSummary().get(0).get50thPercentile().toNanos())
                .isBetween(1_990_000L, 2_010_000L);
        assertThat(result.endToEnd().summaryOfLastRun().getWorst().toNanos()).isBetween(2_990_000L, 3_010_000L);
        assertThat(result.probeNames()).containsExactly("part");
        assertThat(result.probe("part")).isPresent();
        assertThat(result.probe("other")).isEmpty();
        assertThat(result.osJitter().orElseThrow().summaryOfLastRun().percentiles())
                .containsKey(RunResult.Percentile.WORST);
        assertThat(printed()).contains("OS Jitter (");
    }

    @Test
    void shouldLetTeamCitysHelperPrintWhenAllIsComplete() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                jlbh.addProbe("part").sampleNanos(7_000);
                jlbh.sample(12_000);
            }

            @Override
            public void complete() {
                TeamCityHelper.teamCityStatsLastRun(
                        "mine", jlbh, 400, new PrintStream(lines, true, StandardCharsets.UTF_8));
            }
        };
        start(options(task));

        assertThat(lines.toString(StandardCharsets.UTF_8).lines())
                .hasSize(8)
                .anyMatch(line -> line.startsWith("##teamcity[buildStatisticValue key='mine.end-to-end.0.5"))
                .anyMatch(line -> line.matches(".*'mine\\.part\\.1\\.0[^']*' value='7\\.0[0-9]*'\\]"));
    }

    @Test
    void shouldPrintTablesThatJlbhsUsersKnowAndKeepThem() {
        start(options(new Scripted()));

        assertThat(printed())
                .contains(
                        "Paced by Straggler: an iteration is over when run returns.\n",
                        "-------------------------------- BENCHMARK RESULTS (RUN 1) us ----",
                        "distribution: NORMAL\n",
                        "Correcting for co-ordinated:true\n",
                        "Target throughput:5000/s = 1 message every 200us\n",
                        "End to End: (400)                               50/90 99/99.9 99.99 - worst was ",
                        "-------------------------------- BENCHMARK RESULTS (RUN 2) us ----",
                        "-------------------------------- SUMMARY (end to end) us ----",
                        "Percentile   run1         run2      % Variation\n",
                        "\nworst: ")
                .doesNotContain("ABORTED", "OS Jitter");
        assertThat(fork.kept()).isEqualTo("jlbh.txt\n" + printed());
    }

    @Test
    void shouldThrowWhatTheTaskThrowsAndKeepWhatWasSampled() {
        IllegalStateException thrown = new IllegalStateException("one too many");
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number == 1000) {
                    throw thrown;
                }
                super.iteration(number, startTimeNs);
            }
        };
        JLBH jlbh = new JLBH(options(task), out, null);

        assertThatThrownBy(jlbh::start).isSameAs(thrown);
        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason())
                .startsWith("iteration 100 threw java.lang.IllegalStateException: one too many");
        assertThat(fork.result().run().iterations()).isEqualTo(99);
        assertThat(printed()).contains("End to End: (99) ", "ABORTED: iteration 100 threw java.lang.IllegalState");
        assertThat(task.calls).noneMatch(call -> call.startsWith("complete"));
    }

    @Test
    void shouldMarkARunWhoseTaskCannotBeginOrWarmUp() {
        for (int failing : new int[] {0, 1, 500}) {
            Hosted.by(fork);
            IllegalStateException thrown = new IllegalStateException("no");
            Scripted task = new Scripted() {
                @Override
                public void init(JLBH harness) {
                    super.init(harness);
                    if (failing == 0) {
                        throw thrown;
                    }
                }

                @Override
                void iteration(int number, long startTimeNs) {
                    if (number == failing) {
                        throw thrown;
                    }
                    super.iteration(number, startTimeNs);
                }
            };
            JLBH jlbh = new JLBH(options(task), out, null);

            assertThatThrownBy(jlbh::start).isSameAs(thrown);
            assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
            assertThat(fork.result().reason()).contains("threw java.lang.IllegalStateException: no");
        }
    }

    @Test
    void shouldEndARunThatHangsAndReportTheRest() {
        CountDownLatch never = new CountDownLatch(1);
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number == 950) {
                    awaitUnlessInterrupted(never);
                }
                super.iteration(number, startTimeNs);
            }
        };
        start(options(task).timeout(4_000));

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).matches("iteration 50 was not complete " + AFTER_SOME_TIME + " .*");
        assertThat(fork.result().stuckThreads()).singleElement().asString().contains("CountDownLatch.await");
        assertThat(printed()).containsPattern("ABORTED: iteration 50 was not complete " + AFTER_SOME_TIME);
        assertThat(task.calls).last().asString().startsWith("complete");
    }

    private static void awaitUnlessInterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            // The harness has had enough.
        }
    }

    @Test
    void shouldEndAWarmUpThatHangs() {
        CountDownLatch never = new CountDownLatch(1);
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number == 3) {
                    awaitUnlessInterrupted(never);
                }
            }
        };
        JLBH jlbh = new JLBH(options(task).timeout(300), out, null);

        Throwable thrown = catchThrowable(jlbh::start);

        assertThat(thrown).hasMessageStartingWith("an iteration of the warm-up was not over after 300 ms (at ");
        assertThat(fork.result().reason()).contains("an iteration of the warm-up was not over after 300 ms");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldFailWhenATaskNeverSamples() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                // As if it had been forgotten.
            }
        };
        JLBH jlbh = new JLBH(options(task).timeout(4_000), out, null);

        Throwable thrown = catchThrowable(jlbh::start);

        assertThat(thrown)
                .hasMessage("no sample came of the first 450 iterations within 4 s: "
                        + "the task must call JLBH.sample, for which JLBH waits as well");
        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).contains("no sample came of the first 450 iterations");
    }

    @Test
    void shouldEndWhenTheTaskAborts() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                super.iteration(number, startTimeNs);
                if (number == 1000) {
                    jlbh.abort();
                }
            }
        };
        JLBH jlbh = start(options(task));

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason())
                .isEqualTo("iteration 101 threw io.straggler.jlbh.EndedEarly: the benchmark called JLBH.abort");
        assertThat(printed()).contains("End to End: (100) ", "ABORTED: ");
        assertThat(jlbh.percentileRuns()).hasSize(1);
        assertThat(task.calls).last().asString().startsWith("complete");
    }

    @Test
    void shouldEndWhenSomebodyElseAborts() {
        CountDownLatch reached = new CountDownLatch(1);
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                super.iteration(number, startTimeNs);
                if (number == 1000) {
                    Thread other = new Thread(() -> {
                        jlbh.abort();
                        reached.countDown();
                    });
                    other.start();
                    awaitUnlessInterrupted(reached);
                }
            }
        };
        start(options(task));

        assertThat(fork.result().reason()).endsWith("the benchmark called JLBH.abort");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldEndWhenTheTaskAbortsItsWarmUp() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                if (number == 5) {
                    jlbh.abort();
                }
            }
        };
        start(options(task));

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason()).endsWith("the benchmark called JLBH.abort");
        assertThat(task.starts).hasSize(5);
        assertThat(task.calls).last().asString().startsWith("complete");
    }

    @Test
    void shouldSayWhatSamplesLeaveOut() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                burn(20_000);
                jlbh.sample(2_000);
            }
        };
        start(options(task));

        assertThat(printed())
                .containsPattern(
                        "The median sample is 2 \u00B5s, the median iteration [0-9.]+ .s: the task samples a part of");
    }

    @Test
    void shouldFollowADistributor() {
        AtomicInteger asked = new AtomicInteger();
        Scripted task = new Scripted();
        start(options(task).runs(1).latencyDistributor(between -> asked.getAndIncrement() % 2 == 0 ? between / 2 : -5));

        List<Long> run = task.starts.subList(900, 1300);
        for (int k = 1; k < run.size(); k++) {
            assertThat(run.get(k) - run.get(k - 1)).isIn(100_000L, 1L);
        }
        assertThat(printed()).contains("distribution: distributor ");
    }

    @Test
    void shouldTellTheRealStartWithoutCorrectionForCoordinatedOmission() {
        List<Integer> stalled = List.of(1000, 1010, 1020, 1030, 1040);
        List<Long> late = new ArrayList<>();
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                long nowNs = System.nanoTime();
                late.add(nowNs - startTimeNs);
                if (stalled.contains(number)) {
                    burn(30_000_000);
                }
                jlbh.sample(nowNs - startTimeNs);
            }
        };
        start(options(task).runs(1).accountForCoordinatedOmission(false));

        // The one behind a stall of 30 ms does not know of it; the machine may stall too, but hardly behind all of
        // them.
        assertThat(stalled).anySatisfy(number -> assertThat(late.get(number)).isLessThan(15_000_000));
        assertThat(fork.result().histogram("latency").getMaxValue()).isGreaterThan(29_000_000);
        assertThat(printed()).contains("Correcting for co-ordinated:false");
    }

    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldPauseAfterTheWarmUpAndAcquireTheLockBeforeIt() {
        List<String> events = new ArrayList<>();
        long[] lastWarmUpNs = new long[1];
        long[] warmedUpNs = new long[1];
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                super.iteration(number, startTimeNs);
                if (number == 900) {
                    lastWarmUpNs[0] = System.nanoTime();
                    events.add("last of warm-up");
                }
            }

            @Override
            public void warmedUp() {
                warmedUpNs[0] = System.nanoTime();
                events.add("warmed up");
            }
        };
        Thread here = Thread.currentThread();
        start(options(task).pauseAfterWarmupMS(150).acquireLock(() -> {
            events.add("lock " + (Thread.currentThread() == here));
            return null;
        }));

        assertThat(events).containsExactly("lock true", "last of warm-up", "warmed up");
        assertThat(Duration.ofNanos(warmedUpNs[0] - lastWarmUpNs[0])).isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    @Test
    void shouldLeavePinningToTheCommandLineIfThatAsksForIt() {
        fork.give("pin", "0");
        List<String> events = new ArrayList<>();
        start(options(new Scripted()).acquireLock(() -> {
            events.add("lock");
            return null;
        }));

        assertThat(events).isEmpty();
    }

    @Test
    void shouldWatchForHiccupsOnlyWhenAsked() {
        start(options(new Scripted()));
        assertThat(fork.result().histogram("jitter").getTotalCount()).isZero();

        Hosted.by(fork);
        start(options(new Scripted()).iterations(10_000).recordOSJitter(true).jitterAffinity(true));
        assertThat(fork.result().histogram("jitter").getTotalCount()).isPositive();
        assertThat(printed())
                .contains(
                        "jitterAffinity is not honoured: the thread that watches for hiccups sleeps, and no core is its own.\n");
    }

    @Test
    void shouldRefuseWhatCannotBePaced() {
        JLBH jlbh = new JLBH(options(new Scripted()), out, null);

        assertThatThrownBy(() -> jlbh.eventLoopHandler(null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("JLBH.eventLoopHandler cannot be hosted");
        assertThatThrownBy(() -> new JLBH(new JLBHOptions()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("jlbhTask must be set");
        assertThatThrownBy(() -> new JLBH(options(new Scripted()).runs(0)))
                .hasMessage("runs must be above zero: runs=0");
    }

    @Test
    void shouldTakeTheThresholdFromAWarmUpThatIsTooShortToBePaced() {
        Scripted task = new Scripted() {
            @Override
            void iteration(int number, long startTimeNs) {
                jlbh.sample(20_000);
            }
        };
        start(options(task).warmUpIterations(30));

        assertThat(fork.result().run().thresholdNs()).isBetween(59_000L, 61_000L);
        assertThat(task.starts).hasSize(30 + 800);
    }

    @Test
    void shouldAskForAThresholdWhenThereIsNoWarmUp() {
        JLBH jlbh = new JLBH(options(new Scripted()).warmUpIterations(0), out, null);

        assertThatThrownBy(jlbh::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The benchmark has no warm-up (warmUpIterations 0)");

        Hosted.by(fork.give("threshold", "1ms"));
        start(options(new Scripted()).warmUpIterations(0));
        assertThat(fork.result().run().iterations()).isEqualTo(800);
    }

    @Test
    void shouldEndAProgramThatStartsASecondBenchmark() {
        start(options(new Scripted()));
        JLBH second = new JLBH(options(new Scripted()), out, null);

        assertThatThrownBy(second::start).hasMessage("JLBH.start was called a second time");
        assertThat(fork.givenUp()).isTrue();
    }
}
