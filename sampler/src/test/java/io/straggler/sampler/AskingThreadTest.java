package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.FrameKind;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the loop in simulated time, against iterations that are known beforehand. */
class AskingThreadTest {
    private static final long START_NS = 1_000_000_000;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final WatchedThread PACER = new WatchedThread("pacer", 1, 101, ThreadRole.SEQUENTIAL);
    private static final WatchedThread WORKER = new WatchedThread("worker", 2, 102, ThreadRole.HELPER);

    private final World world = new World();
    private final SamplerCounters counters = new SamplerCounters();
    private final List<AskingThread.Target> targets =
            new ArrayList<>(List.of(new AskingThread.Target(PACER, new Thread())));

    /** Simulated time, what is in flight in it, and what the sampler did. */
    private final class World implements NanoClock, InFlight, AskingThread.Stacks, CaptureListener {
        private final List<long[]> iterations = new ArrayList<>();
        private final List<Capture> captures = new ArrayList<>();
        private final List<StackSample> stacks = new ArrayList<>();
        private int over;
        private long nowNs = START_NS;
        private long askingNs = 1_000;
        private long gone = -1;
        private long longestSleepNs;

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
        public Optional<StackSample> of(Thread thread, long osThreadId, NanoClock clock) {
            nowNs += askingNs;
            return osThreadId == gone
                    ? Optional.empty()
                    : Optional.of(
                            new StackSample(nowNs, osThreadId, true, List.of(new StackFrame("a.B.c", FrameKind.JAVA))));
        }

        @Override
        public void stack(StackSample sample) {
            stacks.add(sample);
        }

        @Override
        public void captured(Capture capture) {
            captures.add(capture);
        }
    }

    private OverheadCheck overheadCheck = OverheadCheck.NONE;

    private AskingThread thread() {
        return new AskingThread(world, targets, world, world, world, world::sleep, counters, overheadCheck);
    }

    /** Lets an armed sampler run. */
    private AskingThread watch(long armDelayNs, long forNs) {
        AskingThread thread = thread();
        thread.arm(armDelayNs);
        turn(thread, forNs);
        return thread;
    }

    private void turn(AskingThread thread, long forNs) {
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
        assertThat(world.stacks).hasSameSizeAs(world.captures);
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
    void shouldAskHalfAsOftenAfterEveryEightStacks() {
        world.iteration(0, 1_000 * MILLISECOND_NS);
        watch(400_000, 1_200 * MILLISECOND_NS);

        assertThat(world.captures).hasSizeGreaterThan(50);
        assertThat(world.captures.get(0).dueNs()).isEqualTo(START_NS + 400_000);
        for (int i = 1; i < 50; i++) {
            long gapNs =
                    world.captures.get(i).sentNs() - world.captures.get(i - 1).sentNs();
            assertThat(gapNs).as("gap %d", i).isBetween(200_000L << (i / 8), (200_000L << (i / 8)) + 5_000);
        }
    }

    @Test
    void shouldAskMoreSeldomWhereItTakesLong() {
        world.askingNs = 50_000;
        world.iteration(0, 20 * MILLISECOND_NS);
        watch(100_000, 30 * MILLISECOND_NS);

        assertThat(world.captures).hasSizeBetween(5, 19);
        for (int i = 1; i < world.captures.size(); i++) {
            assertThat(world.captures.get(i).sentNs()
                            - world.captures.get(i - 1).sentNs())
                    .isGreaterThanOrEqualTo(20 * world.askingNs);
        }
    }

    @Test
    void shouldStartAfreshWithTheNextIteration() {
        world.iteration(0, 500 * MILLISECOND_NS);
        world.iteration(500 * MILLISECOND_NS, 500 * MILLISECOND_NS);
        world.iteration(1_000 * MILLISECOND_NS, 200_000);
        watch(100_000, 1_100 * MILLISECOND_NS);

        for (long startNs : new long[] {START_NS, START_NS + 500 * MILLISECOND_NS, START_NS + 1_000 * MILLISECOND_NS}) {
            List<Capture> ofIteration = world.captures.stream()
                    .filter(capture -> capture.intendedNs() == startNs)
                    .toList();
            assertThat(ofIteration).hasSizeGreaterThanOrEqualTo(2);
            assertThat(ofIteration.get(0).sentNs() - startNs).isBetween(100_000L, 105_000L);
            assertThat(ofIteration.get(1).sentNs() - ofIteration.get(0).sentNs())
                    .isBetween(50_000L, 55_000L);
        }
        assertThat(counters.allDue()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldCaptureEveryTarget() {
        targets.add(new AskingThread.Target(WORKER, new Thread()));
        world.iteration(0, 130_000);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).containsExactly(101L, 102L);
    }

    @Test
    void shouldNotTellOfARequestToAThreadThatIsGone() {
        targets.add(new AskingThread.Target(WORKER, new Thread()));
        world.gone = 101;
        world.iteration(0, 5 * MILLISECOND_NS);
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).isNotEmpty().extracting(Capture::osThreadId).containsOnly(102L);
        assertThat(counters.allDue()).isEqualTo(world.captures.size());
    }

    @Test
    void shouldDoNothingUnlessItIsArmed() {
        world.iteration(0, 10_000 * MILLISECOND_NS);
        AskingThread thread = thread();
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
        AskingThread thread = thread();
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
    @Timeout(60)
    void shouldEndWhenItIsClosed() throws Exception {
        AskingThread thread = thread();
        thread.start();
        thread.arm(100_000);
        thread.close();
        long ended = world.nowNs;

        assertThat(world.nowNs).isEqualTo(ended);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("straggler-sampler");
    }

    @Test
    void shouldNotHitTheIterationBehindTheOneThatWasLate() {
        targets.add(new AskingThread.Target(WORKER, new Thread()));
        world.iteration(0, 100_500);
        world.iteration(MILLISECOND_NS, 10_000);
        // The request to the first thread takes it past the iteration's end.
        watch(100_000, 10 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).containsExactly(101L);
    }

    @Test
    void shouldCaptureHelpersOnlyTwice() {
        targets.add(new AskingThread.Target(WORKER, new Thread()));
        world.iteration(0, 50 * MILLISECOND_NS);
        watch(100_000, 60 * MILLISECOND_NS);

        assertThat(world.captures).extracting(Capture::osThreadId).startsWith(101L, 102L, 101L, 102L, 101L, 101L, 101L);
        assertThat(world.captures)
                .filteredOn(capture -> capture.osThreadId() == 102)
                .hasSize(2);
    }
}
