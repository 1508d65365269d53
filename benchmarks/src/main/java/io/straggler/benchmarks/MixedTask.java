package io.straggler.benchmarks;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * About 10 µs of work, and in one iteration of 100 something slower, of each kind that a recording tells: work on the core, a
 * park, memory, a file, a monitor that another thread holds. Two threads beside it park, allocate and hold that monitor.
 */
final class MixedTask implements Task, AutoCloseable {
    private static final int USUAL_ROUNDS = 6_000;
    private static final int ONE_IN = 100;

    private final SplittableRandom random = new SplittableRandom(1);
    private final Object monitor = new Object();
    private final FileChannel log;
    private final ByteBuffer line = ByteBuffer.allocate(1 << 15);
    private volatile boolean over;
    private volatile byte[] garbage;
    private Probe slow;
    private long kept;

    MixedTask(Path log) throws IOException {
        this.log = FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @Override
    public void setUp(Harness harness) {
        slow = harness.probe("slow");
        start("holder", this::hold);
        start("allocator", this::allocate);
    }

    private void start(String name, Runnable loop) {
        Thread thread = new Thread(loop, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run(long intendedNs) {
        kept += Work.rounds(intendedNs, USUAL_ROUNDS);
        if (random.nextInt(ONE_IN) == 0) {
            long startNs = System.nanoTime();
            beSlow(intendedNs);
            slow.record(System.nanoTime() - startNs);
        }
    }

    private void beSlow(long intendedNs) {
        switch (random.nextInt(5)) {
            case 0 -> kept += Work.rounds(intendedNs, 60_000 << random.nextInt(6));
            case 1 -> LockSupport.parkNanos(100_000L << random.nextInt(4));
            case 2 -> garbage = new byte[1 << 20 + random.nextInt(3)];
            case 3 -> write();
            default -> contend();
        }
    }

    private void write() {
        try {
            log.write(line.clear(), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void contend() {
        synchronized (monitor) {
            kept++;
        }
    }

    private void hold() {
        long held = 0;
        while (!over) {
            synchronized (monitor) {
                held += Work.rounds(held, 150_000);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void allocate() {
        while (!over) {
            for (int i = 0; i < 100; i++) {
                garbage = new byte[1_000];
            }
            LockSupport.parkNanos(200_000);
        }
    }

    @Override
    public void close() throws IOException {
        over = true;
        log.close();
        if (kept == 0) {
            throw new IllegalStateException("work must have been done");
        }
    }
}
