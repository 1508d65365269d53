package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Busy processes beside a run. {@link #close} kills them; if this process is killed first, they end by themselves, because each reads a
 * pipe from it.
 */
final class Hogs implements AutoCloseable {
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx16m");

    private final List<ChildJvm> children = new ArrayList<>();

    private Hogs() {}

    /** Starts them, and waits until each is busy. */
    static Hogs start(int count) throws IOException {
        Hogs hogs = new Hogs();
        try {
            for (int i = 0; i < count; i++) {
                ChildJvm child = ChildJvm.startBare(FLAGS, Hog.class);
                hogs.children.add(child);
                child.awaitLine(Hog.BUSY);
            }
            return hogs;
        } catch (IOException | RuntimeException e) {
            hogs.close();
            throw e;
        }
    }

    /** A run beside so many. */
    interface Run {
        /** Measures to the end. */
        CommandRun measure() throws IOException, InterruptedException;
    }

    /** Measures beside so many of them. */
    static CommandRun beside(int count, Run run) throws IOException, InterruptedException {
        Hogs hogs = start(count);
        try {
            return run.measure();
        } finally {
            hogs.close();
        }
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
