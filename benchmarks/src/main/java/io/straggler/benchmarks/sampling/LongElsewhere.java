package io.straggler.benchmarks.sampling;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Hands every iteration to another thread, which is watched, and is long there in some. The other thread spins a little before it blocks,
 * as such threads do: at high rates it never blocks, at low ones always.
 */
public abstract class LongElsewhere implements AsyncTask {
    private static final int CAPACITY = 1 << 16;
    private static final long SPIN_NS = 20_000;

    private final LongIterations iterations = new LongIterations();
    private final ArrayBlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(CAPACITY);
    private Harness harness;
    private Thread worker;

    private record Piece(long intendedNs, long extraNs) {}

    @Override
    public final void setUp(Harness given) {
        harness = given;
        worker = new Thread(this::work, "worker");
        worker.setDaemon(true);
        worker.start();
        harness.watch(worker);
    }

    @Override
    public final void run(long intendedNs) throws InterruptedException {
        pieces.put(new Piece(intendedNs, iterations.extraNs(intendedNs)));
    }

    private void work() {
        try {
            while (true) {
                Piece piece = next();
                iterations.usualWork(piece.intendedNs);
                if (piece.extraNs > 0) {
                    beLong(piece.extraNs);
                }
                harness.complete(piece.intendedNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Piece next() throws InterruptedException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < SPIN_NS) {
            Piece piece = pieces.poll();
            if (piece != null) {
                return piece;
            }
            Thread.onSpinWait();
        }
        return pieces.take();
    }

    /** On the worker thread. */
    abstract void beLong(long extraNs);

    @Override
    public final void tearDown() throws IOException, InterruptedException {
        worker.interrupt();
        worker.join();
        iterations.write();
    }
}
