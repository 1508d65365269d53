package io.straggler.cli.tasks;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.harness.Task;
import java.time.Duration;

/** A program with its own {@code main} that runs a task in its own JVM, and says what came of it. */
public final class Embedded implements Task {
    /** The iteration that calls {@link #stopHere}, which is the last but a few. */
    static final int STOPPED = 95;

    private int number;

    public static void main(String[] args) {
        boolean debugged = args[0].equals("debugged");
        var options = Straggler.options().warmUp(Duration.ZERO).threshold("1ms");
        StragglerResult result = debugged
                ? options.rate(100).count(100).timeout(Duration.ofMillis(400)).run(new Embedded())
                : options.rate(1_000).count(1_500).run(new Spiky());
        System.out.println("status " + result.status().label() + " " + result.reason());
        System.out.println("worst ns " + result.histogram("latency").getMaxValue());
        result.run().warnings().forEach(warning -> System.out.println("warning " + warning));
    }

    @Override
    public void run(long intendedNs) {
        if (++number == STOPPED) {
            stopHere();
        }
    }

    /** Where a test sets its breakpoint. */
    private static void stopHere() {
        Thread.onSpinWait();
    }
}
