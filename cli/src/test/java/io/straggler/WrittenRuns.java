package io.straggler;

import io.straggler.harness.Intervals;
import io.straggler.harness.LatencyLog;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Run folders as a run would have written them, with latencies that a test chooses: one interval each 100 ms. */
public final class WrittenRuns {
    private static final long EPOCH_MS = 1_700_000_000_000L;
    private static final int INTERVALS = 100;
    private static final int PER_INTERVAL = 200;

    private String task = "com.acme.Task";
    private String schedule = "uniform 2,000/s";
    private RunStatus status = RunStatus.OK;
    private String reason = "";
    private long thresholdNs = 50_000;
    private int forks = 1;
    private long seed = 1;
    private double factor = 1;
    private final Map<String, String> facts = new TreeMap<>(Map.of("cpu", "One", "jvm", "17"));

    public WrittenRuns task(String value) {
        task = value;
        return this;
    }

    public WrittenRuns schedule(String value) {
        schedule = value;
        return this;
    }

    public WrittenRuns status(RunStatus value, String why) {
        status = value;
        reason = why;
        return this;
    }

    public WrittenRuns thresholdNs(long value) {
        thresholdNs = value;
        return this;
    }

    public WrittenRuns forks(int value) {
        forks = value;
        return this;
    }

    public WrittenRuns seed(long value) {
        seed = value;
        return this;
    }

    /** What every latency is multiplied with. */
    public WrittenRuns factor(double value) {
        factor = value;
        return this;
    }

    public WrittenRuns fact(String name, String value) {
        facts.put(name, value);
        return this;
    }

    /** Writes {@code run.json} and {@code latency.hlog}; there is no recording. */
    public RunFolder write(Path place) {
        try {
            Files.createDirectories(place);
            RunFolder folder = new RunFolder(place);
            List<RunOutcome> runs = new ArrayList<>();
            List<Intervals> intervals = new ArrayList<>();
            for (int fork = 0; fork < forks; fork++) {
                runs.add(outcome(fork));
                intervals.add(intervals(fork));
            }
            LatencyLog.write(folder.latencyLog(), intervals);
            folder.write(description(runs));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long startMs(int fork) {
        return EPOCH_MS + fork * 60_000L;
    }

    private RunOutcome outcome(int fork) {
        return new RunOutcome(
                new RunId(fork, 1),
                0,
                startMs(fork),
                startMs(fork) + INTERVALS * 100L,
                2_000,
                2_000,
                INTERVALS * PER_INTERVAL,
                0,
                100,
                thresholdNs,
                1_000_000,
                0,
                0,
                status,
                reason);
    }

    /** Exponential, with a mean of 10 µs on top of 1 µs; each fork a little different from the others. */
    private Intervals intervals(int fork) {
        SplittableRandom random = new SplittableRandom(seed * 1_000 + fork);
        double pace = factor * (1 + 0.02 * random.nextDouble());
        return consumer -> {
            for (int i = 0; i < INTERVALS; i++) {
                Histogram interval = new Histogram(1, 3_600_000_000_000L, 3);
                for (int k = 0; k < PER_INTERVAL; k++) {
                    interval.recordValue((long) (pace * (1_000 - 10_000 * Math.log1p(-random.nextDouble()))));
                }
                interval.setTag("latency");
                interval.setStartTimeStamp(startMs(fork) + i * 100L);
                interval.setEndTimeStamp(startMs(fork) + i * 100L + 100);
                consumer.accept(interval);
            }
        };
    }

    private RunDescription description(List<RunOutcome> runs) {
        return new RunDescription(
                RunDescription.SCHEMA_VERSION,
                task,
                Map.of(),
                Map.of("schedule", schedule, "threshold", "auto"),
                facts,
                runs,
                new SamplerSummary(SamplerMode.TRIGGERED, "it works here", 5_000, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                status,
                reason,
                List.of());
    }
}
