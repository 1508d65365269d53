package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Work;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Capture;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunId;
import io.straggler.model.ThreadUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import one.profiler.Recording;
import one.profiler.Span;
import org.HdrHistogram.Histogram;

/**
 * Slow iterations, one after the other, each really run: 0.1 to 3 ms of work, and a park, a piece of memory or a write. What
 * queued behind it is worked out and not run. For one thread, which is the watched one.
 */
final class SlowIterations implements AutoCloseable {
    static final long INTERVAL_NS = 500_000;

    private static final long ARM_DELAY_NS = 20_000;
    private static final long USUAL_NS = 20_000;
    private static final int NORMAL_ITERATIONS = 1_000;
    private static final RunId RUN = new RunId(0, 1);

    private final EventEmitter emitter;
    private final long thresholdNs;
    private final Histogram latencies;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Path file;
    private final FileChannel log;
    private final long osId;
    private volatile byte[] garbage;
    private long kept;

    SlowIterations(EventEmitter emitter, long thresholdNs, Histogram latencies, long osId) throws IOException {
        this.emitter = emitter;
        this.thresholdNs = thresholdNs;
        this.latencies = latencies;
        this.osId = osId;
        this.file = Files.createTempFile("straggler-log-", null);
        this.log = FileChannel.open(file, StandardOpenOption.WRITE);
    }

    /** Runs one, tells about it and its victims, and waits until the last of them would be over. */
    void runOne() {
        long ticks = Recording.timestamp();
        long startNs = System.nanoTime();
        double rounds = 100_000 * Math.pow(30, random.nextDouble());
        beSlow((int) rounds);
        long endNs = System.nanoTime();
        Span.emit(ticks, Recording.timestamp(), "outlier");
        reportSampler(startNs, endNs);
        List<Iteration> period = period(startNs, endNs, (int) (rounds / INTERVAL_NS));
        emitter.busyPeriod(new BusyPeriod(period, 0));
        for (Iteration iteration : period) {
            latencies.recordValue(iteration.latencyNs());
            if (iteration.latencyNs() >= thresholdNs) {
                emitter.outlier(new Outlier(
                        iteration, thresholdNs, List.of(new ProbeValue("work", iteration.serviceNs() - 1_000))));
            }
        }
        latencies.recordValueWithCount(USUAL_NS, NORMAL_ITERATIONS);
        long overNs = period.get(period.size() - 1).endNs();
        while (System.nanoTime() < overNs) {
            kept += Work.rounds(kept, 1_000);
        }
    }

    private void beSlow(int rounds) {
        kept += Work.rounds(kept, rounds);
        switch (random.nextInt(3)) {
            case 0 -> LockSupport.parkNanos(100_000);
            case 1 -> garbage = new byte[1 << 20];
            default -> write();
        }
    }

    private void write() {
        try {
            log.write(ByteBuffer.allocate(1 << 16), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reportSampler(long startNs, long endNs) {
        for (long dueNs = startNs + ARM_DELAY_NS, gapNs = dueNs - startNs; dueNs < endNs; dueNs += gapNs *= 2) {
            emitter.captured(new Capture(Capture.Purpose.LATE, startNs, osId, dueNs, dueNs + 2_000));
        }
        emitter.used(ThreadUsage.of(startNs, osId)
                .between(startNs, endNs)
                .runDelayNs(1_000)
                .cpuNs(endNs - startNs)
                .minorFaults(3)
                .voluntarySwitches(1)
                .involuntarySwitches(1)
                .faultsNs(2_100)
                .capturesNs(8_000)
                .build());
    }

    /** The number of victims is that of an undisturbed machine: a stall only moves them apart. */
    private static List<Iteration> period(long slowStartNs, long slowEndNs, int victims) {
        List<Iteration> period = new ArrayList<>();
        period.add(new Iteration(RUN, slowStartNs, slowStartNs, slowEndNs, 0, 0));
        long previousEndNs = slowEndNs;
        long gapNs = (slowEndNs - slowStartNs) / (victims + 1);
        for (int k = 1; k <= victims; k++) {
            long intendedNs = slowStartNs + k * gapNs;
            long endNs = previousEndNs + USUAL_NS;
            period.add(new Iteration(RUN, intendedNs, previousEndNs, endNs, previousEndNs - intendedNs, 0));
            previousEndNs = endNs;
        }
        return period;
    }

    @Override
    public void close() throws IOException {
        log.close();
        Files.delete(file);
        if (kept == 0) {
            throw new IllegalStateException("work must have been done");
        }
    }
}
