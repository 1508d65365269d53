package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.NanoClock;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.PacingHook;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts the bytes that the pacing thread allocates between the first and the last of a million iterations: none. */
class PacerAllocationTest {
    private static final int ITERATIONS = 1_000_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final NanoClock clock = NanoClock.SYSTEM;
    private final IterationLog log = new IterationLog(1 << 12, clock.nanoTime(), true);
    private final InFlightCell cell = new InFlightCell(clock.nanoTime());
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread drainer = new Thread(this::drain);
    private final long self = Thread.currentThread().getId();
    private long calls;
    private long bytesAtFirst;
    private long bytesAtLast;

    @BeforeEach
    void startDrainer() {
        drainer.start();
    }

    @AfterEach
    void stopDrainer() throws InterruptedException {
        over.set(true);
        drainer.join();
    }

    private void drain() {
        while (!over.get()) {
            log.drain((intendedNs, startNs, freeSinceNs, endNs) -> {});
            Thread.yield();
        }
    }

    private void run(long intendedNs) {
        calls++;
        if (calls == 1) {
            bytesAtFirst = THREADS.getThreadAllocatedBytes(self);
        } else if (calls == ITERATIONS) {
            bytesAtLast = THREADS.getThreadAllocatedBytes(self);
        }
    }

    private void runAsync(long intendedNs) {
        run(intendedNs);
        log.complete(intendedNs, intendedNs, 7);
    }

    private void pace(boolean async) throws Exception {
        calls = 0;
        Schedule.Instants instants = Schedule.poisson(10_000_000, 7).instants();
        Pacer pacer = new Pacer(clock, log, PacingHook.NONE, 1_000_000);
        long originNs = clock.nanoTime() + 1_000;
        if (async) {
            pacer.runAsync(this::runAsync, instants, RunLength.of(ITERATIONS), originNs, originNs + (1L << 61));
        } else {
            pacer.runSync(this::run, cell, instants, RunLength.of(ITERATIONS), originNs, originNs + (1L << 61));
        }
    }

    @Test
    void shouldCountWhatATaskAllocates() throws Exception {
        Object[] sink = new Object[1];
        Pacer pacer = new Pacer(clock, log, PacingHook.NONE, 1_000_000);
        pacer.runSync(
                intendedNs -> {
                    run(intendedNs);
                    sink[0] = new byte[16];
                },
                cell,
                Schedule.uniform(10_000_000).instants(),
                RunLength.of(ITERATIONS),
                clock.nanoTime() + 1_000,
                clock.nanoTime() + (1L << 61));

        assertThat(sink[0]).isNotNull();
        assertThat(bytesAtLast - bytesAtFirst).isGreaterThanOrEqualTo(16L * (ITERATIONS - 1));
    }

    @Test
    void shouldAllocateNothingPerIteration() throws Exception {
        pace(false);
        pace(false);

        assertThat(calls).isEqualTo(ITERATIONS);
        assertThat(bytesAtLast - bytesAtFirst).isZero();
    }

    @Test
    void shouldAllocateNothingPerAsynchronousIteration() throws Exception {
        pace(true);
        pace(true);

        assertThat(calls).isEqualTo(ITERATIONS);
        assertThat(bytesAtLast - bytesAtFirst).isZero();
    }
}
