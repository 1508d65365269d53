package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A command of Straggler's in this JVM, on a thread of its own, as its main method runs it but for the end of the JVM. One at a time, because
 * standard output and standard error are the JVM's. A command that does not end goes on after it was left: the JVM should be ended then.
 */
final class WatchedCommand {
    private static final long LOOK_EVERY_MS = 20;

    /** CPU time in nanoseconds after which it is worth knowing where a command is. */
    private static final long LONG_NS = 500_000_000L;

    /**
     * Time in nanoseconds without a millisecond of CPU time after which a command waits for something that does not come. It may wait ten seconds
     * for a program that is ending.
     */
    private static final long MAX_IDLE_NS = 12_000_000_000L;

    /** Time in nanoseconds after which a command has not ended, whatever the JVM was busy with. */
    private static final long MAX_WALL_NS = 120_000_000_000L;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FuzzCase fuzzCase;
    private final Path folder;
    private final Path workingFolder;
    private final Path temporary;
    private final Map<Long, Long> cpuBefore = new HashMap<>();
    private volatile int exitCode = -1;
    private volatile Throwable thrown;
    private volatile long ownCpuNs;
    private volatile long allocatedBytes;
    private List<StackTraceElement> stack = List.of();

    /**
     * A command that was not started.
     *
     * @param folder of the case
     * @param workingFolder of this JVM
     * @param temporary folder for temporary files of this JVM, which has to be empty afterwards
     */
    WatchedCommand(FuzzCase fuzzCase, Path folder, Path workingFolder, Path temporary) {
        this.fuzzCase = fuzzCase;
        this.folder = folder;
        this.workingFolder = workingFolder;
        this.temporary = temporary;
    }

    Observed run() throws IOException, InterruptedException {
        fuzzCase.prepare(folder);
        long inputBytes = CopiedFiles.length(FuzzCase.work(folder));
        Path[] others = Arrays.copyOf(fuzzCase.read(folder), fuzzCase.read(folder).length + 2);
        others[others.length - 2] = workingFolder;
        others[others.length - 1] = temporary;
        Sentinels sentinels = new Sentinels(FuzzCase.beside(folder), others);
        CapturedText out = new CapturedText();
        CapturedText err = new CapturedText();
        PrintStream usualOut = System.out;
        PrintStream usualErr = System.err;
        boolean ended;
        long cpuNs;
        System.setOut(out.stream());
        System.setErr(err.stream());
        try {
            Thread thread = new Thread(this::execute, "command");
            thread.setDaemon(true);
            lookBefore();
            thread.start();
            ended = await(thread, 2 * Oracle.maxCpuNs(inputBytes));
            cpuNs = cpuNs();
        } finally {
            System.setOut(usualOut);
            System.setErr(usualErr);
        }
        Set<String> changes = new TreeSet<>();
        if (ended) {
            changes.addAll(sentinels.changed());
            changes.addAll(Sentinels.copied(FuzzCase.work(folder)));
        }
        return new Observed(
                exitCode,
                out.text(),
                err.text(),
                Optional.ofNullable(thrown),
                ended,
                cpuNs,
                allocatedBytes,
                inputBytes,
                stack,
                changes);
    }

    private void execute() {
        try {
            Method execute = Class.forName("io.straggler.cli.Main").getDeclaredMethod("execute", String[].class);
            execute.setAccessible(true);
            exitCode = (int)
                    execute.invoke(null, (Object) fuzzCase.arguments(folder).toArray(String[]::new));
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        } catch (ReflectiveOperationException | Error e) {
            thrown = e;
        }
        ownCpuNs = THREADS.getCurrentThreadCpuTime();
        allocatedBytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private void lookBefore() {
        for (long thread : THREADS.getAllThreadIds()) {
            cpuBefore.put(thread, THREADS.getThreadCpuTime(thread));
        }
    }

    /** CPU time since the beginning of all threads but this one; a thread that ended meanwhile counts only if it was the command's own. */
    private long cpuNs() {
        long sum = ownCpuNs;
        for (long thread : THREADS.getAllThreadIds()) {
            if (thread != Thread.currentThread().getId()) {
                sum += Math.max(0, THREADS.getThreadCpuTime(thread) - cpuBefore.getOrDefault(thread, 0L));
            }
        }
        return sum;
    }

    /** Waits until a command ends; false if it takes too much time, or does nothing for long. */
    private boolean await(Thread thread, long maxCpuNs) throws InterruptedException {
        long beganNs = System.nanoTime();
        long busyAtNs = beganNs;
        long busyNs = 0;
        while (true) {
            thread.join(LOOK_EVERY_MS);
            if (!thread.isAlive()) {
                return true;
            }
            long nowNs = System.nanoTime();
            long cpuNs = cpuNs();
            if (cpuNs - busyNs > 1_000_000) {
                busyNs = cpuNs;
                busyAtNs = nowNs;
            }
            boolean idle = nowNs - busyAtNs > MAX_IDLE_NS;
            if (idle || cpuNs > LONG_NS) {
                List<StackTraceElement> now = Arrays.asList(thread.getStackTrace());
                stack = now.isEmpty() ? stack : now;
            }
            if (idle || cpuNs > maxCpuNs || nowNs - beganNs > MAX_WALL_NS) {
                return false;
            }
        }
    }
}
