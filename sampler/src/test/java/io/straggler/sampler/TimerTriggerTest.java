package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.ThreadRole;
import io.straggler.model.Witness;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.model.hook.NormalSamples;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.Signals;
import io.straggler.sampler.stack.ThreadTimer;
import io.straggler.sampler.stack.Timer;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.FakeWaits;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.OwnUsage;
import io.straggler.sampler.usage.UsageSource;
import io.straggler.sampler.usage.WaitTimes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paces iterations in simulated time, as the harness does, against timers that remember when they were due. */
class TimerTriggerTest {
    private static final long START_NS = 1_000_000_000;
    private static final long PUSH_NS = 6_000;

    /** Longer than 45 µs, because moves would take more than a tenth of the time. */
    private static final long MARGIN_NS = 10 * PUSH_NS;

    /** For some milliseconds. */
    private static final long SLOW_PUSH_NS = 10 * PUSH_NS;

    private static final long CAPTURE_NS = 20_000;
    private static final long MIN_NS = 10_000;
    private static final long ARM_NS = 100_000;
    private static final long THRESHOLD_NS = 200_000;

    private final FakeTimer timer = new FakeTimer();
    private final FakeTimer helperTimer = new FakeTimer();
    private final NormalSamples captures = new NormalSamples();
    private final LateLog log = new LateLog();
    private final List<long[]> reported = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    private long nowNs = START_NS;
    private LongUnaryOperator pushNs = ns -> PUSH_NS;
    private double normalSamplesPerSecond;
    private OverheadCheck overheadCheck = OverheadCheck.NONE;
    private boolean armDelayFalls;
    private InFlight inFlight = view -> view.setIdle(Long.MAX_VALUE);
    private TimerTrigger trigger;
    private TimedThread own;

    private record Done(long intendedNs, long startNs, long endNs) {}

    /** Charges a microsecond of run delay for each that goes by. */
    private final class FakeUsage implements UsageSource {
        private int readings;
        private long waitsOneIn = 1_000;

        @Override
        public void read(long[] values) {
            readings++;
            pass(2_000);
            values[TIME] = nowNs;
            values[RUN_DELAY] = nowNs / waitsOneIn;
        }

        @Override
        public void close() {}
    }

    private final FakeUsage usage = new FakeUsage();

    private void pass(long ns) {
        nowNs += ns;
        timer.until(nowNs);
        helperTimer.until(nowNs);
    }

    private Timer costly(FakeTimer fake) {
        return new Timer() {
            @Override
            public void arm(long atNs, long intervalNs) {
                pass(pushNs.applyAsLong(nowNs));
                fake.arm(atNs, intervalNs);
            }

            @Override
            public void disarm() {
                fake.disarm();
            }
        };
    }

    private void begin(ThreadRole role) {
        NanoClock clock = () -> nowNs;
        SamplerOptions options = new SamplerOptions(
                SamplerMode.TRIGGERED,
                Witness.SWITCHES,
                Path.of("unused.jfr"),
                normalSamplesPerSecond,
                1_000_000,
                OptionalInt.empty(),
                overheadCheck,
                armDelayFalls,
                42);
        trigger =
                new TimerTrigger(inFlight, captures, options, new TimerCosts(CAPTURE_NS, PUSH_NS, MIN_NS), log, clock);
        own = new TimedThread(101, costly(timer), timer, timer, usage);
        trigger.pace(own, role);
    }

    /** Paces {@code count} iterations of a sequential task, each of which takes as long as it is told. */
    private void pace(int count, long periodNs, LongUnaryOperator serviceNs) {
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(ARM_NS, THRESHOLD_NS);
        paceOn(count, periodNs, serviceNs);
    }

    private void paceOn(int count, long periodNs, LongUnaryOperator serviceNs) {
        long originNs = nowNs + 1_000_000;
        long lastNs = originNs;
        long freeNs = nowNs;
        long attentionNs = trigger.idle(originNs, nowNs, originNs);
        for (int k = 0; k < count; k++) {
            long intendedNs = originNs + k * periodNs;
            if (freeNs < intendedNs) {
                attentionNs = trigger.idle(lastNs, nowNs, intendedNs);
                pass(Math.max(0, intendedNs - nowNs));
            } else if (freeNs >= attentionNs) {
                attentionNs = trigger.behind(lastNs, nowNs);
            }
            long startNs = nowNs;
            pass(serviceNs.applyAsLong(k));
            done.add(new Done(intendedNs, startNs, nowNs));
            freeNs = nowNs;
            lastNs = intendedNs;
            pass(30);
            drain();
        }
        trigger.rest(lastNs, nowNs);
        drain();
    }

