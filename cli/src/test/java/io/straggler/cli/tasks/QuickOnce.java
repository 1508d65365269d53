package io.straggler.cli.tasks;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Does nothing in the JVM that is the first to find no mark. In the others a run takes so long that whoever interrupts one is in time. */
public final class QuickOnce implements Task {
    private static final String MARK = "test.mark";
    private static final long SLOW_NS = TimeUnit.SECONDS.toNanos(5);

    private boolean slow;

    /** The argument of JVMs that leave the mark there. */
    public static String marking(Path mark) {
        return "--jvm-arg=-D" + MARK + "=" + mark;
    }

    @Override
    public void setUp(Harness harness) throws IOException {
        try {
            Files.createFile(Path.of(System.getProperty(MARK)));
        } catch (FileAlreadyExistsException e) {
            slow = true;
        }
    }

    @Override
    public void run(long intendedNs) {
        if (slow) {
            LockSupport.parkNanos(SLOW_NS);
        }
    }
}
