package io.straggler.jmh;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.lang.invoke.MethodHandle;
import org.openjdk.jmh.annotations.Level;

/**
 * Benchmark as a task: an iteration of the schedule is one invocation, and a measured run, or the warm-up, is one
 * iteration of JMH. {@link #run} itself allocates and locks nothing.
 */
final class BenchmarkTask implements Task {
    private final Trial trial;
    private int runsToCome;
    private boolean iterationOpen;
    private MethodHandle invocation;

    /** @param runs measured runs of this JVM */
    BenchmarkTask(Trial trial, int runs) {
        this.trial = trial;
        this.runsToCome = runs;
    }

    @Override
    public void setUp(Harness harness) throws Exception {
        trial.make();
        begin();
        invocation = trial.invocation();
    }

    private void begin() throws Exception {
        trial.setUp(Level.Iteration);
        iterationOpen = true;
    }

    private void end() throws Exception {
        if (iterationOpen) {
            iterationOpen = false;
            trial.tearDown(Level.Iteration);
        }
    }

    @Override
    public void run(long intendedNs) throws Exception {
        try {
            invocation.invokeExact();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void warmedUp() throws Exception {
        end();
        begin();
    }

    @Override
    public void runComplete() throws Exception {
        end();
        if (--runsToCome > 0) {
            begin();
        }
    }

    @Override
    public void tearDown() throws Exception {
        end();
        trial.tearDown(Level.Trial);
    }
}
