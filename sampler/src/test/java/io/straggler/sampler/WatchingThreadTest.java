package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.sampler.stack.StackSource;
import io.straggler.sampler.stack.TargetThread;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the loop in simulated time, against iterations that are known beforehand. */
class WatchingThreadTest {
    private static final long START_NS = 1_000_000_000;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final WatchedThread PACER = new WatchedThread("pacer", 1, 101, ThreadRole.SEQUENTIAL);
    private static final WatchedThread WORKER = new WatchedThread("worker", 2, 102, ThreadRole.HELPER);

    private final World world = new World();
    private final SamplerCounters counters = new SamplerCounters();
    private final List<TargetThread> targets = new ArrayList<>(List.of(new TargetThread(PACER, new Thread())));
    private CaptureBackoff gaps = new CaptureBackoff(100_000, 2, 5);
    private int cores = 2;

    /** Simulated time, what is in flight in it, and what the sampler did. */
    private final class World implements NanoClock, InFlight, StackSource, CaptureListener {
        private final List<long[]> iterations = new ArrayList<>();
        private final List<Capture> captures = new ArrayList<>();
        private int over;
        private long nowNs = START_NS;
        private long taken;
        private long gone = -1;
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
            nowNs += 1_000;
            if (target.identity().osThreadId() == gone) {
                return false;
            }
            taken++;
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
    }

    private OverheadCheck overheadCheck = OverheadCheck.NONE;

    private WatchingThread thread() {
        return new WatchingThread(world, targets, world, world, world, world::sleep, counters, overheadCheck, cores);
    }

    /** Lets an armed sampler run. */
    private WatchingThread watch(long armDelayNs, long forNs) {
        WatchingThread thread = thread();
        thread.arm(armDelayNs, gaps);
        turn(thread, forNs);
        return thread;
    }

    private void turn(WatchingThread thread, long forNs) {
        long untilNs = world.nowNs + forNs;
        while (world.nowNs < untilNs) {
            thread.turn();
        }
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
            assertThat(capture.sentNs() - capture.dueNs()).isBetween(0L, 5_000L);
        });
        assertThat(counters.allDue()).isEqualTo(world.captures.size());
        assertThat(counters.lateMaxNs()).isLessThan(5_000);
    }

    @Test
    void shouldBeOffInTheBlocksOfAnOverheadCheckAndNowhereElse() {
        overheadCheck = new OverheadCheck(50 * MILLISECOND_NS, 5);
        List<Long> watched = new ArrayList<>();
        for (int k = 0; k < 1_000; k++) {
            long startNs = k * 10 * MILLISECOND_NS + 3 * MILLISECOND_NS;
            world.iteration(startNs, 150_000);
            if (!overheadCheck.off(START_NS + startNs)) {
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
        gaps = new CaptureBackoff(200_000, 2, 10);
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
        assertThat(counters.cappedIterations()).isEqualTo(2);
        assertThat(counters.allDue()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldCaptureEveryTarget() {
        targets.add(new TargetThread(WORKER, new Thread()));
        gaps = new CaptureBackoff(100_000, 2, 1);
        world.iteration(0, 5 * MILLISECOND_NS);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).containsExactly(101L, 102L);
    }

    @Test
    void shouldNotTellOfARequestToAThreadThatIsGone() {
        targets.add(new TargetThread(WORKER, new Thread()));
        world.gone = 101;
        world.iteration(0, 5 * MILLISECOND_NS);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).isNotEmpty().extracting(Capture::osThreadId).containsOnly(102L);
        assertThat(counters.allDue()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldDoNothingUnlessItIsArmed() {
        world.iteration(0, 10_000 * MILLISECOND_NS);
        WatchingThread thread = thread();
        turn(thread, 1_000 * MILLISECOND_NS);
        assertThat(world.captures).isEmpty();

        thread.arm(100_000, gaps);
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
        WatchingThread thread = thread();
        thread.arm(20_000, gaps);
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
    @Timeout(60)
    void shouldEndWhenItIsClosed() throws Exception {
        WatchingThread thread = thread();
        thread.start();
        thread.arm(100_000, gaps);
        thread.close();
        long ended = world.nowNs;

        assertThat(world.nowNs).isEqualTo(ended);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("straggler-sampler");
    }

    @Test
    void shouldNotHitTheIterationBehindTheOneThatWasLate() {
        targets.add(new TargetThread(WORKER, new Thread()));
        gaps = new CaptureBackoff(100_000, 2, 1);
        world.iteration(0, 100_500);
        world.iteration(MILLISECOND_NS, 10_000);
        // The request to the first thread takes it past the iteration's end.
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).containsExactly(101L);
    }

    @Test
    void shouldCaptureHelpersOnlyTwice() {
        targets.add(new TargetThread(WORKER, new Thread()));
        world.iteration(0, 50 * MILLISECOND_NS);
        watch(100_000, 60 * MILLISECOND_NS);

        assertThat(world.captures)
                .extracting(Capture::osThreadId)
                .containsExactly(101L, 102L, 101L, 102L, 101L, 101L, 101L);
    }

    @Test
    void shouldSpinTheEndOfAWaitOnlyWhereThereAreCoresToSpare() {
        world.wakesLate = true;
        world.iteration(10 * MILLISECOND_NS, MILLISECOND_NS);
        watch(100_000, 20 * MILLISECOND_NS);
        assertThat(counters.lateMaxNs()).isGreaterThan(30_000);

        SamplerCounters spinning = new SamplerCounters();
        cores = 4;
        world.nowNs = START_NS;
        world.over = 0;
        WatchingThread thread =
                new WatchingThread(world, targets, world, world, world, world::sleep, spinning, overheadCheck, cores);
        thread.arm(100_000, gaps);
        turn(thread, 20 * MILLISECOND_NS);
        assertThat(spinning.lateMaxNs()).isLessThan(90_000);
    }
}
