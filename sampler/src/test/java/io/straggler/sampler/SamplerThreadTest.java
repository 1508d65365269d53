package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.BaselineWindow;
import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.CaptureListener;
import io.straggler.model.InFlight;
import io.straggler.model.InFlightView;
import io.straggler.model.NanoClock;
import io.straggler.model.ObserverCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.ThreadAccounting;
import io.straggler.model.WatchedThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the sampler's loop in simulated time, against iterations that are known beforehand. */
class SamplerThreadTest {
    private static final long START_NS = 1_000_000_000;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final WatchedThread PACER = new WatchedThread("pacer", 1, 101);
    private static final WatchedThread WORKER = new WatchedThread("worker", 2, 102);

    private final World world = new World();
    private final BaselineWindow baseline = new BaselineWindow();
    private final SamplerAccount account = new SamplerAccount();
    private final List<TargetThread> targets = new ArrayList<>(List.of(new TargetThread(PACER, new Thread(), null)));
    private Optional<CaptureGaps> gaps = Optional.of(new CaptureGaps(100_000, 2, 5));
    private double baselinePerSecond;

    /** Simulated time, what is in flight in it, and what the sampler did. */
    private final class World implements NanoClock, InFlight, StackSource, CaptureListener {
        private final List<long[]> iterations = new ArrayList<>();
        private final List<Capture> captures = new ArrayList<>();
        private final List<ThreadAccounting> accountings = new ArrayList<>();
        private int over;
        private long nowNs = START_NS;
        private long taken;
        private long gone = -1;
        private boolean answers = true;
        private boolean windowWasOpen = true;
        private long longestSleepNs;
        private boolean wakesLate;

        /** An iteration that is in flight from its intended start on. */
        private void iteration(long startNs, long serviceNs) {
            iterations.add(new long[] {START_NS + startNs, START_NS + startNs + serviceNs});
        }

        @Override
        public long nanoTime() {
            nowNs += 50;
            return nowNs;
        }

        private void sleep(long ns) {
            assertThat(ns).isPositive();
            longestSleepNs = Math.max(longestSleepNs, ns);
            nowNs += ns;
            if (wakesLate) {
                // As measured on a virtual machine, whose cores sleep the more deeply the longer they do.
                nowNs += ns > 300_000 ? 130_000 : 35_000;
            }
        }

        @Override
        public void read(InFlightView view) {
            while (over < iterations.size() && iterations.get(over)[1] <= nowNs) {
                over++;
            }
            if (over < iterations.size()) {
                long startNs = iterations.get(over)[0];
                if (nowNs < startNs) {
                    view.setIdle(startNs);
                } else {
                    view.setBusy(startNs, startNs);
                }
                return;
            }
            view.setIdle(Long.MAX_VALUE);
        }

        @Override
        public SamplerMode mode() {
            return SamplerMode.TRIGGERED;
        }

        @Override
        public boolean request(TargetThread target) {
            windowWasOpen &= baseline.settledUntil(nowNs) < nowNs;
            nowNs += 1_000;
            if (target.identity().osThreadId() == gone) {
                return false;
            }
            taken += answers ? 1 : 0;
            return true;
        }

        @Override
        public long taken() {
            return taken;
        }

        @Override
        public void close() {}

        @Override
        public void captured(Capture capture) {
            captures.add(capture);
        }

        @Override
        public void accounted(ThreadAccounting accounting) {
            accountings.add(accounting);
        }
    }

    private ObserverCheck observerCheck = ObserverCheck.NONE;

    private SamplerThread thread() {
        SamplerOptions options = new SamplerOptions(
                SamplerMode.TRIGGERED,
                Path.of("unused.jfr"),
                baselinePerSecond,
                MILLISECOND_NS,
                gaps,
                OptionalInt.empty(),
                observerCheck,
                42);
        return new SamplerThread(
                world, targets, world, world, baseline, world, world::sleep, options, account, Costs.UNKNOWN);
    }

    /** Lets an armed sampler run. */
    private SamplerThread watch(long armDelayNs, long forNs) {
        SamplerThread thread = thread();
        thread.arm(armDelayNs);
        turn(thread, forNs);
        return thread;
    }

