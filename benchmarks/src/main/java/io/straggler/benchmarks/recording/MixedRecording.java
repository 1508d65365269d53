package io.straggler.benchmarks.recording;

import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import one.profiler.AsyncProfiler;
import org.HdrHistogram.Histogram;

/**
 * A recording with something of everything, whose size does not depend on how busy the machine is: a number of slow iterations,
 * really run and sampled by async-profiler, each with a busy period behind it as one of its length has at 2,000/s, while four other
 * threads park, allocate, contend and commit events of an application, a given number each. Nothing is paced.
 */
final class MixedRecording {
    private static final int OTHERS = 4;

    private static final long THRESHOLD_NS = 50_000;

    private MixedRecording() {}

    /** @param args the file, how many slow iterations it has, and how many rounds each other thread makes for one of them */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Path.of(args[0]);
        int slow = Integer.parseInt(args[1]);
        int rounds = slow * Integer.parseInt(args[2]);
        Path samples = file.resolveSibling("samples.jfr");
        AsyncProfiler profiler = AsyncProfiler.getInstance();
        try (EventEmitter emitter = new EventEmitter(0);
                InProcessRecording recording = InProcessRecording.toFile(file, Duration.ofNanos(20_000))) {
            profiler.execute("start,jfr,event=wall,nobatch,interval=200us,file=" + samples);
            emitter.watching(new WatchedThread(
                    Thread.currentThread().getName(),
                    Thread.currentThread().getId(),
                    osThreadId(),
                    ThreadRole.SEQUENTIAL));
            record(emitter, slow, rounds);
            profiler.execute("stop,file=" + samples);
            recording.stop();
        }
        Recordings.append(file, samples).forEach(System.err::println);
    }

    private static void record(EventEmitter emitter, int slow, int rounds) throws IOException, InterruptedException {
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            others.add(new Thread(new OtherThread(rounds), "other " + i));
        }
        others.forEach(Thread::start);
        long originNs = System.nanoTime();
        long startEpochMs = System.currentTimeMillis();
        Histogram latencies = new Histogram(3);
        try (SlowIterations iterations = new SlowIterations(emitter, THRESHOLD_NS, latencies, osThreadId())) {
            for (int i = 0; i < slow; i++) {
                iterations.runOne();
            }
        }
        for (Thread other : others) {
            other.join();
        }
        long endEpochMs = System.currentTimeMillis();
        latencies.setTag("latency");
        latencies.setStartTimeStamp(startEpochMs);
        latencies.setEndTimeStamp(endEpochMs);
        emitter.interval(LatencyLog.record(latencies));
        emitter.outcome(
                "MixedRecording",
                RunOutcome.of(new RunId(0, 1))
                        .originNs(originNs)
                        .startEpochMs(startEpochMs)
                        .endEpochMs(endEpochMs)
                        .targetPerSecond(1e9 / SlowIterations.INTERVAL_NS)
                        .achievedPerSecond(1e9 / SlowIterations.INTERVAL_NS)
                        .iterations(latencies.getTotalCount())
                        .outliers(slow)
                        .thresholdNs(THRESHOLD_NS)
                        .worstNs(latencies.getMaxValue())
                        .build());
    }

    private static long osThreadId() throws IOException {
        return Long.parseLong(
                Path.of("/proc/thread-self").toRealPath().getFileName().toString());
    }
}
