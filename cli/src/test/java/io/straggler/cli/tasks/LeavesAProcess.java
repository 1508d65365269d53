package io.straggler.cli.tasks;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;

/** Starts a process that outlives the measured JVM, and says on standard output which. */
public final class LeavesAProcess implements Task {
    /** What the number of the process follows, on a line of its own. */
    public static final String LEAVES = "leaves process ";

    @Override
    public void setUp(Harness harness) throws IOException {
        Process process = new ProcessBuilder("sleep", "600").inheritIO().start();
        System.out.println(LEAVES + process.pid());
    }

    @Override
    public void run(long intendedNs) {}
}
