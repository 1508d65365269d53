package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.straggler.harness.series.RunSeries;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.hook.PacingHook;
import io.straggler.model.hook.ThreadRole;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the real clock: what is asserted holds however slow the machine is, so no run is asserted to have kept its rate. */
@Timeout(120)
class PacedRunTest {
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<Outlier> outliers = Collections.synchronizedList(new ArrayList<>());
    private final List<BusyPeriod> periods = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger iterations = new AtomicInteger();

    private final RunListener listener = new RunListener() {
        private void onPacingThread(String call) {
            assertThat(Thread.currentThread().getName()).isEqualTo("straggler-pacer");
            calls.add(call);
        }

        @Override
        public void pacingThreadStarted(ThreadRole role) {
            onPacingThread("pacingThreadStarted");
        }

        @Override
        public void runStarting(RunId runId, Phase phase) {
            onPacingThread("starting " + phase + " " + runId);
        }

        @Override
        public void thresholdSet(long thresholdNs, long armDelayNs) {
            onPacingThread("threshold " + thresholdNs + " armed " + armDelayNs);
        }

        @Override
        public void outlier(Outlier outlier) {
            outliers.add(outlier);
        }

        @Override
        public void busyPeriod(BusyPeriod period) {
            periods.add(period);
        }

        @Override
        public void threadWatched(Thread thread) {
            calls.add("watched " + thread.getName());
        }

        @Override
        public void jitterThreadStarted(int cpu) {
            calls.add(Thread.currentThread().getName() + " watches " + cpu);
        }

        @Override
        public void runFinished(RunId runId, Phase phase) {
            onPacingThread("finished " + phase + " " + runId);
        }
    };

    /** A task that tells what is called, and of which any step may be made to do something. */
    private class Scripted implements Task {
        void step(String name) throws Exception {}

        @Override
        public void setUp(Harness harness) throws Exception {
            calls.add("setUp");
            step("setUp");
        }

        @Override
        public void run(long intendedNs) throws Exception {
            iterations.incrementAndGet();
            step("run");
        }

        @Override
        public void warmedUp() throws Exception {
            calls.add("warmedUp");
            step("warmedUp");
        }

        @Override
        public void runComplete() throws Exception {
            calls.add("runComplete");
            step("runComplete");
        }

        @Override
        public void tearDown() throws Exception {
            calls.add("tearDown");
            step("tearDown");
        }
    }

    private static HarnessOptions.Builder options(long count) {
        return HarnessOptions.builder()
                .schedule(Schedule.uniform(10_000))
                .warmUp(RunLength.NONE)
                .extent(RunLength.of(count))
                .threshold(new Threshold.Fixed(Duration.ofHours(1).toNanos()));
    }