    private void drain() {
        long[] entry = new long[LateLog.VALUES];
        while (log.take(entry)) {
            reported.add(entry.clone());
        }
    }

    /** When the timer was due while an iteration ran. */
    private List<Long> firedIn(Done one) {
        return timer.firedNs.stream()
                .filter(ns -> ns >= one.startNs && ns <= one.endNs)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 250_000, 50_000})
    void shouldNotInterruptIterationsThatAreOnTime(long periodNs) {
        pace(10_000, periodNs, k -> 5_000);

        assertThat(timer.firedNs).isEmpty();
        assertThat(reported).isEmpty();
        assertThat(trigger.marginNs()).isZero();
        assertThat(done).allSatisfy(one -> assertThat(one.startNs).isEqualTo(one.intendedNs));
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 250_000, 50_000})
    void shouldInterruptEveryIterationThatIsLateAtTheArmDelay(long periodNs) {
        pace(10_000, periodNs, k -> k % 100 == 7 ? 150_000 : 5_000);

        List<Done> late =
                done.stream().filter(one -> one.endNs - one.startNs == 150_000).toList();
        assertThat(late)
                .hasSize(100)
                .allSatisfy(one -> assertThat(firedIn(one)).isNotEmpty().first().isEqualTo(one.intendedNs + ARM_NS));
        assertThat(reported)
                .extracting(entry -> entry[LateLog.TAG])
                .containsExactlyElementsOf(late.stream().map(Done::intendedNs).toList());
        assertThat(timer.firedNs).hasSize(100);
    }

    @Test
    void shouldGoOnCapturingPeriodicallyAndNotBelowTenTimesWhatACaptureTakes() {
        pace(10, 10_000_000, k -> k == 3 ? 5_000_000 : 5_000);

        assertThat(timer.firedNs).hasSize(25);
        for (int i = 1; i < timer.firedNs.size(); i++) {
            assertThat(timer.firedNs.get(i) - timer.firedNs.get(i - 1)).isEqualTo(10 * CAPTURE_NS);
        }
        assertThat(reported).hasSize(1);
        assertThat(reported.get(0)[LateLog.DUE]).isEqualTo(timer.firedNs.get(0));
        assertThat(reported.get(0)[LateLog.INTERVAL]).isEqualTo(10 * CAPTURE_NS);
    }

    @Test
    void shouldNotPushWhereGapsAreShortButSeldom() {
        pace(100_000, 10_000, k -> 700);

        assertThat(timer.firedNs).isEmpty();
        assertThat(trigger.marginNs()).isEqualTo(MARGIN_NS);
        // One move in as long as ten take.
        assertThat(timer.moves).isBetween(13_000, 17_000);
    }

    @Test
    void shouldStillSeeWhatIsLateWhereGapsAreShort() {
        pace(100_000, 10_000, k -> k % 5_000 == 77 ? ARM_NS + MARGIN_NS + 20_000 : 700);

        assertThat(done.stream().filter(one -> one.endNs - one.startNs > ARM_NS))
                .hasSize(20)
                .allSatisfy(one -> assertThat(firedIn(one)).isNotEmpty());
    }

    @Test
    void shouldNotCaptureThoseThatOnlyWaitBehindALateOne() {
        pace(10_000, 250_000, k -> k == 100 ? 20_000_000 : 80_000);

        // The stall itself, and nothing while eighty iterations work off what it left.
        assertThat(reported).extracting(entry -> entry[LateLog.TAG]).containsExactly(done.get(100).intendedNs);
        assertThat(timer.firedNs).allSatisfy(ns -> assertThat(ns).isLessThan(done.get(100).endNs));
    }

    /** The timer is due again by itself, so the next iteration begins as soon as the late one is over. */
    @Test
    void shouldNotMoveTheTimerBehindAnIterationThatWasCaptured() {
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(20_000, THRESHOLD_NS);
        paceOn(10_000, 50_000, k -> k % 100 == 7 ? 230_000 : 700);

        for (int k = 7; k < 10_000; k += 100) {
            Done late = done.get(k);
            assertThat(firedIn(late)).first().isEqualTo(late.intendedNs + 20_000);
            assertThat(done.get(k + 1).startNs - late.endNs).isLessThan(PUSH_NS);
        }
        assertThat(reported).hasSize(100);
        assertThat(timer.firedNs.stream()
                        .filter(ns -> done.stream()
                                .noneMatch(one ->
                                        one.endNs - one.startNs == 230_000 && ns >= one.startNs && ns <= one.endNs)))
                .isEmpty();
    }

    /** A host that is slow for ten milliseconds, now and then: a move takes longer than the gap, and must not be made in each. */
    @Test
    void shouldMoveSeldomWhileMovesTakeLong() {
        pushNs = ns -> ns / 10_000_000 % 10 == 3 ? SLOW_PUSH_NS : PUSH_NS;
        pace(100_000, 50_000, k -> k % 5_000 == 77 ? ARM_NS + 2 * MARGIN_NS : 700);

        long delayed = done.stream()
                .filter(one -> one.endNs - one.startNs == 700 && one.startNs - one.intendedNs > PUSH_NS)
                .filter(one -> pushNs.applyAsLong(one.startNs) == SLOW_PUSH_NS)
                .count();
        // Fifty slow periods of two hundred iterations each.
        assertThat(delayed).isBetween(50L, 5_000L);
        // A tenth of the iterations are in them. No slow move may blind the trigger for longer than usual ones do.
        assertThat(trigger.marginNs()).isLessThanOrEqualTo(MARGIN_NS);
        assertThat(done.stream().filter(one -> one.endNs - one.startNs > ARM_NS))
                .hasSize(20)
                .allSatisfy(one -> assertThat(firedIn(one)).isNotEmpty());
    }

    /** Iterations that queue now and then pay for no more than one move in as long as ten take. */
    @Test
    void shouldMoveSeldomWhereIterationsQueueInShortBacklogs() {
        // Every third iteration makes the next one wait for a microsecond.
        pace(30_000, 50_000, k -> k % 3 == 0 ? 51_000 : 10_000);

        long queued =
                done.stream().filter(one -> one.startNs - one.intendedNs > 900).count();
        long delayed = done.stream()
                .filter(one -> one.startNs - one.intendedNs > PUSH_NS)
                .count();
        assertThat(queued).isGreaterThanOrEqualTo(10_000);
        assertThat(delayed).isPositive().isLessThanOrEqualTo((nowNs - START_NS) / MARGIN_NS + 1);
        assertThat(timer.firedNs).isEmpty();
        assertThat(trigger.marginNs()).isEqualTo(MARGIN_NS);
    }

    @Test
    void shouldCaptureASlowIterationInABacklog() {
        pace(10_000, 250_000, k -> k == 100 ? 20_000_000 : k == 110 ? 400_000 : 80_000);

        assertThat(firedIn(done.get(110))).isNotEmpty();
        assertThat(reported).hasSize(2);
    }

    @Test
    void shouldKeepRepeatsToABudgetAndCaptureEveryIterationOnceWhereAllAreLate() {
        pace(10_000, 1_000_000, k -> 990_000);

        double seconds = (nowNs - START_NS) / 1e9;
        assertThat(done).allSatisfy(one -> assertThat(firedIn(one)).isNotEmpty());
        assertThat((timer.firedNs.size() - done.size()) / seconds).isBetween(500.0, 1_150.0);
    }

    /** Five seconds of captures are a debt of half a second. In the backlog behind them a timer is moved by a margin of up to 100 moves. */
    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 250_000})
    void shouldCaptureASlowIterationInTimeWhateverWasCapturedBefore(long periodNs) {
        pace(30_000, periodNs, k -> k == 5 ? 5_000_000_000L : k % 100 == 7 ? 1_000_000 : 5_000);

        assertThat(done.stream().filter(one -> one.endNs - one.startNs == 1_000_000))
                .hasSize(300)
                .allSatisfy(one -> assertThat(firedIn(one))
                        .isNotEmpty()
                        .first()
                        .satisfies(firstNs -> assertThat(firstNs - one.startNs).isBetween(0L, ARM_NS + 100 * PUSH_NS)));
    }

    @Test
    void shouldNotUseUpTheBudgetForTimeWithoutACore() {
        usage.waitsOneIn = 1;
        pace(4_000, 1_000_000, k -> k % 200 == 50 ? 50_000_000 : k == 3_999 ? 5_000_000 : 5_000);

        assertThat(reported).hasSize(21);
        assertThat(firedIn(done.get(3_999))).hasSize(25);
    }

    @Test
    void shouldCaptureNothingWhileItRests() {
        overheadCheck = new OverheadCheck(50_000_000, 3);
        pace(2_000, 1_000_000, k -> 150_000);

        for (Done one : done) {
            assertThat(firedIn(one).isEmpty())
                    .as("off at %d", one.intendedNs)
                    .isEqualTo(overheadCheck.off(one.intendedNs));
        }
    }

    /** Slow iterations, of which the arm delay is longer than a block. */
    @Test
    void shouldCaptureOnTimeWhateverBeginsAfterABlockThatItRests() {
        long armNs = 60_000_000;
        overheadCheck = new OverheadCheck(50_000_000, 3);
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(armNs, 2 * armNs);
        paceOn(400, 70_000_000, k -> 66_000_000);

        assertThat(done.stream().filter(one -> !overheadCheck.off(one.intendedNs)))
                .hasSizeBetween(200, 399)
                .allSatisfy(one -> assertThat(firedIn(one)).isNotEmpty().first().isEqualTo(one.intendedNs + armNs));
    }

    @Test
    void shouldTakeNoNormalSampleInABlockThatItRests() {
        overheadCheck = new OverheadCheck(50_000_000, 3);
        normalSamplesPerSecond = 200;
        pace(50_000, 1_000_000, k -> 20_000);

        assertThat(reported).hasSizeGreaterThan(30).noneMatch(entry -> overheadCheck.off(entry[LateLog.TAG]));
    }

    @Test
    void shouldCountIterationsThatWereCapturedAndTurnedOutNormal() {
        pace(
                1_000,
                1_000_000,
                k -> k % 100 == 3 ? THRESHOLD_NS - 50_000 : k % 100 == 5 ? THRESHOLD_NS + 50_000 : 5_000);

        assertThat(trigger.innocent()).isEqualTo(10);
        assertThat(reported).hasSize(20);
    }

    @Test
    void shouldLookEarlierWhereItHitsFewNormalIterations() {
        armDelayFalls = true;
        // The work takes 30 µs, and one iteration in 5,000 takes 60 µs: with less than 30 µs every one would be hit.
        pace(400_000, 250_000, k -> k % 5_000 == 3 ? 60_000 : 30_000);

        assertThat(trigger.armDelayNs()).isBetween(30_000L, 45_000L);
        assertThat(trigger.innocent()).isLessThan(400_000 / 1_000);
    }

    @Test
    void shouldNotLookEarlierThanWasAskedFor() {
        pace(100_000, 250_000, k -> 30_000);

        assertThat(trigger.armDelayNs()).isEqualTo(ARM_NS);
    }

    @Test
    void shouldLookLaterWhereItHitsManyNormalIterations() {
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(40_000, THRESHOLD_NS);
        paceOn(20_000, 1_000_000, k -> k % 100 == 3 ? 80_000 : k % 100 == 5 ? THRESHOLD_NS + 50_000 : 5_000);

        assertThat(trigger.armDelayNs()).isBetween(80_000L, THRESHOLD_NS / 2);
        assertThat(trigger.innocent()).isLessThan(60);
        Set<Long> seen = reported.stream().map(entry -> entry[LateLog.TAG]).collect(Collectors.toSet());
        assertThat(done.stream().filter(one -> one.endNs - one.intendedNs >= THRESHOLD_NS))
                .hasSize(200)
                .allMatch(one -> seen.contains(one.intendedNs));
    }

    @Test
    void shouldNotLookLaterThanHalfTheThreshold() {
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(40_000, THRESHOLD_NS);
        paceOn(20_000, 1_000_000, k -> THRESHOLD_NS - 20_000);

        assertThat(trigger.armDelayNs()).isEqualTo(THRESHOLD_NS / 2);
    }

    @Test
    void shouldHandOverTheUsageOfTheLateIterationAlone() {
        pace(1_000, 250_000, k -> k % 100 == 3 ? 180_000 : 5_000);

        assertThat(reported).hasSize(10).allSatisfy(entry -> {
            Done late = done.stream()
                    .filter(one -> one.intendedNs == entry[LateLog.TAG])
                    .findFirst()
                    .orElseThrow();
            long fromNs = entry[LateLog.BEFORE + UsageSource.TIME];
            long toNs = entry[LateLog.AFTER + UsageSource.TIME];
            assertThat(fromNs).isBetween(late.intendedNs - 250_000, late.intendedNs);
            assertThat(toNs).isBetween(late.endNs, late.endNs + 5_000);
            assertThat(entry[LateLog.AFTER + UsageSource.RUN_DELAY] - entry[LateLog.BEFORE + UsageSource.RUN_DELAY])
                    .isEqualTo(toNs / 1_000 - fromNs / 1_000);
        });
    }

    @Test
    void shouldReadUsageSeldomWhereGapsAreShort() {
        pace(100_000, 10_000, k -> 700);

        // A second of iterations, and a reading takes 2 µs: a percent of the time at most.
        assertThat(usage.readings).isBetween(1_000, 5_000);
    }

    @Test
    void shouldChooseNormalIterationsFirstAndThenAMomentInThem() {
        normalSamplesPerSecond = 50;
        captures.cost(CAPTURE_NS);
        SplittableRandom random = new SplittableRandom(7);
        pace(400_000, 50_000, k -> random.nextInt(50) == 0 ? 30_000 : 3_000);

        List<long[]> normalSamples =
                reported.stream().filter(entry -> entry[LateLog.NORMAL] != 0).toList();
        assertThat(normalSamples).hasSizeBetween(300, 420);
        assertThat(normalSamples).allSatisfy(entry -> {
            assertThat(entry[LateLog.NORMAL] - entry[LateLog.TAG]).isBetween(0L, 31_000L);
            assertThat(entry[LateLog.DUE] - entry[LateLog.TAG]).isGreaterThanOrEqualTo(ARM_NS);
        });
        // One in fifty is long. By moments it would be one in six.
        long ofLong = normalSamples.stream()
                .filter(entry -> done.stream()
                        .anyMatch(one -> one.intendedNs == entry[LateLog.TAG] && one.endNs - one.startNs == 30_000))
                .count();
        assertThat(ofLong).isLessThan(normalSamples.size() / 12);
        assertThat(trigger.innocent()).isZero();
    }

    @Test
    void shouldTakeNoMoreThanOneNormalIterationInAThousand() {
        normalSamplesPerSecond = 1_000;
        pace(100_000, 1_000_000, k -> 500_000 / (1 + k % 2) / 10);

        long normalSamples =
                reported.stream().filter(entry -> entry[LateLog.NORMAL] != 0).count();
        assertThat(normalSamples).isBetween(30L, 100L);
    }

    @Test
    void shouldCaptureAHelperOnceForEachLateIteration() {
        begin(ThreadRole.SEQUENTIAL);
        FakeUsage helpers = new FakeUsage();
        assertThat(trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, helpers)))
                .isTrue();
        trigger.arm(ARM_NS, THRESHOLD_NS);
        paceOn(1_000, 1_000_000, k -> k % 100 == 3 ? 900_000 : 5_000);

        assertThat(helperTimer.firedNs).hasSize(10);
        assertThat(reported.stream().filter(entry -> entry[LateLog.THREAD] == 102))
                .hasSize(10)
                .allSatisfy(entry -> {
                    assertThat(entry[LateLog.INTERVAL]).isZero();
                    assertThat(entry[LateLog.BEFORE + UsageSource.TIME]).isZero();
                    assertThat(entry[LateLog.DUE] - entry[LateLog.TAG]).isBetween(ARM_NS, ARM_NS + 20 * PUSH_NS);
                });
        // The next iteration waits meanwhile.
        assertThat(helpers.readings).isZero();
    }

    @Test
    void shouldRefuseMoreHelpersThanItCanMove() {
        begin(ThreadRole.SEQUENTIAL);
        for (int i = 0; i < 16; i++) {
            assertThat(trigger.help(new TimedThread(102 + i, helperTimer, helperTimer, helperTimer, null)))
                    .isTrue();
        }
        assertThat(trigger.help(new TimedThread(200, helperTimer, helperTimer, helperTimer, null)))
                .isFalse();
    }

    @Test
    void shouldLeaveNoTimerBehind() {
        pace(10, 1_000_000, k -> 5_000);

        assertThat(timer.armed()).isFalse();
        assertThat(trigger.armed()).isFalse();
        assertThat(trigger.idle(nowNs, nowNs, nowNs + 1_000_000)).isGreaterThan(nowNs + (1L << 60));
        assertThat(timer.armed()).isFalse();
    }

    /** The pacing thread was given up, and comes back when the switches of threads can no longer be read. */
    @Test
    void shouldWatchNothingOnceItIsClosed() {
        begin(ThreadRole.DISPATCHER);
        trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, null, new WaitTimes() {
            @Override
            public long sinceNs() {
                throw new IllegalStateException("closed");
            }

            @Override
            public long backNs() {
                throw new IllegalStateException("closed");
            }
        }));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        trigger.close();

        assertThat(trigger.idle(nowNs, nowNs, nowNs + 1_000_000)).isGreaterThan(nowNs + (1L << 60));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        assertThat(trigger.idle(nowNs, nowNs, nowNs + 1_000_000)).isGreaterThan(nowNs + (1L << 60));
    }

    @Test
    void shouldNotLookEarlierThanItCan() {
        begin(ThreadRole.SEQUENTIAL);
        trigger.arm(1_000, THRESHOLD_NS);
        paceOn(100, 1_000_000, k -> k == 50 ? 50_000 : 1_000);

        assertThat(trigger.armDelayNs()).isEqualTo(MIN_NS);
        assertThat(timer.firedNs.get(0)).isEqualTo(done.get(50).intendedNs + MIN_NS);
    }

    /** An asynchronous task in flight: its open iterations, oldest first. */
    private final class Open implements InFlight {
        private final List<long[]> iterations = new ArrayList<>();

        @Override
        public void read(InFlightView view) {
            for (long[] one : iterations) {
                if (one[0] <= nowNs && nowNs < one[1]) {
                    view.setBusy(one[0], one[0]);
                    return;
                }
            }
            view.setIdle(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource({"250000, 60000", "50000, 80000", "2000000, 60000"})
    void shouldCaptureWhateverIterationOfAnAsynchronousTaskIsOpenForTooLong(long periodNs, long flightNs) {
        Open open = new Open();
        inFlight = open;
        begin(ThreadRole.DISPATCHER);
        trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, null));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        List<Long> late = new ArrayList<>();
        long originNs = nowNs + 1_000_000;
        long lastNs = originNs;
        for (int k = 0; k < 1_000; k++) {
            long intendedNs = originNs + k * periodNs;
            // Waits as the pacer does: called again whenever the instant that it asked for has come.
            long attentionNs = trigger.idle(lastNs, nowNs, intendedNs);
            while (nowNs < intendedNs) {
                pass(1_000);
                if (nowNs >= attentionNs && nowNs < intendedNs) {
                    attentionNs = trigger.idle(lastNs, nowNs, intendedNs);
                }
            }
            boolean slow = k % 100 == 50;
            open.iterations.removeIf(one -> one[1] < nowNs);
            open.iterations.add(new long[] {intendedNs, intendedNs + (slow ? 900_000 : flightNs)});
            if (slow) {
                late.add(intendedNs);
            }
            lastNs = intendedNs;
            drain();
        }
        pass(10_000_000);
        trigger.rest(lastNs, nowNs);
        drain();

        for (FakeTimer each : List.of(timer, helperTimer)) {
            assertThat(late)
                    .allSatisfy(tag -> assertThat(each.firedNs)
                            .anySatisfy(ns -> assertThat(ns).isBetween(tag + ARM_NS, tag + 900_000)));
        }
        assertThat(reported).extracting(entry -> entry[LateLog.TAG]).containsAll(late);
        // Neither in every turn of the pacer's wait, nor of iterations that are on time.
        assertThat(usage.readings).isLessThan(20_000);
        assertThat(reported.stream().filter(entry -> !late.contains(entry[LateLog.TAG])))
                .hasSizeLessThan(10);
        assertThat(reported).extracting(entry -> entry[LateLog.THREAD]).contains(101L, 102L);
    }

    /** Waits as the pacer does, until an instant: called again whenever the instant that it asked for has come. */
    private void waitUntil(long lastIntendedNs, long untilNs, long nextIntendedNs) {
        long attentionNs = nowNs;
        while (nowNs < untilNs) {
            if (nowNs >= attentionNs) {
                attentionNs = trigger.idle(lastIntendedNs, nowNs, nextIntendedNs);
            }
            pass(1_000);
        }
    }

    /** It waits for work until the iteration has been open for a while, and then works on it. */
    @Test
    void shouldCaptureAHelperOfAnAsynchronousTaskOnlyWhenItNoLongerWaits() {
        Open open = new Open();
        inFlight = open;
        FakeWaits waits = new FakeWaits(WaitTimes.NOT_WAITING, WaitTimes.NOT_WAITING);
        begin(ThreadRole.DISPATCHER);
        trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, null, waits));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        long tag = nowNs + 1_000_000;
        long worksNs = tag + 2_000_000;
        open.iterations.add(new long[] {tag, tag + 4_000_000});
        waits.waitSince(tag - 500_000);
        waitUntil(tag, tag, tag);
        waitUntil(tag, worksNs, tag + 10_000_000);
        waits.waitSince(WaitTimes.NOT_WAITING);
        waitUntil(tag, tag + 5_000_000, tag + 10_000_000);
        drain();

        assertThat(timer.firedNs).first().isEqualTo(tag + ARM_NS);
        assertThat(helperTimer.firedNs).hasSizeGreaterThan(3).allMatch(ns -> ns > worksNs);
        assertThat(helperTimer.firedNs.get(0)).isLessThan(worksNs + 500_000);
        assertThat(reported)
                .filteredOn(entry -> entry[LateLog.THREAD] == 102)
                .singleElement()
                .satisfies(entry -> assertThat(entry[LateLog.DUE]).isEqualTo(helperTimer.firedNs.get(0)));
    }

    /** Further captures would show that it waits for the next start. */
    @Test
    void shouldCaptureThePacingThreadOfAnAsynchronousTaskOnlyOnceWhileThatWaits() {
        Open open = new Open();
        inFlight = open;
        begin(ThreadRole.DISPATCHER);
        trigger.arm(ARM_NS, THRESHOLD_NS);
        long tag = nowNs + 1_000_000;
        open.iterations.add(new long[] {tag, tag + 4_000_000});
        waitUntil(tag, tag, tag);
        waitUntil(tag, tag + 5_000_000, tag + 10_000_000);

        assertThat(timer.firedNs).containsExactly(tag + ARM_NS);
    }

    /** The pacing thread looks some microseconds before a capture is due, and then every few: too late for what ends in between. */
    @ParameterizedTest
    @ValueSource(longs = {ARM_NS - 4_000, 900_000})
    void shouldStopCapturingAtOnceWhenAnAsynchronousIterationIsComplete(long flightNs) {
        Open open = new Open();
        inFlight = open;
        begin(ThreadRole.DISPATCHER);
        trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, null));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        long tag = nowNs + 1_000_000;
        long[] iteration = {tag, tag + flightNs};
        open.iterations.add(iteration);
        long nextNs = tag + 5_000_000;
        long attentionNs = trigger.idle(tag, nowNs, tag);
        boolean complete = false;
        while (nowNs < nextNs) {
            pass(1_000);
            if (nowNs >= iteration[1] && !complete) {
                complete = true;
                iteration[1] = nowNs;
                trigger.completed(tag, nowNs);
                assertThat(timer.armed() || helperTimer.armed()).isFalse();
                // Others that end do not matter.
                trigger.completed(tag + 1, nowNs);
                // It is preempted, and comes later than it wanted to.
                pass(400_000);
                attentionNs = nowNs;
            }
            if (nowNs >= attentionNs) {
                attentionNs = trigger.idle(tag, nowNs, nextNs);
            }
        }
        // The next one is watched again.
        assertThat(timer.armed() && helperTimer.armed()).isTrue();
        open.iterations.add(new long[] {nextNs, nextNs + 600_000});
        pass(300_000);
        drain();

        for (FakeTimer each : List.of(timer, helperTimer)) {
            assertThat(each.firedNs)
                    .allSatisfy(ns -> assertThat(ns <= iteration[1] || ns >= nextNs + ARM_NS)
                            .isTrue());
            assertThat(each.firedNs).anySatisfy(ns -> assertThat(ns).isGreaterThan(nextNs));
        }
        assertThat(reported)
                .filteredOn(entry -> entry[LateLog.TAG] == tag)
                .hasSize(flightNs > ARM_NS ? 2 : 0)
                .allSatisfy(entry -> assertThat(entry[LateLog.END]).isEqualTo(iteration[1]));
        assertThat(trigger.innocent()).isZero();
    }

    /** The pacing thread has no core for long, and others end one iteration after the other meanwhile. */
    @Test
    void shouldWatchTheNextOpenIterationThoughThePacingThreadDoesNotCome() {
        Open open = new Open();
        inFlight = open;
        begin(ThreadRole.DISPATCHER);
        trigger.help(new TimedThread(102, costly(helperTimer), helperTimer, helperTimer, null));
        trigger.arm(ARM_NS, THRESHOLD_NS);
        long first = nowNs + 1_000_000;
        long second = first + 50_000;
        long[] onTime = {first, first + ARM_NS - 4_000};
        long[] late = {second, second + 900_000};
        open.iterations.add(onTime);
        open.iterations.add(late);
        trigger.idle(first, nowNs, first);
        pass(onTime[1] - nowNs);
        trigger.completed(first, nowNs);
        pass(late[1] - nowNs);
        trigger.completed(second, nowNs);
        trigger.idle(second, nowNs, second + 5_000_000);
        drain();

        for (FakeTimer each : List.of(timer, helperTimer)) {
            assertThat(each.firedNs).first().isEqualTo(second + ARM_NS);
            assertThat(each.firedNs).allSatisfy(ns -> assertThat(ns).isLessThanOrEqualTo(late[1]));
        }
        assertThat(reported)
                .extracting(entry -> entry[LateLog.TAG])
                .containsOnly(second)
                .hasSize(2);
        assertThat(trigger.innocent()).isZero();
    }

    @Test
    void shouldAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SamplerOptions options = new SamplerOptions(
                SamplerMode.TRIGGERED,
                Witness.SWITCHES,
                Path.of("unused.jfr"),
                5,
                1_000_000,
                OptionalInt.empty(),
                OverheadCheck.NONE,
                false,
                42);
        try (ThreadTimer real = ThreadTimer.create(NativeThread.currentId(), Signals.USUAL);
                UsageSource usage = OwnUsage.open()) {
            trigger = new TimerTrigger(
                    inFlight, captures, options, new TimerCosts(CAPTURE_NS, PUSH_NS, MIN_NS), log, NanoClock.SYSTEM);
            trigger.pace(
                    new TimedThread(101, real, real.forAnotherThread(), real.forAnotherThread(), usage),
                    ThreadRole.SEQUENTIAL);
            // So far ahead that it is never due.
            trigger.arm(3_600_000_000_000L, Long.MAX_VALUE);
            long bytes = Long.MAX_VALUE;
            // The first rounds are those of the interpreter and the compilers.
            for (int round = 0; round < 5; round++) {
                long before =
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                for (int k = 0; k < 10_000; k++) {
                    long now = System.nanoTime();
                    trigger.idle(now, now, now + 1_000_000 + k);
                    trigger.behind(now, now);
                }
                bytes = Math.min(
                        bytes,
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
            }
            trigger.rest(0, System.nanoTime());

            assertThat(bytes).isZero();
        }
    }
}
