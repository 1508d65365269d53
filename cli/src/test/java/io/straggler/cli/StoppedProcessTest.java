package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.cli.tasks.Quick;
import io.straggler.harness.LatencyLog;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stopped process is the touchstone of coordinated omission: every iteration that was due meanwhile waited, and has to say so.
 * Whoever measures from the real start sees one slow iteration per stop instead of hundreds.
 */
class StoppedProcessTest {
    private static final double RUN_NS = 6e9;
    private static final int STOPS = 6;
    private static final long STOP_NS = 100_000_000;
    private static final long SLOW_NS = 20_000_000;

    @TempDir
    private Path scratch;

    @Test
    void shouldReportTheShareOfSlowIterationsThatArithmeticPredicts() throws Exception {
        Path folder = scratch.resolve("run");
        CommandLineProcess run = CommandLineProcess.startAndAwait(
                Quick.MEASURING,
                "run",
                Quick.class.getName(),
                "--out",
                folder.toString(),
                "--rate",
                "20k/s",
                "--warmup",
                "300ms",
                "--duration",
                "6s",
                "--threshold",
                "1ms");
        double slowNs = 0;
        for (int stop = 0; stop < STOPS; stop++) {
            burn(300_000_000);
            run.signalMeasuredJvm("STOP");
            // From when it is stopped for certain to when it may go on: sending a signal takes a process, and
            // milliseconds.
            long stoppedNs = System.nanoTime();
            burn(STOP_NS);
            slowNs += System.nanoTime() - stoppedNs - SLOW_NS;
            run.signalMeasuredJvm("CONT");
        }

        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        // The machine may be busy with other things and add to it without bound, but nothing can take a stop away.
        assertThat(shareAbove(new RunFolder(folder).latencyLog(), SLOW_NS)).isBetween(0.9 * slowNs / RUN_NS, 1.0);
    }

    /** Lets time pass on this side: it is the length of the stop, not a wait for something to happen. */
    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static double shareAbove(Path latencyLog, long ns) throws IOException {
        long[] counts = new long[2];
        LatencyLog.read(latencyLog).forEach(interval -> {
            if (interval.getTag().equals("latency")) {
                counts[0] += interval.getTotalCount();
                counts[1] += interval.getCountBetweenValues(ns, Long.MAX_VALUE);
            }
        });
        return (double) counts[1] / counts[0];
    }
}
