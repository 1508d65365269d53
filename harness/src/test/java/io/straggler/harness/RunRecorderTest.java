package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.series.RunSeries;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.LatencySoFar;
import io.straggler.model.Outlier;
import io.straggler.model.OverheadCheck;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.hook.NormalSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunRecorderTest {
    private static final RunId RUN = new RunId(0, 1);
    private static final long THRESHOLD_NS = 100_000;

    /** What a capture of a normal iteration takes. */
    private static final long CAPTURE_NS = 20_000;

    private static final long INTERVAL_NS = 10_000_000;

    private final FakeClock clock = new FakeClock(1_000, 0);
    private final NormalSamples normalSamples = new NormalSamples();
    private final IterationLog log = new IterationLog(1 << 16, 0, true);
    private final ProbeRecorder probe = new ProbeRecorder("parse", clock);
    private final List<Outlier> outliers = new ArrayList<>();
    private final List<BusyPeriod> periods = new ArrayList<>();
    private RunListener listener = new RunListener() {
        @Override
        public void outlier(Outlier outlier) {
            outliers.add(outlier);
        }

        @Override
        public void busyPeriod(BusyPeriod period) {
            periods.add(period);
        }
    };
    private OverheadCheck overheadCheck = OverheadCheck.NONE;
    private long reportedFromNs = Long.MAX_VALUE;
    private RunRecorder recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
    private long freeSinceNs = 1_000;

    private RunRecorder recording(Phase phase, long thresholdNs, boolean queued) {
        return new RunRecorder(
                new RunRecorder.Part(
                        RUN, phase, thresholdNs, Math.min(thresholdNs, reportedFromNs), 1_000, INTERVAL_NS),
                new RunRecorder.Wiring(
                        queued,
                        new Stages(clock, thread -> {}, open -> {}),
                        listener,
                        normalSamples,
                        overheadCheck,
                        clock),
                List.of(probe),
                JitterWatch.NONE);
    }

    /** An iteration behind the one before it, started without delay. */
    private Iteration add(long intendedNs, long serviceNs) {
        return add(intendedNs, 0, serviceNs);
    }

    private Iteration add(long intendedNs, long dispatchNs, long serviceNs) {
        long startNs = Math.max(intendedNs, freeSinceNs) + dispatchNs;
        long inheritedNs = Math.max(0, freeSinceNs - intendedNs);
        log.add(intendedNs, startNs, freeSinceNs, startNs + serviceNs);
        freeSinceNs = startNs + serviceNs;
        return new Iteration(RUN, intendedNs, startNs, freeSinceNs, inheritedNs, dispatchNs);
    }

    private Histogram total(String name) {
        return recording.allSeries().stream()
                .filter(series -> series.name().equals(name))
                .findFirst()
                .orElseThrow()
                .total();
    }

    private void planned(long intendedNs, long atNs) {
        normalSamples.cost(CAPTURE_NS);
        normalSamples.plan(intendedNs, atNs);
    }

    @Test
    void shouldSayOnceASecondWhatTheLatenciesOfARunAre() {
        List<LatencySoFar> heard = new ArrayList<>();
        listener = new RunListener() {
            @Override
            public void progress(LatencySoFar latency) {
                heard.add(latency);
            }
        };
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        add(2_000, 0, 1_000);
        clock.jump(999_000_000);
        recording.drain(log);
        assertThat(heard).isEmpty();

        add(10_000, 0, 2_000);
        clock.jump(1_000_000);
        recording.drain(log);
        recording.drain(log);
        assertThat(heard).containsExactly(new LatencySoFar(2, 1_000, 2_000, 2_000, 2_000));

        recording = recording(Phase.WARM_UP, Long.MAX_VALUE, true);
        add(20_000, 0, 3_000);
        clock.jump(2_000_000_000);
        recording.drain(log);
        assertThat(heard).hasSize(1);
    }

    @Test
    void shouldRecordLatencyServiceAndDispatch() {
        add(2_000, 300, 1_000);
        add(2_500, 0, 400);
        recording.finish(log);

        assertThat(total("latency").getMaxValue()).isEqualTo(1_300);
        assertThat(total("latency").getMinValue()).isEqualTo(1_200);
        assertThat(total("service").getMaxValue()).isEqualTo(1_000);
        assertThat(total("dispatch").getMaxValue()).isEqualTo(300);
        assertThat(total("dispatch").getTotalCount()).isEqualTo(2);
        assertThat(recording.iterations()).isEqualTo(2);
        assertThat(recording.worstNs()).isEqualTo(1_300);
        assertThat(recording.lastEndNs()).isEqualTo(freeSinceNs);
    }

    @Test
    void shouldCountTwiceAndNotTellWhatStartsWhileTheSamplerRests() {
        overheadCheck = new OverheadCheck(1_000_000, 3);
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        List<Iteration> sampled = new ArrayList<>();
        int off = 0;
        for (long intendedNs = 1_000_000; intendedNs < 41_000_000; intendedNs += 500_000) {
            Iteration iteration = add(intendedNs, THRESHOLD_NS);
            if (overheadCheck.off(intendedNs)) {
                off++;
            } else {
                sampled.add(iteration);
            }
        }
        recording.finish(log);

        assertThat(off).isEqualTo(20);
        assertThat(total("latency").getTotalCount()).isEqualTo(80);
        assertThat(total("latency:unsampled").getTotalCount()).isEqualTo(20);
        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS)).isEqualTo(80);
        assertThat(outliers).extracting(Outlier::iteration).containsExactlyElementsOf(sampled);
        assertThat(periods).hasSize(60);
    }

    /** Each busy period is three iterations long, and so lasts into the next block. */
    @Test
    void shouldCountABusyPeriodForTheBlockInWhichItBegan() {
        overheadCheck = new OverheadCheck(1_000_000, 3);
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        int off = 0;
        for (long intendedNs = 1_000_000; intendedNs < 41_000_000; intendedNs += 2_000_000) {
            off += overheadCheck.off(intendedNs) ? 1 : 0;
            add(intendedNs, 1_500_000);
            add(intendedNs + 500_000, THRESHOLD_NS);
            add(intendedNs + 1_000_000, THRESHOLD_NS);
        }
        recording.finish(log);

        assertThat(off).isPositive();
        assertThat(total("latency").getTotalCount()).isEqualTo(60);
        assertThat(total("latency:unsampled").getTotalCount()).isEqualTo(3L * off);
        assertThat(outliers).hasSize(60 - 3 * off);
        assertThat(periods).hasSize(20 - off);
    }

    /** One that never ends, of iterations that begin in the middle of a block each. */
    @Test
    void shouldCountIterationsOfALongBusyPeriodForTheBlocksInWhichTheyBegin() {
        overheadCheck = new OverheadCheck(1_000_000, 3);
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        long beganNs = 500_000;
        int off = 0;
        for (int k = 0; k < 50; k++) {
            long startNs = beganNs + k * 1_000_000L;
            off += overheadCheck.off(k < 10 ? beganNs : startNs) ? 1 : 0;
            add(beganNs + k, 1_000_000);
        }
        recording.finish(log);

        assertThat(off).isBetween(9, 21);
        assertThat(total("latency:unsampled").getTotalCount()).isEqualTo(off);
        assertThat(outliers).hasSize(50 - off);
        assertThat(periods).hasSize(1);
    }

    @Test
    void shouldCountIterationsOfAnAsynchronousTaskForTheBlocksOfTheirIntendedStarts() {
        overheadCheck = new OverheadCheck(1_000_000, 3);
        recording = recording(Phase.MEASURED, THRESHOLD_NS, false);
        freeSinceNs = 100_000_000;
        for (int k = 0; k < 40; k++) {
            add(500_000 + k * 1_000_000L, 1);
        }
        recording.finish(log);

        assertThat(total("latency:unsampled").getTotalCount()).isEqualTo(10);
    }

    @Test
    void shouldTellAnOutlierFromTheThresholdOn() {
        add(1_000_000, THRESHOLD_NS - 1);
        Iteration at = add(2_000_000, THRESHOLD_NS);
        recording.finish(log);

        assertThat(outliers).containsExactly(new Outlier(at, THRESHOLD_NS, List.of()));
        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS)).isEqualTo(1);
    }

    @Test
    void shouldReportWhatMayBeAnOutlierInTheEnd() {
        reportedFromNs = THRESHOLD_NS / 2;
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        add(1_000_000, THRESHOLD_NS / 2 - 1);
        Iteration maybe = add(2_000_000, THRESHOLD_NS / 2);
        Iteration at = add(3_000_000, THRESHOLD_NS);
        recording.finish(log);

        assertThat(outliers)
                .containsExactly(
                        new Outlier(maybe, THRESHOLD_NS / 2, List.of()), new Outlier(at, THRESHOLD_NS / 2, List.of()));
        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS)).isEqualTo(1);
        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS / 2)).isEqualTo(2);
    }

    @Test
    void shouldTellTheSlowOnesWhenThoseThatWaitedAreTooManyToTell() {
        int waiting = RunRecorder.MAX_REPORTED + 10_000;
        Iteration first = add(1_000_000, 1_000_000_000);
        for (int k = 1; k <= waiting; k++) {
            add(1_000_000 + k, 1);
        }
        Iteration last = add(2_000_000, THRESHOLD_NS);
        recording.finish(log);

        assertThat(outliers)
                .hasSize(RunRecorder.MAX_REPORTED + 2)
                .extracting(Outlier::iteration)
                .contains(first, last);
        assertThat(recording.reportedFrom().unreported(THRESHOLD_NS)).isEqualTo(10_000);
        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS)).isEqualTo(waiting + 2);
        assertThat(total("latency").getTotalCount()).isEqualTo(waiting + 2);
    }

    @Test
    void shouldTellWhatProbesReportedDuringAnOutlier() {
        probe.measuring(true);
        clock.jump(1_000_000);
        probe.record(5);
        clock.jump(50_000);
        probe.record(7);
        clock.jump(500_000);
        probe.record(9);
        add(1_020_000, THRESHOLD_NS);
        recording.finish(log);

        assertThat(outliers.get(0).probes()).containsExactly(new ProbeValue("parse", 7));
        assertThat(total("probe:parse").getTotalCount()).isEqualTo(3);
    }

    @Test
    void shouldHandOverBusyPeriodsWithOutliersOnlyAndWhole() {
        add(1_000_000, 10);
        add(1_000_100, 10);
        Iteration before = add(2_000_000, 5_000);
        Iteration culprit = add(2_001_000, THRESHOLD_NS);
        Iteration victim = add(2_002_000, 10);
        Iteration last = add(2_100_000, 10);
        add(3_000_000, 10);
        recording.finish(log);

        assertThat(outliers).extracting(Outlier::iteration).containsExactly(culprit, victim);
        assertThat(periods).containsExactly(new BusyPeriod(List.of(before, culprit, victim, last), 0));
    }

    @Test
    void shouldHandOverThePeriodWithWhichARunEnds() {
        Iteration only = add(1_000_000, THRESHOLD_NS);
        recording.finish(log);

        assertThat(periods).containsExactly(new BusyPeriod(List.of(only), 0));
    }

    @Test
    void shouldKnowNoBusyPeriodsWhenIterationsOverlap() {
        recording = recording(Phase.MEASURED, THRESHOLD_NS, false);
        log.add(1_000_000, 1_000_000, 1_000_000, 1_200_000);
        log.add(1_010_000, 1_010_000, 1_000_500, 1_150_000);
        recording.finish(log);

        assertThat(outliers).hasSize(2);
        assertThat(outliers)
                .allSatisfy(one -> assertThat(one.iteration().inheritedNs()).isZero());
        assertThat(periods).isEmpty();
        assertThat(recording.lastEndNs()).isEqualTo(1_200_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithLindleysRecursion(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Schedule.Instants arrivals = Schedule.poisson(20_000, seed).instants();
        List<Iteration> expected = new ArrayList<>();
        long queuedNs = 0;
        long lastOccupiedNs = 0;
        long lastIntendedNs = 1_000;
        for (int i = 0; i < 20_000; i++) {
            long intendedNs = 1_000 + arrivals.nextOffsetNs();
            queuedNs = Math.max(0, queuedNs + lastOccupiedNs - (intendedNs - lastIntendedNs));
            long serviceNs = random.nextInt(seed * 8_000) + (random.nextInt(200) == 0 ? 300_000 : 0);
            long dispatchNs = random.nextInt(10) == 0 ? random.nextInt(2_000) : 0;
            Iteration iteration = add(intendedNs, dispatchNs, serviceNs);
            assertThat(iteration.inheritedNs()).isEqualTo(queuedNs);
            lastOccupiedNs = dispatchNs + serviceNs;
            lastIntendedNs = intendedNs;
            expected.add(new Iteration(
                    RUN,
                    intendedNs,
                    intendedNs + queuedNs + dispatchNs,
                    intendedNs + queuedNs + dispatchNs + serviceNs,
                    queuedNs,
                    dispatchNs));
        }
        recording.finish(log);

        List<Iteration> late =
                expected.stream().filter(one -> one.latencyNs() >= THRESHOLD_NS).toList();
        assertThat(outliers).extracting(Outlier::iteration).isEqualTo(late);
        assertThat(late)
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.inheritedNs() + one.dispatchNs() + one.serviceNs())
                        .isEqualTo(one.latencyNs()));
        assertThat(periods).isEqualTo(periodsWithOutliers(expected));
        assertThat(recording.iterations()).isEqualTo(20_000);
        assertThat(recording.worstNs())
                .isEqualTo(
                        expected.stream().mapToLong(Iteration::latencyNs).max().orElseThrow());
    }

    private static List<BusyPeriod> periodsWithOutliers(List<Iteration> iterations) {
        List<List<Iteration>> all = new ArrayList<>();
        for (Iteration one : iterations) {
            if (one.inheritedNs() == 0) {
                all.add(new ArrayList<>());
            }
            all.get(all.size() - 1).add(one);
        }
        return all.stream()
                .filter(period -> period.stream().anyMatch(one -> one.latencyNs() >= THRESHOLD_NS))
                .map(period -> new BusyPeriod(period, 0))
                .toList();
    }

    @Test
    void shouldTakeOffWhatACaptureOfANormalIterationTook() {
        planned(2_000_000, 2_010_000);
        add(1_000_000, 1_000);
        add(2_000_000, 50_000);
        recording.finish(log);

        assertThat(recording.iterations()).isEqualTo(2);
        assertThat(recording.corrected()).isEqualTo(1);
        assertThat(total("latency").getTotalCount()).isEqualTo(2);
        assertThat(recording.worstNs()).isEqualTo(30_000);
        assertThat(total("service").getMaxValue()).isBetween(30_000L, 30_020L);
    }

    @Test
    void shouldTakeNothingOffAnIterationThatWasOverBeforeItsCapture() {
        planned(2_000_000, 2_010_000);
        add(2_000_000, 9_999);
        add(2_020_000, 50_000);
        recording.finish(log);

        assertThat(recording.corrected()).isZero();
        assertThat(recording.worstNs()).isEqualTo(50_000);
    }

    @Test
    void shouldKeepAnOutlierThatWasCapturedAsANormalIteration() {
        planned(2_000_000, 2_010_000);
        add(2_000_000, THRESHOLD_NS + CAPTURE_NS);
        planned(3_000_000, 3_010_000);
        add(3_000_000, THRESHOLD_NS + CAPTURE_NS - 1);
        recording.finish(log);

        assertThat(outliers).hasSize(1);
        assertThat(total("latency").getTotalCount()).isEqualTo(2);
        assertThat(recording.worstNs()).isEqualTo(THRESHOLD_NS);
    }

    @Test
    void shouldTakeItOffThoseTooThatWaitedForIt() {
        planned(2_000_000, 2_010_000);
        add(2_000_000, 50_000);
        add(2_040_000, 5_000);
        add(2_052_000, 5_000);
        add(2_100_000, 5_000);
        recording.finish(log);

        // They inherited 10 and 3 µs, no more than what the capture took.
        assertThat(recording.corrected()).isEqualTo(3);
        assertThat(total("latency").getCountBetweenValues(5_000, 5_000)).isEqualTo(3);
    }

    @Test
    void shouldNotHideSlowIterationsThatCapturesHit() {
        // At a low rate a capture hits every tenth of the slow iterations, which are one in fifty: all of them count.
        for (int k = 1; k <= 1_000; k++) {
            long intendedNs = k * 1_000_000L;
            boolean slow = k % 50 == 0;
            if (k % 10 == 0) {
                planned(intendedNs, intendedNs + 1_000);
            }
            add(intendedNs, slow ? 80_000 : 10_000);
        }
        recording.finish(log);

        assertThat(total("latency").getTotalCount()).isEqualTo(1_000);
        assertThat(total("latency").getValueAtPercentile(98.5)).isBetween(60_000L, 60_040L);
    }

    @Test
    void shouldHandOverBusyPeriodsAsTheyWere() {
        planned(2_000_000, 2_010_000);
        Iteration captured = add(2_000_000, 40_000);
        Iteration outlier = add(2_010_000, 2 * THRESHOLD_NS);
        recording.finish(log);

        assertThat(periods).containsExactly(new BusyPeriod(List.of(captured, outlier), 0));
    }

    @Test
    void shouldTakeOffCapturesOfOverlappingIterationsInAnyOrder() {
        recording = recording(Phase.MEASURED, THRESHOLD_NS, false);
        planned(1_000_000, 1_010_000);
        planned(1_020_000, 1_030_000);
        log.add(1_010_000, 1_010_000, 1_000_500, 1_060_000);
        log.add(1_020_000, 1_020_000, 1_000_500, 1_070_000);
        recording.drain(log);
        log.add(1_000_000, 1_000_000, 1_000_000, 1_090_000);
        recording.finish(log);

        assertThat(recording.corrected()).isEqualTo(2);
        assertThat(recording.worstNs()).isEqualTo(70_000);
    }

    @Test
    void shouldCloseAnIntervalWhenItsTimeIsOver() throws Exception {
        for (int k = 0; k < 100; k++) {
            clock.jump(INTERVAL_NS / 2);
            add(clock.nanoTime() - 1_000, 10);
            recording.drain(log);
        }
        recording.finish(log);

        RunSeries series = new RunSeries(RUN, recording.allSeries());
        List<Histogram> intervals = new ArrayList<>();
        series.intervals().forEach(interval -> {
            if (interval.getTag().equals("latency")) {
                intervals.add(interval.copy());
            }
        });
        assertThat(intervals).hasSize(50).allSatisfy(one -> {
            assertThat(one.getTotalCount()).isEqualTo(2);
            assertThat(one.getEndTimeStamp() - one.getStartTimeStamp()).isBetween(9L, 11L);
        });
        assertThat(series.totals()).containsOnlyKeys("latency", "service", "dispatch");
        assertThat(series.totals().get("latency").getTotalCount()).isEqualTo(100);
    }

    @Test
    void shouldTellTheRestWhenAListenerFails() {
        List<Outlier> heard = new ArrayList<>();
        listener = new RunListener() {
            @Override
            public void outlier(Outlier outlier) {
                heard.add(outlier);
                if (heard.size() == 1) {
                    throw new IllegalStateException("the disk is full");
                }
            }
        };
        recording = recording(Phase.MEASURED, THRESHOLD_NS, true);
        for (int i = 1; i <= 3; i++) {
            add(i * 1_000_000L, 2 * THRESHOLD_NS);
        }

        assertThatThrownBy(() -> recording.drain(log)).hasMessage("the disk is full");
        recording.drain(log);

        assertThat(heard).hasSize(3);
    }

    @Test
    void shouldKeepTheWarmUpInOneIntervalWithoutOutliers() {
        recording = recording(Phase.WARM_UP, Long.MAX_VALUE, true);
        for (int i = 1; i <= 200; i++) {
            add(i * 1_000_000L, 10_000_000);
        }
        clock.jump(50_000_000);
        recording.drain(log);
        recording.finish(log);

        assertThat(recording.reportedFrom().outliers(THRESHOLD_NS)).isEqualTo(3);
        assertThat(outliers).isEmpty();
        assertThat(periods).isEmpty();
        assertThat(recording.openLatency().getTotalCount()).isEqualTo(200);
        assertThat(recording.openService().getTotalCount()).isEqualTo(200);
        assertThat(total("latency").getTotalCount()).isZero();
    }
}
