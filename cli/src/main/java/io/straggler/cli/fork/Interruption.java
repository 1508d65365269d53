package io.straggler.cli.fork;

import io.straggler.ExitHooks;
import io.straggler.cli.option.ExitCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Effect of Ctrl-C on a command that measures: the measured JVM is asked to end, and this process goes on until
 * everything is written. A JVM that does not listen is killed.
 *
 * <p>Lifecycle: {@link #begin}, the work, {@link #over} when all is written and printed.
 */
public final class Interruption {
    /** Time in seconds for the measured JVM to write what it has. A task may be stuck in setUp, and never come back. */
    private static final long GENTLE_S = 15;

    private final Runnable ask;
    private final Runnable kill;
    private final Duration timeout;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "straggler-interrupt");
    private volatile boolean come;

    /**
     * @param ask ends the measured JVM gently; called on another thread
     * @param kill ends it without asking; called on that thread too
     * @param timeout for this process to merge and report after that
     */
    public Interruption(Runnable ask, Runnable kill, Duration timeout) {
        this.ask = ask;
        this.kill = kill;
        this.timeout = timeout;
    }

    public void begin() {
        ExitHooks.add(hook);
    }

    /** Whether it has come. From any thread. */
    public boolean come() {
        return come;
    }

    /** From now on this process may end. */
    public void over() {
        finished.countDown();
        if (!come) {
            ExitHooks.remove(hook);
        }
    }

    /** On the shutdown hook's thread: the main thread goes on until everything is written. */
    private void interrupted() {
        come = true;
        ask.run();
        try {
            if (!finished.await(GENTLE_S, TimeUnit.SECONDS)) {
                kill.run();
                finished.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
}
