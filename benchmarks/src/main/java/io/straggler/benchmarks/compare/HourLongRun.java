package io.straggler.benchmarks.compare;

import io.straggler.RunFolder;
import io.straggler.diagnosis.Conclusions;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LogSummary;
import io.straggler.model.BusyPeriod;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Settings;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * The files of a run of an hour at 100,000/s with 0.1% outliers, made up: latencies and outliers are drawn, the diagnosis is that of
 * the outliers. There is no recording, because a comparison reads none when there is a diagnosis.
 */
final class HourLongRun {
    private static final long EPOCH_MS = 1_700_000_000_000L;
    private static final int PER_SECOND = 100_000;
    private static final long SECONDS = 3_600;
    private static final long INTERVAL_S = 10;
    private static final int OUTLIERS = 360_000;
    private static final long THRESHOLD_NS = 200_000;
    private static final int METHODS = 400;
    private static final int DEPTH = 20;
    private static final RunId RUN = new RunId(0, 1);

    private final SplittableRandom random;
    private final double factor;

    /** @param factor what every latency is multiplied with */
    HourLongRun(long seed, double factor) {
        this.random = new SplittableRandom(seed);
        this.factor = factor;
    }

    /** Writes {@code run.json}, {@code latency.hlog} and {@code diagnosis.json}. */
    void write(Path place) throws IOException {
        Files.createDirectories(place);
        RunFolder folder = new RunFolder(place);
        RunDescription run = description();
        LatencyLog.write(folder.latencyLog(), List.of(consumer -> {
            for (long s = 0; s < SECONDS; s += INTERVAL_S) {
                consumer.accept(interval(s));
            }
        }));
        Conclusions conclusions = Conclusions.of(recorded(run), 700, LatencyCounts.NONE);
        DiagnosisJsonFormat.write(
                run,
                LogSummary.of(LatencyLog.read(folder.latencyLog()), run.runs()).series(),
                conclusions,
                folder.diagnosisJson());
        folder.write(run);
    }

    /** A twentieth as many draws as iterations, each counted twenty times, around a level that wanders. */
    private Histogram interval(long fromS) {
        Histogram interval = new Histogram(1, 3_600_000_000_000L, 3);
        double level = 700 * factor * (1 + 0.05 * Math.sin(fromS / 300.0));
        for (int i = 0; i < PER_SECOND * INTERVAL_S / 20; i++) {
            double gaussian = random.nextGaussian();
            double tail = random.nextInt(1_000) == 0 ? 300 * Math.exp(random.nextGaussian()) : 1;
            interval.recordValueWithCount((long) (level * tail * Math.exp(0.15 * gaussian)), 20);
        }
        interval.setTag("latency");
        interval.setStartTimeStamp(EPOCH_MS + fromS * 1_000);
        interval.setEndTimeStamp(EPOCH_MS + (fromS + INTERVAL_S) * 1_000);
        return interval;
    }

    private RecordedRun recorded(RunDescription run) {
        List<Outlier> outliers = new ArrayList<>(OUTLIERS);
        List<StackSample> samples = new ArrayList<>(2 * OUTLIERS);
        List<BusyPeriod> periods = new ArrayList<>(OUTLIERS);
        long gapNs = SECONDS * 1_000_000_000 / OUTLIERS;
        for (int i = 0; i < OUTLIERS; i++) {
            long startNs = i * gapNs;
            long serviceNs = (long) (factor * (THRESHOLD_NS + 400_000 * random.nextDouble()));
            Iteration iteration = new Iteration(RUN, startNs, startNs, startNs + serviceNs, 0, 0);
            outliers.add(new Outlier(iteration, THRESHOLD_NS, List.of()));
            periods.add(new BusyPeriod(List.of(iteration), 0));
            samples.add(new StackSample(startNs + 60_000, 1, true, stack()));
            samples.add(new StackSample(startNs + 120_000, 1, true, stack()));
        }
        return RecordedRun.builder()
                .task(run.task())
                .runs(run.runs())
                .threads(List.of(new WatchedThread("pacer", 1, 1, ThreadRole.SEQUENTIAL)))
                .outliers(outliers)
                .periods(periods)
                .samples(samples)
                .sampler(run.sampler())
                .build();
    }

    /** One of some thousands: the deeper, the more different. */
    private List<StackFrame> stack() {
        List<StackFrame> frames = new ArrayList<>(DEPTH);
        int path = random.nextInt(METHODS * 10);
        for (int depth = 0; depth < DEPTH; depth++) {
            int method = depth < 8 ? depth : (path * 31 + depth * 7) % METHODS;
            frames.add(new StackFrame("com.acme.Trading.step" + method, FrameKind.COMPILED));
        }
        return frames;
    }

    private static RunDescription description() {
        return RunDescription.of("com.acme.Trading")
                .optionsResolved(Map.of("schedule", "uniform 100,000/s"))
                .settings(new Settings("uniform 100,000/s", Optional.empty(), false, ""))
                .runs(List.of(RunOutcome.of(RUN)
                        .startEpochMs(EPOCH_MS)
                        .endEpochMs(EPOCH_MS + SECONDS * 1_000)
                        .targetPerSecond(PER_SECOND)
                        .achievedPerSecond(PER_SECOND)
                        .iterations(PER_SECOND * SECONDS)
                        .outliers(OUTLIERS)
                        .thresholdNs(THRESHOLD_NS)
                        .worstNs(600_000)
                        .build()))
                .sampler(SamplerSummary.of(SamplerMode.TRIGGERED, "it works here")
                        .armDelayNs(20_000)
                        .build())
                .build();
    }
}
