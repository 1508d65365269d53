package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Capture;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUse;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.HandOver;
import io.straggler.model.IdleStack;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.ProbeValue;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.StageTime;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import io.straggler.model.WatchedThread;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingRoundTripTest {
    private static final RunId RUN = new RunId(3, 2);
    private static final long WATCHED_OS_ID = 4242;
    private static final long MS = 1_000_000;

    /** Half a life of a clock. */
    private static final long FAR_NS = 1L << 59;

    /** Somebody else had the core all the time, and the thread was woken up by nobody. */
    private static final OffCoreInterval PREEMPTED = new OffCoreInterval(
            -7,
            3,
            true,
            Optional.empty(),
            List.of(
                    new CoreHold(-7, -5, new CoreUser(CoreUser.Kind.OWN_THREAD, 4_244, "C2 CompilerThread0")),
                    new CoreHold(-5, -1, CoreUser.IDLE),
                    new CoreHold(-1, 3, new CoreUser(CoreUser.Kind.OTHER_PROCESS, 99, "räuber \"ü\n"))));

    private static final OffCoreInterval WOKEN = new OffCoreInterval(
            FAR_NS,
            FAR_NS + 9,
            false,
            Optional.of(new WakeUp(FAR_NS + 4, new CoreUser(CoreUser.Kind.OWN_THREAD, 4_245, "waker"))),
            List.of(new CoreHold(FAR_NS + 4, FAR_NS + 9, new CoreUser(CoreUser.Kind.OTHER_PROCESS, 98, ""))));

    @TempDir
    Path directory;

    private RecordedRun recorded(Consumer<EventEmitter> action) {
        return RecordingReader.read(Recorded.recording(directory.resolve("run.jfr"), RUN.fork(), action));
    }

    /** Nothing is damaged then. */
    @Test
    void shouldNoteHowManyOutliersDidNotFitIntoMemory() {
        Path file = Recorded.recording(directory.resolve("many.jfr"), RUN.fork(), emitter -> {
            for (int i = 0; i < 100; i++) {
                emitter.outlier(new Outlier(new Iteration(RUN, i, i, i + 1_000_000 + i * 1_000, 0, 0), 5, List.of()));
            }
        });

        RecordedRun run = RecordingReader.read(file, new BoundedDetails(40 * BoundedDetails.PER_OUTLIER));

        assertThat(run.problems()).isEmpty();
        assertThat(run.notes())
                .singleElement()
                .asString()
                .startsWith(
                        file + ": more than fits into memory; dropped " + run.dropped() + " outliers, those below ");
        assertThat(run.outliers()).isNotEmpty();
        assertThat(run.dropped()).isEqualTo(100 - run.outliers().size());
    }

    /** The threshold is chosen when the run is over, from what was reported until then. */
    @Test
    void shouldReadOutliersOfTheThresholdThatWasChosenInTheEnd() {
        Outlier below = new Outlier(new Iteration(RUN, 1_000, 1_000, 1_000 + 499, 0, 0), 300, List.of());
        Outlier at = new Outlier(new Iteration(RUN, 2_000, 2_000, 2_000 + 500, 0, 0), 300, List.of());

        RecordedRun run = recorded(emitter -> {
            emitter.outlier(below);
            emitter.outlier(at);
            emitter.outcome(
                    "task",
                    RunOutcome.of(RUN).targetPerSecond(1_000).thresholdNs(500).build());
        });

        assertThat(run.outliers()).containsExactly(at.of(500));
    }

    @Test
    void shouldReadBackEverythingThatWasTold() {
        RunOutcome outcome = RunOutcome.of(RUN)
                .originNs(-5)
                .startEpochMs(1_000)
                .endEpochMs(2_000)
                .targetPerSecond(100_000.5)
                .achievedPerSecond(99_999.25)
                .iterations(10)
                .corrected(1)
                .outliers(2)
                .thresholdNs(1)
                .worstNs(90_000)
                .strayCompletions(3)
                .uncompleted(4)
                .status(RunStatus.SATURATED, "läuft ۳")
                .build();
        SamplerSummary sampler = SamplerSummary.of(SamplerMode.JAVA, "no signal")
                .armDelayNs(7)
                .signalsSent(6)
                .capturesTaken(5)
                .normalSamples(4)
                .cappedIterations(3)
                .lateTotalNs(2)
                .lateMaxNs(1)
                .build();
        Iteration iteration = new Iteration(RUN, FAR_NS, FAR_NS + 2, FAR_NS + 9, 1, 1);
        Iteration earlier = new Iteration(RUN, -FAR_NS, -FAR_NS + 1, -FAR_NS + 2, 0, 1);
        Iteration later = new Iteration(RUN, FAR_NS + 10, FAR_NS + 10, FAR_NS + 11, 0, 0);
        Outlier outlier =
                new Outlier(iteration, 5, List.of(new ProbeValue("a=b\nc\\n", 17), new ProbeValue("", Long.MAX_VALUE)));
        Outlier bare = new Outlier(earlier, 1, List.of())
                .with(Optional.of(new HandOver(
                        FAR_NS + 3,
                        31,
                        List.of(new StageTime(32, -FAR_NS - 5, -FAR_NS, -FAR_NS + 1), new StageTime(31, -9, 1, 2)))));
        Capture capture = new Capture(Capture.Purpose.NORMAL, 1, 2, 3, 5);
        Capture late = new Capture(Capture.Purpose.LATE, 1, 2, 3, 5);
        ThreadUsage usage = ThreadUsage.of(1, 2)
                .between(3, 4)
                .runDelayNs(5)
                .cpuNs(6)
                .minorFaults(7)
                .majorFaults(8)
                .voluntarySwitches(9)
                .involuntarySwitches(10)
                .faultsNs(11)
                .capturesNs(12)
                .throttledNs(13)
                .offCore(Optional.of(new OffCoreTimes(
                        -8, List.of(new OffCoreInterval(-7, 3, true), new OffCoreInterval(FAR_NS, FAR_NS + 9, false)))))
                .build();
        ThreadUsage witnessed = ThreadUsage.of(1, 3)
                .between(3, 4)
                .offCore(Optional.of(new OffCoreTimes(-8, List.of(PREEMPTED, WOKEN))))
                .build();
        CoreUse coreUse = new CoreUse(FAR_NS - 5, FAR_NS + 9, 4_243, "C2 CompilerThre", 4, 5);
        StackSample stack = new StackSample(
                77,
                WATCHED_OS_ID,
                true,
                List.of(
                        new StackFrame("com.acme.Main.<init>", FrameKind.JAVA),
                        new StackFrame("odd\nname\\", FrameKind.NATIVE)));
        StackSample waited = new StackSample(StackSample.Origin.WAIT, 78, 99, WATCHED_OS_ID, false, stack.frames());
        WatchedThread thread = new WatchedThread("pacing\tthread", 1, WATCHED_OS_ID, ThreadRole.SEQUENTIAL);
        IdleStack idle = new IdleStack(thread.osThreadId(), List.of("java.lang.Thread.run", "Loop.take"));
        RecordedInterval interval = new RecordedInterval("probe:x", 5, 6, "Hist".repeat(50_000));
        BusyPeriod first = new BusyPeriod(List.of(earlier, iteration), 12);
        BusyPeriod second = new BusyPeriod(List.of(later), 0);

        RecordedRun run = recorded(emitter -> {
            emitter.environment(Map.of("jvm", "17", "empty", ""));
            emitter.watching(thread);
            emitter.idle(idle);
            emitter.idle(idle);
            emitter.outlier(outlier);
            emitter.outlier(bare);
            emitter.busyPeriod(first);
            emitter.busyPeriod(second);
            emitter.captured(capture);
            emitter.captured(late);
            emitter.used(usage);
            emitter.used(witnessed);
            emitter.stack(stack);
            emitter.stack(waited);
            emitter.usedCore(coreUse);
            emitter.stoodStill(FAR_NS, FAR_NS + 3);
            EventEmitter.processStopped(FAR_NS + 7, FAR_NS + 9);
            emitter.hiccup(3, FAR_NS + 4, FAR_NS + 6);
            emitter.interval(interval);
            emitter.outcome("com.acme.Task", outcome);
            emitter.sampler(sampler);
        });

        assertThat(run.problems()).isEmpty();
        assertThat(run.task()).isEqualTo("com.acme.Task");
        assertThat(run.environment()).isEqualTo(Map.of("jvm", "17", "empty", ""));
        assertThat(run.runs()).containsExactly(outcome);
        assertThat(run.threads()).containsExactly(thread);
        assertThat(run.idleStacks()).containsExactly(idle);
        // JFR does not promise to keep the order.
        assertThat(run.outliers()).containsExactlyInAnyOrder(outlier, bare);
        assertThat(run.periods()).containsExactly(first, second);
        assertThat(run.captures()).containsExactly(capture, late);
        assertThat(run.usage()).containsExactlyInAnyOrder(usage, witnessed);
        assertThat(run.coreUse()).containsExactly(coreUse);
        assertThat(run.samples()).containsExactly(stack, waited);
        assertThat(run.evidence())
                .contains(
                        new Evidence(Evidence.Kind.PROCESS_STALL, FAR_NS, FAR_NS + 3, Evidence.ANY_THREAD, Place.NONE),
                        new Evidence(
                                Evidence.Kind.PROCESS_STOP, FAR_NS + 7, FAR_NS + 9, Evidence.ANY_THREAD, Place.NONE),
                        new Evidence(
                                Evidence.Kind.HICCUP, FAR_NS + 4, FAR_NS + 6, Evidence.ANY_THREAD, Place.of("cpu 3")));
        assertThat(run.intervals()).containsExactly(interval);
        assertThat(run.sampler()).isEqualTo(sampler);
        assertThat(run.clock().pairs()).isGreaterThanOrEqualTo(2);
        assertThat(run.clock().medianNs()).isBetween(0L, MS);
    }

    /** Each late iteration that a wait touches has a reading with that wait. */
    @Test
    void shouldTellTheWaitsOfSeveralReadingsOfAThreadApart() {
        OffCoreInterval byTimer =
                new OffCoreInterval(20, 30, false, Optional.of(new WakeUp(25, CoreUser.INTERRUPT)), List.of());
        ThreadUsage first = ThreadUsage.of(1, 3)
                .between(3, 4)
                .offCore(Optional.of(new OffCoreTimes(-8, List.of(PREEMPTED))))
                .build();
        ThreadUsage second = ThreadUsage.of(2, 3)
                .between(3, 40)
                .offCore(Optional.of(new OffCoreTimes(-8, List.of(PREEMPTED, byTimer))))
                .build();
        // It was away at the same time, and nothing more is known of it.
        ThreadUsage ofOther = ThreadUsage.of(2, 4)
                .between(3, 40)
                .offCore(Optional.of(new OffCoreTimes(-8, List.of(new OffCoreInterval(-7, 3, true)))))
                .build();

        RecordedRun run = recorded(emitter -> {
            emitter.used(first);
            emitter.used(second);
            emitter.used(ofOther);
        });

        assertThat(run.problems()).isEmpty();
        assertThat(run.usage()).containsExactlyInAnyOrder(first, second, ofOther);
    }

    @Test
    void shouldReadSlowCallsAsOutliersOfTheirThreadAndNothingMoreOfOnesThatEnded() {
        WatchedThread served = new WatchedThread("http-1", 31, 4_711, ThreadRole.SEQUENTIAL);
        WatchedThread ended = new WatchedThread("http-2", 32, 4_712, ThreadRole.SEQUENTIAL);
        Outlier call = new Outlier(
                new Iteration(new RunId(0, 1), 5, 5, 900, 0, 0), 500, List.of(), 4_711, "com.acme.Orders.place");
        Outlier handedOn = new Outlier(
                        new Iteration(new RunId(0, 1), 7, 7, 902, 0, 0), 500, List.of(), 4_711, "com.acme.Orders.book")
                .with(Optional.of(new HandOver(
                        20,
                        32,
                        List.of(
                                new StageTime(31, StageTime.UNKNOWN_NS, 7, 20),
                                new StageTime(32, -FAR_NS, 15, 800, 0, 801, 902)))));
        Outlier ofVirtual = new Outlier(
                new Iteration(new RunId(0, 1), 6, 6, 901, 0, 0), 500, List.of(), -33, "com.acme.Orders.cancel");

        RecordedRun run = recorded(emitter -> {
            emitter.watching(served);
            emitter.watching(ended);
            emitter.released(ended);
            emitter.call(call, served);
            emitter.call(handedOn, served);
            emitter.call(ofVirtual, new WatchedThread("", 33, -33, ThreadRole.SEQUENTIAL));
        });

        assertThat(run.problems()).isEmpty();
        // JFR does not promise to keep the order.
        assertThat(run.outliers()).containsExactlyInAnyOrder(call, handedOn, ofVirtual);
        assertThat(run.threads()).containsExactlyInAnyOrder(served, ended);
    }

    @Test
    void shouldMapInstantsOfTheJvmToTheMonotonicClock() {
        long[] around = new long[2];
        RecordedRun run = recorded(emitter -> {
            emitter.watching(
                    new WatchedThread("me", Thread.currentThread().getId(), WATCHED_OS_ID, ThreadRole.SEQUENTIAL));
            around[0] = System.nanoTime();
            parkFor(20 * MS);
            around[1] = System.nanoTime();
        });

        List<Evidence> parks = run.evidence().stream()
                .filter(evidence -> evidence.kind() == Evidence.Kind.PARK)
                .filter(evidence -> evidence.place().words().isEmpty())
                .toList();
        assertThat(parks).isNotEmpty().allSatisfy(park -> {
            assertThat(park.osThreadId()).isEqualTo(WATCHED_OS_ID);
            assertThat(park.startNs()).isGreaterThan(around[0] - MS);
            assertThat(park.endNs()).isLessThan(around[1] + MS);
        });
        long parkedNs = parks.stream().mapToLong(Evidence::durationNs).sum();
        assertThat(parkedNs).isBetween(10 * MS, around[1] - around[0] + MS);
    }

    @Test
    void shouldTellPausesWithTheirCauseAndTheSafepointBeforeThem() {
        long[] around = new long[2];
        RecordedRun run = recorded(emitter -> {
            around[0] = System.nanoTime();
            System.gc();
            around[1] = System.nanoTime();
        });

        assertThat(run.evidence())
                .filteredOn(evidence -> evidence.place().words().contains("System.gc()"))
                .isNotEmpty()
                .allSatisfy(pause -> {
                    assertThat(pause.kind()).isEqualTo(Evidence.Kind.GC_PAUSE);
                    assertThat(pause.osThreadId()).isEqualTo(Evidence.ANY_THREAD);
                    assertThat(pause.startNs()).isBetween(around[0] - MS, around[1] + MS);
                    assertThat(pause.endNs()).isBetween(pause.startNs() + 1, around[1] + MS);
                });
        // The operation that collects, and the waking up after it, are part of the pause.
        assertThat(run.evidence())
                .filteredOn(evidence -> evidence.kind() == Evidence.Kind.GC_PAUSE)
                .extracting(one -> one.place().words())
                .anyMatch(detail -> detail.startsWith("waking up after "));
        assertThat(run.evidence()).extracting(Evidence::kind).contains(Evidence.Kind.TIME_TO_SAFEPOINT);
        assertThat(run.evidence()).isSortedAccordingTo((a, b) -> Long.compare(a.startNs(), b.startNs()));
    }

    @Test
    void shouldNameTheMonitorAndItsPreviousOwnerAndWhatThatDid() {
        RecordedRun run = recorded(emitter -> {
            emitter.watching(
                    new WatchedThread("me", Thread.currentThread().getId(), WATCHED_OS_ID, ThreadRole.SEQUENTIAL));
            contend();
        });

        assertThat(run.evidence())
                .filteredOn(evidence -> evidence.kind() == Evidence.Kind.MONITOR_ENTER)
                .filteredOn(evidence -> evidence.place().words().contains("Lock"))
                .singleElement()
                .satisfies(enter -> {
                    assertThat(enter.wholePlace().words())
                            .isEqualTo(RecordingRoundTripTest.class.getName() + "$Lock[], held by the owner");
                    assertThat(enter.partner().orElseThrow().osThreadId()).isPositive();
                    assertThat(enter.partner().orElseThrow().blocked())
                            .anyMatch(one -> one.kind() == Evidence.Kind.PARK);
                    assertThat(enter.durationNs()).isGreaterThan(MS);
                });
    }

    @Test
    void shouldLeaveOutWhatHappensOnThreadsThatNobodyWatches() {
        RecordedRun run = recorded(emitter -> parkFor(2 * MS));

        assertThat(run.evidence()).noneMatch(evidence -> evidence.kind() == Evidence.Kind.PARK);
    }

    private static void parkFor(long ns) {
        long endNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    /** Enters a monitor whose owner lets go a few milliseconds after it has seen the calling thread blocked. */
    private static void contend() {
        Lock[] lock = new Lock[0];
        Thread waiter = Thread.currentThread();
        CountDownLatch held = new CountDownLatch(1);
        Thread owner = new Thread(
                () -> {
                    synchronized (lock) {
                        held.countDown();
                        while (waiter.getState() != Thread.State.BLOCKED) {
                            Thread.onSpinWait();
                        }
                        parkFor(3 * MS);
                    }
                },
                "the owner");
        owner.start();
        try {
            held.await();
            synchronized (lock) {
                assertThat(Thread.holdsLock(lock)).isTrue();
            }
            owner.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Lock {}
}