    private void turn(SamplerThread thread, long forNs) {
        long untilNs = world.nowNs + forNs;
        while (world.nowNs < untilNs) {
            thread.turn();
        }
    }

    private SamplerSummary summary() {
        return account.summary(SamplerMode.TRIGGERED, "", 0, world.taken);
    }

    @ParameterizedTest
    @ValueSource(longs = {20_000, 99_000, 100_000, 250_000, 1_000_000})
    void shouldCaptureOnlyWhatHasRunForLongerThanTheArmDelay(long armDelayNs) {
        for (int k = 0; k < 1_000; k++) {
            world.iteration(k * 10 * MILLISECOND_NS, k % 50 == 7 ? armDelayNs + 120_000 : armDelayNs - 5_000);
        }
        watch(armDelayNs, 10_000 * MILLISECOND_NS);

        assertThat(world.captures)
                .extracting(Capture::intendedNs)
                .containsOnly(LongStream.range(0, 20)
                        .mapToObj(k -> START_NS + (k * 50 + 7) * 10 * MILLISECOND_NS)
                        .toArray(Long[]::new));
        assertThat(world.captures).allSatisfy(capture -> {
            assertThat(capture.purpose()).isEqualTo(Purpose.LATE);
            assertThat(capture.osThreadId()).isEqualTo(101);
            assertThat(capture.dueNs()).isGreaterThanOrEqualTo(capture.intendedNs() + armDelayNs);
            assertThat(capture.sentNs() - capture.dueNs()).isBetween(0L, 70_000L);
        });
        assertThat(summary().signalsSent()).isEqualTo(world.captures.size());
        assertThat(summary().lateMaxNs()).isLessThan(70_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {20_000, 99_000})
    void shouldBeInTimeThoughLongSleepsEndLate(long armDelayNs) {
        world.wakesLate = true;
        for (int k = 0; k < 200; k++) {
            world.iteration(k * 10 * MILLISECOND_NS, armDelayNs + 20_000);
        }
        watch(armDelayNs, 2_000 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::intendedNs).hasSizeGreaterThan(195);
        assertThat(summary().lateMaxNs()).isLessThan(5_000);
    }

    @Test
    void shouldRestInTheBlocksOfAnObserverCheckAndNowhereElse() {
        observerCheck = new ObserverCheck(50 * MILLISECOND_NS, 5);
        List<Long> watched = new ArrayList<>();
        for (int k = 0; k < 1_000; k++) {
            long startNs = k * 10 * MILLISECOND_NS + 3 * MILLISECOND_NS;
            world.iteration(startNs, 150_000);
            if (!observerCheck.rests(START_NS + startNs)) {
                watched.add(START_NS + startNs);
            }
        }
        watch(100_000, 10_100 * MILLISECOND_NS);

        assertThat(watched).hasSizeBetween(740, 760);
        assertThat(world.captures).extracting(Capture::intendedNs).containsExactlyElementsOf(watched);
    }

    @Test
    void shouldLetTheGapsGrow() {
        world.iteration(0, 1_000 * MILLISECOND_NS);
        gaps = Optional.of(new CaptureGaps(200_000, 2, 10));
        watch(50_000, 1_200 * MILLISECOND_NS);

        assertThat(world.captures).hasSize(10);
        assertThat(world.captures.get(0).dueNs()).isEqualTo(START_NS + 50_000);
        for (int i = 1; i < 10; i++) {
            long gapNs =
                    world.captures.get(i).sentNs() - world.captures.get(i - 1).sentNs();
            assertThat(gapNs).as("gap %d", i).isBetween((200_000L << (i - 1)) - 5_000, (200_000L << (i - 1)) + 105_000);
        }
    }

    @Test
    void shouldEndAtTheCapAndStartAfreshWithTheNextIteration() {
        world.iteration(0, 500 * MILLISECOND_NS);
        world.iteration(500 * MILLISECOND_NS, 500 * MILLISECOND_NS);
        world.iteration(1_000 * MILLISECOND_NS, 200_000);
        watch(100_000, 1_100 * MILLISECOND_NS);

        assertThat(world.captures)
                .filteredOn(capture -> capture.intendedNs() == START_NS)
                .hasSize(5);
        assertThat(world.captures)
                .filteredOn(capture -> capture.intendedNs() == START_NS + 500 * MILLISECOND_NS)
                .hasSize(5);
        assertThat(summary().cappedIterations()).isEqualTo(2);
        assertThat(summary().signalsSent()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldFollowTheArmDelayWhenNoGapsAreGiven() {
        gaps = Optional.empty();
        world.iteration(0, 10 * MILLISECOND_NS);
        watch(1_000_000, 20 * MILLISECOND_NS);

        long gapNs = world.captures.get(1).sentNs() - world.captures.get(0).sentNs();
        assertThat(gapNs).isBetween(495_000L, 610_000L);
    }

    @Test
    void shouldCaptureEveryTarget() {
        targets.add(new TargetThread(WORKER, new Thread(), null));
        gaps = Optional.of(new CaptureGaps(100_000, 2, 1));
        world.iteration(0, 5 * MILLISECOND_NS);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).containsExactly(101L, 102L);
    }

    @Test
    void shouldNotTellOfARequestToAThreadThatIsGone() {
        targets.add(new TargetThread(WORKER, new Thread(), null));
        world.gone = 101;
        world.iteration(0, 5 * MILLISECOND_NS);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).isNotEmpty().extracting(Capture::osThreadId).containsOnly(102L);
        assertThat(summary().signalsSent()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldDoNothingUnlessItIsArmed() {
        baselinePerSecond = 1_000;
        world.iteration(0, 10_000 * MILLISECOND_NS);
        SamplerThread thread = thread();
        turn(thread, 1_000 * MILLISECOND_NS);
        assertThat(world.captures).isEmpty();

        thread.arm(100_000);
        turn(thread, 1_000 * MILLISECOND_NS);
        int armed = world.captures.size();
        assertThat(armed).isPositive();

        thread.disarm();
        turn(thread, 1_000 * MILLISECOND_NS);
        assertThat(world.captures).hasSize(armed);
    }

    @Test
    void shouldSleepWhileNothingCanBeLate() {
        world.iteration(10_000 * MILLISECOND_NS, 1);
        SamplerThread thread = thread();
        thread.arm(20_000);
        int turns = 0;
        while (world.nowNs < START_NS + 9_900 * MILLISECOND_NS) {
            thread.turn();
            turns++;
        }

        // Never longer than 50 ms, so that it notices when it is closed.
        assertThat(turns).isLessThan(250);
        assertThat(world.longestSleepNs).isLessThanOrEqualTo(50 * MILLISECOND_NS);
    }

    @Test
    void shouldCaptureNormalIterationsAsOftenAsItIsTold() {
        baselinePerSecond = 50;
        for (int k = 0; k < 100_000; k++) {
            world.iteration(k * 100_000L, 80_000);
        }
        watch(90_000, 10_000 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::purpose).containsOnly(Purpose.BASELINE);
        assertThat(world.captures).hasSizeBetween(400, 510);
        assertThat(summary().baselineCaptures()).isEqualTo(world.captures.size());
        assertThat(world.captures)
                .allSatisfy(capture ->
                        assertThat(capture.sentNs() - capture.intendedNs()).isBetween(0L, 81_000L));
    }

    @Test
    void shouldNeitherSpinNorFavourBeginningsWhenNormalIterationsAreRare() {
        baselinePerSecond = 100;
        for (int k = 0; k < 10_000; k++) {
            world.iteration(k * 10 * MILLISECOND_NS, MILLISECOND_NS);
        }
        SamplerThread thread = thread();
        thread.arm(2 * MILLISECOND_NS);
        int turns = 0;
        while (world.nowNs < START_NS + 100_000 * MILLISECOND_NS) {
            thread.turn();
            turns++;
        }

        // Twenty tries per capture wanted, one turn for each, and a few more for each iteration.
        assertThat(turns).isLessThan(100 * 100 * 20 * 2);
        assertThat(world.captures).hasSizeGreaterThan(5_000);
        assertThat(world.captures.stream()
                        .mapToLong(capture -> capture.sentNs() - capture.intendedNs())
                        .average()
                        .orElseThrow())
                .isBetween(450_000.0, 550_000.0);
    }

    @Test
    void shouldHoldTheWindowOpenDuringABaselineCaptureAndCloseItAfterwards() {
        baselinePerSecond = 1_000;
        for (int k = 0; k < 1_000; k++) {
            world.iteration(k * MILLISECOND_NS, 900_000);
        }
        watch(950_000, 1_000 * MILLISECOND_NS);

        assertThat(world.captures).isNotEmpty();
        assertThat(world.windowWasOpen).isTrue();
        assertThat(baseline.settledUntil(world.nowNs)).isEqualTo(world.nowNs);
        assertThat(world.captures)
                .allSatisfy(capture -> assertThat(baseline.touches(capture.dueNs(), capture.sentNs()))
                        .isTrue());
        assertThat(baseline.touches(START_NS - 10, START_NS - 5)).isFalse();
    }

    @Test
    void shouldGiveUpABaselineCaptureThatIsNotTaken() {
        baselinePerSecond = 1_000;
        world.answers = false;
        world.iteration(0, 200 * MILLISECOND_NS);
        watch(300 * MILLISECOND_NS, 100 * MILLISECOND_NS);

        Capture first = world.captures.get(0);
        assertThat(baseline.settledUntil(world.nowNs)).isEqualTo(world.nowNs);
        // It waited 20 ms for the stack, and for as long the window was open.
        assertThat(baseline.touches(first.sentNs() + 19 * MILLISECOND_NS, first.sentNs() + 19 * MILLISECOND_NS))
                .isTrue();
        assertThat(world.captures).hasSizeBetween(2, 6);
    }

    @Test
    void shouldCaptureNoNormalIterationsWhenNoneAreWanted() {
        world.iteration(0, 10_000 * MILLISECOND_NS);
        watch(20_000 * MILLISECOND_NS, 9_000 * MILLISECOND_NS);

        assertThat(world.captures).isEmpty();
    }

    @Test
    void shouldNotTakeALateIterationForNormal() {
        baselinePerSecond = 1_000;
        gaps = Optional.of(new CaptureGaps(100_000, 2, 3));
        world.iteration(0, 5_000 * MILLISECOND_NS);
        watch(20_000, 4_000 * MILLISECOND_NS);

        assertThat(world.captures.stream().filter(capture -> capture.purpose() == Purpose.LATE))
                .hasSize(3);
        assertThat(world.captures.stream()
                        .filter(capture -> capture.purpose() == Purpose.BASELINE)
                        .filter(capture -> capture.sentNs() > START_NS + 30_000))
                .isEmpty();
    }

    @Test
    void shouldAccountForEveryLateIterationOnce() throws Exception {
        try (ThreadReading reading = ThreadReading.open(NativeThread.currentId(), world)) {
            targets.set(0, new TargetThread(PACER, Thread.currentThread(), reading));
            for (int k = 0; k < 100; k++) {
                world.iteration(k * 10 * MILLISECOND_NS, k % 10 == 3 ? 2 * MILLISECOND_NS : 10_000);
            }
            watch(100_000, 1_000 * MILLISECOND_NS);
        }

        assertThat(world.accountings)
                .extracting(ThreadAccounting::intendedNs)
                .containsExactly(LongStream.range(0, 10)
                        .mapToObj(k -> START_NS + (k * 10 + 3) * 10 * MILLISECOND_NS)
                        .toArray(Long[]::new));
        assertThat(world.accountings).allSatisfy(one -> {
            long endNs = one.intendedNs() + 2 * MILLISECOND_NS;
            assertThat(one.toNs() - endNs).isBetween(0L, 110_000L);
            assertThat(one.fromNs()).isLessThan(one.intendedNs() + 110_000);
        });
    }

    @Test
    @Timeout(60)
    void shouldEndWhenItIsClosed() throws Exception {
        SamplerThread thread = thread();
        thread.start();
        thread.arm(100_000);
        thread.close();
        long ended = world.nowNs;

        assertThat(world.nowNs).isEqualTo(ended);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("straggler-sampler");
    }
}