    private HarnessResult execute(Task task, HarnessOptions.Builder options) {
        return new PacedRun(task, options.build(), listener).execute();
    }

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
                options(1).schedule(Schedule.uniform(1_000)).extent(RunLength.lasting(Duration.ofMillis(100))));

        // Fewer only if the machine stood still for a second.
        assertThat(result.runs().get(0).iterations()).isBetween(1L, 100L);
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
                new Scripted(),
                options(50).warmUp(RunLength.of(40)).runs(2).fork(3).armDelay(Duration.ofMillis(7)));

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
                intendedNs -> spin(50_000),
                options(50).warmUp(RunLength.of(400)).threshold(new Threshold.Percentile(90)));

        assertThat(result.runs().get(0).thresholdNs()).isGreaterThanOrEqualTo(50_000);
        assertThat(calls)
                .anySatisfy(call -> assertThat(call)
                        .startsWith("threshold " + result.runs().get(0).thresholdNs() + " armed "));
    }

    @Test
    void shouldSayThatTheWarmUpIsTooShortForTheThreshold() {
        HarnessResult result =
                execute(new Scripted(), options(50).warmUp(RunLength.of(10)).threshold(new Threshold.Auto()));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .isEqualTo(
                        "the threshold auto is measured in the second half of the warm-up, and needs 100 iterations there, where 5 were:"
                                + " warm up for longer, or give a duration as threshold, such as 100us");
        assertThat(result.runs()).isEmpty();
        assertThat(calls).endsWith("tearDown");
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
                options(20).warmUp(RunLength.of(10)));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).startsWith("iteration 1 threw java.lang.StackOverflowError: deep");
        assertThat(result.runs()).isEmpty();
    }

    @Test
    void shouldReportOutliersWithTheirBusyPeriod() {
        HarnessResult result = execute(
                intendedNs -> spin(iterations.incrementAndGet() == 10 ? 30_000_000 : 0),
                options(20).threshold(new Threshold.Fixed(30_000_000)));

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
                .endsWith(" behind it, and ever more. Lower --rate.");
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
        HarnessResult result = execute(task, options(100).warmUp(RunLength.of(50)));

        assertThat(result.merged("probe:parse").getTotalCount()).isEqualTo(100);
        assertThat(result.merged("probe:parse").getMaxValue()).isEqualTo(123);
        assertThat(result.merged("probe:none").getTotalCount()).isZero();
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
        Schedule slow = Schedule.uniform(200);
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
                        .schedule(Schedule.uniform(300))
                        .jitter(Duration.ofMillis(1))
                        .jitterCpus(List.of(4, 1)));

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

    /** Hands every iteration to another thread, which completes it. */
    private class Handing implements AsyncTask {
        private final ExecutorService worker = Executors.newSingleThreadExecutor();
        protected Harness harness;

        @Override
        public void setUp(Harness given) {
            harness = given;
        }

        @Override
        public void run(long intendedNs) {
            worker.execute(() -> complete(intendedNs));
        }

        void complete(long intendedNs) {
            harness.complete(intendedNs);
        }

        @Override
        public void tearDown() {
            worker.shutdown();
        }
    }

    @Test
    void shouldMeasureIterationsThatAnotherThreadCompletes() {
        HarnessResult result = execute(new Handing(), options(500).runs(2));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs()).extracting(RunOutcome::iterations).containsExactly(500L, 500L);
        assertThat(result.runs()).extracting(RunOutcome::strayCompletions).containsOnly(0L);
        assertThat(result.runs()).extracting(RunOutcome::uncompleted).containsOnly(0L);
        assertThat(result.warnings()).noneSatisfy(warning -> assertThat(warning).contains("completions"));
    }

    @Test
    void shouldSayToTheHookOnTheCompletingThreadWhichIterationIsOver() {
        Map<Long, Long> ends = new ConcurrentHashMap<>();
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Set<Thread> pacing = ConcurrentHashMap.newKeySet();
        PacedRun run = new PacedRun(new Handing(), options(500).build(), listener);
        run.hook(new PacingHook() {
            @Override
            public long idle(long lastIntendedNs, long nowNs, long nextIntendedNs) {
                pacing.add(Thread.currentThread());
                return nowNs + NEVER;
            }

            @Override
            public void completed(long intendedNs, long endNs) {
                ends.put(intendedNs, endNs);
                threads.add(Thread.currentThread());
            }
        });
        run.execute();

        assertThat(ends).hasSizeGreaterThanOrEqualTo(500);
        assertThat(ends).allSatisfy((tag, endNs) -> assertThat(endNs).isGreaterThanOrEqualTo(tag));
        assertThat(threads).hasSize(1).doesNotContainAnyElementsOf(pacing);
    }

    @Test
    void shouldCountCompletionsThatAreDoubleOrUnknownAndWarn() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                harness.complete(intendedNs + 1);
                harness.complete(intendedNs);
                harness.complete(intendedNs);
            }
        };
        HarnessResult result = execute(task, options(100));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs().get(0).iterations()).isEqualTo(100);
        // The last duplicate may come when the run is over.
        assertThat(result.runs().get(0).strayCompletions()).isBetween(199L, 200L);
        assertThat(result.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .isEqualTo(result.runs().get(0).strayCompletions()
                                + " completions named a tag that was unknown or already complete: call Harness.complete once per "
                                + "iteration, with the tag that run received."));
    }

    @Test
    void shouldCountWhatIsGivenUpWithTheTimeUntilThenAndNotWaitForIt() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                if (iterations.incrementAndGet() % 10 == 7) {
                    harness.abandon(intendedNs);
                    harness.abandon(intendedNs);
                } else {
                    super.complete(intendedNs);
                }
            }
        };
        HarnessResult result = execute(task, options(100).runs(2));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs()).extracting(RunOutcome::iterations).containsExactly(90L, 90L);
        assertThat(result.runs()).extracting(RunOutcome::uncompleted).containsExactly(10L, 10L);
        assertThat(result.merged("latency").getTotalCount()).isEqualTo(200);
        assertThat(result.runs()).extracting(RunOutcome::strayCompletions).containsExactly(0L, 0L);
        assertThat(result.warnings())
                .filteredOn(warning -> warning.startsWith("10 iterations were never complete: "))
                .hasSize(2);
    }

    @Test
    void shouldFailWhenEveryIterationIsGivenUp() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                harness.abandon(intendedNs);
            }
        };
        HarnessResult result = execute(task, options(20));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("none of the iterations was completed");
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
    void shouldFailWhenAnAsynchronousIterationIsNeverCompleted() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                if (iterations.incrementAndGet() != 7) {
                    super.complete(intendedNs);
                }
            }
        };
        HarnessResult result = execute(task, options(50).timeout(Duration.ofMillis(300)));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith("an iteration was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(result.runs().get(0).uncompleted()).isGreaterThanOrEqualTo(1);
        assertThat(result.runs().get(0).iterations()).isGreaterThanOrEqualTo(6);
        assertThat(result.stuckThreads()).isNotEmpty();
    }

    /** Iteration 3 takes twice the timeout, and much longer than a run by duration may last. */
    @Test
    void shouldWaitForWhateverTakesLongWhenTheWatchdogIsOff() {
        long stopNs = Duration.ofMillis(1_500).toNanos();
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        long untilNs = System.nanoTime() + stopNs;
                        while (name.equals("run") && iterations.get() == 3 && untilNs - System.nanoTime() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                },
                options(1)
                        .extent(RunLength.lasting(Duration.ofMillis(20)))
                        .watchdog(Watchdog.OFF)
                        .timeout(Duration.ofNanos(stopNs / 2)));

        assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.OK);
        assertThat(result.runs().get(0).iterations()).isEqualTo(200);
        assertThat(result.merged("latency").getMaxValue()).isGreaterThanOrEqualTo(stopNs);
    }

    @Test
    void shouldFailWithTheStacksWhenAnIterationDoesNotEndUntilItIsInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) throws InterruptedException {
                        if (name.equals("run") && iterations.get() == 3) {
                            never.await();
                        }
                    }
                },
                options(50).timeout(Duration.ofMillis(300)));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith("iteration 3 was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(result.runs().get(0).iterations()).isEqualTo(2);
        assertThat(result.stuckThreads())
                .singleElement()
                .asString()
                .startsWith("straggler-pacer (WAITING)")
                .contains("PacedRunTest")
                .contains("CountDownLatch.await");
        assertThat(calls).endsWith("tearDown");
    }

    @Test
    void shouldGiveUpAnIterationThatIgnoresInterrupts() {
        CountDownLatch released = new CountDownLatch(1);
        try {
            HarnessResult result = execute(
                    new Scripted() {
                        @Override
                        void step(String name) {
                            if (name.equals("run") && iterations.get() == 3) {
                                awaitStubbornly(released);
                            }
                        }
                    },
                    options(50).timeout(Duration.ofMillis(300)));

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason()).startsWith("iteration 3 was not complete after ");
            assertThat(result.runs())
                    .singleElement()
                    .satisfies(run -> assertThat(run.iterations()).isEqualTo(2));
            assertThat(result.merged("latency").getTotalCount()).isEqualTo(3);
            assertThat(result.merged("latency").getMaxValue()).isGreaterThan(300_000_000);
            assertThat(result.stuckThreads()).singleElement().asString().contains("awaitStubbornly");
            assertThat(calls).doesNotContain("tearDown");
        } finally {
            released.countDown();
        }
    }

    private static void awaitStubbornly(CountDownLatch released) {
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                // The point of it.
            }
        }
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenItIsStopped() throws Exception {
        CountDownLatch tenth = new CountDownLatch(10);
        PacedRun run = new PacedRun(
                intendedNs -> tenth.countDown(), options(Long.MAX_VALUE).build(), listener);
        Thread stopper = new Thread(() -> {
            try {
                tenth.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run.stop("interrupted by the user");
        });
        stopper.start();
        HarnessResult result = run.execute();
        stopper.join();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("interrupted by the user");
        assertThat(result.runs().get(0).iterations()).isGreaterThanOrEqualTo(10);
        assertThat(result.merged("latency").getTotalCount())
                .isEqualTo(result.runs().get(0).iterations());
    }

    @Test
    void shouldStopDuringALongWaitForTheNextIteration() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        PacedRun run = new PacedRun(
                intendedNs -> first.countDown(),
                options(100).schedule(Schedule.uniform(0.001)).build(),
                listener);
        Thread stopper = new Thread(() -> {
            try {
                first.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run.stop("enough");
        });
        stopper.start();
        HarnessResult result = run.execute();
        stopper.join();

        assertThat(result.reason()).isEqualTo("enough");
        assertThat(result.runs().get(0).iterations()).isEqualTo(1);
    }

    @Test
    void shouldRunNothingWhenItIsStoppedBefore() {
        PacedRun run = new PacedRun(new Scripted(), options(100).build(), listener);
        run.stop("never mind");
        HarnessResult result = run.execute();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("never mind");
        assertThat(iterations).hasValue(0);
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
        assertThat(result.reason()).isEqualTo("harness broke: java.lang.IllegalStateException: listener");
    }
}
