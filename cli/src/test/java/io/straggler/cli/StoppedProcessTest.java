package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.tasks.Quick;
import io.straggler.model.Series;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stopped process is the touchstone of coordinated omission: every iteration that was due meanwhile waited, and has to say so.
 * Whoever measures from the real start sees one slow iteration per stop instead of hundreds.
 */
class StoppedProcessTest {
    private static final double RUN_NS = 4e9;
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
                "4s",
                "--threshold",
                "1ms");
        double slowNs = 0;
        for (int stop = 0; stop < STOPS; stop++) {
            burn(300_000_000);
            long fromNs = System.nanoTime();
            run.signalMeasuredJvm("STOP");
            burn(STOP_NS);
            run.signalMeasuredJvm("CONT");
            slowNs += System.nanoTime() - fromNs - SLOW_NS;
        }

        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        Series latency = Analysis.of(new RunFolder(folder)).series().get(0);
        assertThat(latency.name()).isEqualTo("latency");
        // The machine may be busy with other things and add to it without bound, but nothing can take a stop away.
        assertThat(shareAbove(latency, SLOW_NS)).isBetween(0.8 * slowNs / RUN_NS, 1.0);
    }

    /** Lets time pass on this side: it is the length of the stop, not a wait for something to happen. */
    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static double shareAbove(Series series, long ns) {
        return series.percentiles().stream()
                .filter(point -> point.valueNs() > ns)
                .mapToDouble(point -> 1 - point.percentile() / 100)
                .max()
                .orElse(0);
    }
}
