package io.straggler.jlbh;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The thread that starts a benchmark, lent to the harness: JLBH runs a task on that thread, and tasks rely on it.
 *
 * <p>Use: {@link #during} once, on the thread itself. What the work gives to {@link #execute} meanwhile runs on it.
 */
final class CallersThread implements Executor {
    private static final Runnable END = () -> {};

    /** Time in milliseconds within which an iteration that the harness gives up comes back, or never does. */
    private static final long GRACE_MS = 1_000;

    private final BlockingQueue<Runnable> bodies = new LinkedBlockingQueue<>();
    private final CountDownLatch back = new CountDownLatch(1);
    private volatile boolean asked;

    @Override
    public void execute(Runnable body) {
        asked = true;
        bodies.add(() -> {
            try {
                body.run();
            } finally {
                back.countDown();
            }
        });
    }

    /**
     * Does work on another thread, and what that asks for on this one.
     *
     * @param lost called on the other thread if this one does not come back from what it was asked for
     */
    <T> T during(Callable<T> work, Runnable lost) throws ExecutionException {
        FutureTask<T> future =
                new FutureTask<>(() -> {
                    T result = work.call();
                    if (asked && !back.await(GRACE_MS, TimeUnit.MILLISECONDS)) {
                        lost.run();
                    }
                    return result;
                }) {
                    @Override
                    protected void done() {
                        bodies.add(END);
                    }
                };
        Thread thread = new Thread(future, "straggler-measuring");
        thread.setDaemon(true);
        thread.start();
        for (Runnable body = next(); body != END; body = next()) {
            body.run();
        }
        while (true) {
            try {
                return future.get();
            } catch (InterruptedException e) {
                // A left-over of the harness's attempt to wake the task up: the result is there.
            }
        }
    }

    private Runnable next() {
        while (true) {
            try {
                return bodies.take();
            } catch (InterruptedException e) {
                // Treated like an interruption.
            }
        }
    }
}
