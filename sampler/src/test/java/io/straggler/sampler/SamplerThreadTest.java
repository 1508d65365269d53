package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.Witness;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.NormalSamples;
import io.straggler.sampler.linux.Throttling;
import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.SamplerCounters;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.ThrottleHistory;
import io.straggler.sampler.usage.UsageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the pacing thread left in the log is reported, and captures of long outliers become rarer. */
class SamplerThreadTest {
    private static final long START_NS = 1_000_000_000;
    private static final long ARM_NS = 100_000;
    private static final long MILLISECOND_NS = 1_000_000;

    private final List<Capture> captures = new ArrayList<>();
    private final List<ThreadUsage> usages = new ArrayList<>();
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void captured(Capture capture) {
            captures.add(capture);
        }

        @Override
        public void used(ThreadUsage usage) {
            usages.add(usage);
        }
    };
    private final FakeTimer timer = new FakeTimer();
    private final LateLog log = new LateLog();
    private final SamplerCounters counters = new SamplerCounters();
    private final TimerCosts costs = new TimerCosts(20_000, 6_000, 10_000);
    private final TimerTrigger trigger = new TimerTrigger(
            view -> view.setIdle(Long.MAX_VALUE),
            new NormalSamples(),
            new SamplerOptions(
                    SamplerMode.TRIGGERED,
                    Witness.SWITCHES,
                    Path.of("unused.jfr"),
                    0,
                    1_000_000,
                    OptionalInt.empty(),
                    OverheadCheck.NONE,
                    false,
                    1),
            costs,
            log,
            () -> START_NS);
    private final SamplerThread thread = new SamplerThread(
            trigger,
            log,
            listener,
            counters,
            costs,
            500,
            NanoClock.SYSTEM,
            new ThrottleHistory(null),
            new SwitchRecords(Witness.SWITCHES));

    private static long[] entry(long tagNs, long normalSampleNs, long dueNs, long intervalNs, long endNs) {
        long[] entry = new long[LateLog.VALUES];
        entry[LateLog.TAG] = tagNs;
        entry[LateLog.THREAD] = 101;
        entry[LateLog.NORMAL] = normalSampleNs;
        entry[LateLog.DUE] = dueNs;
        entry[LateLog.INTERVAL] = intervalNs;
        entry[LateLog.END] = endNs;
        for (int i = 0; i < UsageSource.VALUES; i++) {
            entry[LateLog.BEFORE + i] = 1_000 + i;
            entry[LateLog.AFTER + i] = 2_000 + 3L * i;
        }
        return entry;
    }

    @Test
    void shouldTellWhenCapturesWereDueAndWhatWasCharged() {
        log.add(entry(7, 0, 100, 10, 125));
        thread.turn(START_NS);

        assertThat(captures)
                .containsExactly(
                        new Capture(Purpose.LATE, 7, 101, 100, 100),
                        new Capture(Purpose.LATE, 7, 101, 110, 110),
                        new Capture(Purpose.LATE, 7, 101, 120, 120));
        assertThat(usages)
                .containsExactly(ThreadUsage.of(7, 101)
                        .between(1_000, 2_000)
                        .runDelayNs(1_002)
                        .cpuNs(1_004)
                        .minorFaults(1_006)
                        .majorFaults(1_008)
                        .voluntarySwitches(1_010)
                        .involuntarySwitches(1_012)
                        .faultsNs(1_006 * 500)
                        .capturesNs(3 * 20_000)
                        .build());
        assertThat(counters.allDue()).isEqualTo(3);
    }

    @Test
    void shouldTellACaptureOfANormalIterationApart() {
        log.add(entry(7, 90, 100, 10, 95));
        log.add(entry(8, 190, 200, 10, 205));
        thread.turn(START_NS);

        assertThat(captures)
                .containsExactly(
                        new Capture(Purpose.NORMAL, 7, 101, 90, 90),
                        new Capture(Purpose.NORMAL, 8, 101, 190, 190),
                        new Capture(Purpose.LATE, 8, 101, 200, 200));
        assertThat(usages).extracting(ThreadUsage::intendedNs).containsExactly(8L);
        assertThat(counters.normalSamplesDue()).isEqualTo(2);
    }

    /** The group is held back while the iteration runs, and this thread looks before the iteration is over. */
    @Test
    void shouldReportAllThrottlingSinceTheReadingBeforeTheIteration(@TempDir Path root) throws IOException {
        Path stat = root.resolve("sys/fs/cgroup/cpu.stat");
        Files.createDirectories(stat.getParent());
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
        Files.writeString(stat, "throttled_usec 70000\n");
        long[] nowNs = {500};
        SamplerThread throttled = new SamplerThread(
                trigger,
                log,
                listener,
                counters,
                costs,
                500,
                () -> nowNs[0],
                new ThrottleHistory(Throttling.open(root, nowNs[0])),
                new SwitchRecords(Witness.SWITCHES));
        throttled.turn(nowNs[0]);
        Files.writeString(stat, "throttled_usec 120000\n");
        nowNs[0] = 1_500;
        throttled.turn(nowNs[0]);
        Files.writeString(stat, "throttled_usec 121000\n");
        nowNs[0] = 2_100;
        log.add(entry(7, 0, 100, 10, 125));
        throttled.turn(nowNs[0]);

        assertThat(usages).extracting(ThreadUsage::throttledNs).containsExactly(51_000_000L);
    }

    @Test
    void shouldReportNothingOfAUsageThatWasNotRead() {
        long[] unread = entry(7, 0, 100, 10, 105);
        unread[LateLog.BEFORE + UsageSource.TIME] = 0;
        log.add(unread);
        thread.turn(START_NS);

        assertThat(captures).hasSize(1);
        assertThat(usages).isEmpty();
    }

    @Test
    void shouldMakeCapturesOfALongOutlierRarerAndTellTheInstantsThatWere() {
        TimedThread own = new TimedThread(101, timer, timer, timer, null);
        trigger.pace(own, ThreadRole.SEQUENTIAL);
        trigger.arm(ARM_NS, 2 * ARM_NS);
        long intendedNs = START_NS + MILLISECOND_NS;
        trigger.idle(START_NS, START_NS, intendedNs);
        long endNs = intendedNs + 2_000 * MILLISECOND_NS;
        for (long nowNs = START_NS; nowNs < endNs; nowNs += 5 * MILLISECOND_NS) {
            timer.until(nowNs);
            thread.turn(nowNs);
        }
        timer.until(endNs);
        trigger.behind(intendedNs, endNs);
        thread.turn(endNs);

        assertThat(timer.firedNs).hasSizeBetween(80, 250);
        assertThat(captures).extracting(Capture::dueNs).containsExactlyElementsOf(timer.firedNs);
        assertThat(captures.get(0).dueNs()).isEqualTo(intendedNs + ARM_NS);
        assertThat(captures.get(1).dueNs() - captures.get(0).dueNs()).isEqualTo(200_000);
    }

    @Test
    void shouldLeaveATimerAloneThatWasMovedMeanwhile() {
        TimedThread own = new TimedThread(101, timer, timer, timer, null);
        own.arm(START_NS, 1_000);
        own.arm(START_NS + 5_000, 1_000);

        assertThat(own.lengthen(START_NS, START_NS + 100_000)).isFalse();
        assertThat(own.intervalNs()).isEqualTo(1_000);
    }

    @Test
    void shouldLoseWhatFindsNoRoomAndCountIt() {
        for (int i = 0; i < 5_000; i++) {
            log.add(entry(i, 0, 100, 10, 105));
        }
        thread.turn(START_NS);

        assertThat(captures).hasSize(4_096);
        assertThat(captures.get(4_095).intendedNs()).isEqualTo(4_095);
        assertThat(log.lost()).isEqualTo(904);
        log.add(entry(9_999, 0, 100, 10, 105));
        thread.turn(START_NS);
        assertThat(captures.get(4_096).intendedNs()).isEqualTo(9_999);
    }

    @Test
    @Timeout(60)
    void shouldTellWhatIsLeftWhenItIsClosed() throws Exception {
        thread.start();
        log.add(entry(7, 0, 100, 10, 105));
        thread.close();

        assertThat(captures).hasSize(1);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("straggler-sampler");
    }
}
