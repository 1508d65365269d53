package io.straggler.benchmarks.sampling;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import io.straggler.sampler.linux.NativeSleep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Some iterations wait: for a timer, or for what another thread of this JVM does after a while. When the task ends it writes a line for
 * each wait: the iteration's tag, the kind of wait, and the clock right before and right behind it.
 */
public final class KnownWaits implements Task {
    static final String FILE = "waits.file";

    /** Name of the thread that ends the waits. */
    static final String WAKING = "waking";

    private static final int WARM_UPS = 3_000;

    private final LongIterations iterations = new LongIterations();
    private final SplittableRandom random = new SplittableRandom(Long.getLong(LongIterations.SEED) + 1);
    private final WaitKind[] kinds = WaitKind.values();
    private final List<String> lines = new ArrayList<>(1 << 14);
    private final Object monitor = new Object();
    private final Thread waking = new Thread(this::wake, WAKING);
    private ServerSocket server;
    private Socket here;
    private Socket there;
    private volatile Thread waiting;
    private volatile WaitKind asked;
    private volatile long afterNs;
    private volatile boolean over;
    private volatile boolean closed;

    @Override
    public void setUp(Harness harness) throws IOException, InterruptedException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        here = new Socket(server.getInetAddress(), server.getLocalPort());
        there = server.accept();
        there.setTcpNoDelay(true);
        waking.setDaemon(true);
        waking.start();
        // Their code is compiled then.
        for (int i = 0; i < WARM_UPS; i++) {
            for (WaitKind kind : kinds) {
                ask(kind, 1);
                await(kind, 1);
            }
        }
    }

    @Override
    public void run(long intendedNs) throws IOException, InterruptedException {
        iterations.usualWork(intendedNs);
        long extraNs = iterations.extraNs(intendedNs);
        if (extraNs == 0) {
            return;
        }
        WaitKind kind = kinds[random.nextInt(kinds.length)];
        ask(kind, extraNs);
        long fromNs = System.nanoTime();
        await(kind, extraNs);
        lines.add(intendedNs + " " + kind + " " + fromNs + " " + System.nanoTime());
    }

    private void ask(WaitKind kind, long extraNs) {
        if (kind.hasWaker()) {
            waiting = Thread.currentThread();
            over = false;
            afterNs = extraNs;
            asked = kind;
            LockSupport.unpark(waking);
        }
    }

    private void await(WaitKind kind, long extraNs) throws IOException, InterruptedException {
        switch (kind) {
            case NATIVE -> {
                // A capture ends a sleep.
                long untilNs = System.nanoTime() + extraNs;
                for (long leftNs = extraNs; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
                    NativeSleep.sleep(leftNs);
                }
            }
            case TIMER -> LockSupport.parkNanos(extraNs);
            case PARK -> {
                while (!over) {
                    LockSupport.park();
                }
            }
            case NOTIFY -> {
                synchronized (monitor) {
                    while (!over) {
                        monitor.wait();
                    }
                }
            }
            case SOCKET -> here.getInputStream().read();
        }
    }

    private void wake() {
        try {
            while (!closed) {
                WaitKind kind = asked;
                if (kind == null) {
                    LockSupport.park();
                    continue;
                }
                asked = null;
                LockSupport.parkNanos(afterNs);
                end(kind);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void end(WaitKind kind) throws IOException {
        switch (kind) {
            case PARK -> {
                over = true;
                LockSupport.unpark(waiting);
            }
            case NOTIFY -> {
                synchronized (monitor) {
                    over = true;
                    monitor.notifyAll();
                }
            }
            case SOCKET -> there.getOutputStream().write(1);
            default -> throw new IllegalStateException("timers need nobody");
        }
    }

    @Override
    public void tearDown() throws IOException {
        closed = true;
        LockSupport.unpark(waking);
        here.close();
        there.close();
        server.close();
        Files.write(Path.of(System.getProperty(FILE)), lines);
    }
}
