package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.tasks.TellsHowFar;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.harness.series.LatencyLog;
import io.straggler.model.Evidence;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stopped process is the touchstone of coordinated omission: every iteration that was due meanwhile waited, and has to say so.
 * Whoever measures from the real start sees one slow iteration per stop instead of hundreds.
 */
class StoppedProcessTest {
    private static final int STOPS = 6;
    private static final int PER_SECOND = 5_000;
    private static final long BETWEEN_NS = 100_000_000;
    private static final long STOP_NS = 100_000_000;
    private static final long SLOW_NS = 20_000_000;

    @TempDir
    private Path scratch;

    /** One run, whose witnesses are on the cores that are chosen for them. */
    @Test
    void shouldReportAsManySlowIterationsAsArithmeticPredictsAndKnowWhatStoppedThem() throws Exception {
        Path folder = scratch.resolve("run");
        CommandLineProcess run = measuring(folder);
        double slowNs = 0;
        for (int stop = 0; stop < STOPS; stop++) {
            burn(BETWEEN_NS);
            run.stopMeasuredJvm();
            long stoppedNs = System.nanoTime();
            burn(STOP_NS);
            slowNs += System.nanoTime() - stoppedNs - SLOW_NS;
            run.continueMeasuredJvm();
        }
        end(run);

        // The machine may be busy with other things and add to it without bound, but nothing can take a stop away.
        assertThat(countAbove(new RunFolder(folder).latencyLog(), SLOW_NS))
                .isGreaterThan(Math.round(0.9 * slowNs * PER_SECOND / 1e9));
        Analysis analysis = Analysis.of(new RunFolder(folder));
        shouldHaveWitnesses(analysis);
        shouldKnowThatASignalStoppedTheProcess(analysis.conclusions());
    }

    private static void shouldHaveWitnesses(Analysis analysis) {
        assertThat(analysis.series()).extracting(Series::name).contains("jitter-cpu0", "jitter-cpu1");
        List<Boolean> witnessed = analysis.conclusions().diagnosis().outliers().stream()
                .filter(one -> one.outlier().iteration().latencyNs() > STOP_NS / 2)
                .map(one -> witnesses(one).containsAll(List.of("cpu 0", "cpu 1")))
                .toList();
        // A busy machine adds outliers of its own, which need not have to do with both cores.
        assertThat(witnessed).hasSizeGreaterThan(10).haveAtLeast(10, new Condition<>(both -> both, "both cores"));
        Counterfactual counterfactual = analysis.conclusions().counterfactual();
        // Of a run that a busy machine delayed at every turn nothing may be predicted.
        if (counterfactual.refusal().isEmpty()) {
            assertThat(counterfactual.without()).extracting(Without::cause).contains(Cause.HICCUP);
        }
    }

    private static void shouldKnowThatASignalStoppedTheProcess(Conclusions conclusions) {
        List<Evidence> reported = conclusions.diagnosis().outliers().stream()
                .flatMap(one -> one.evidence().stream())
                .filter(one -> one.kind() == Evidence.Kind.PROCESS_STOP)
                .distinct()
                .toList();
        assertThat(reported).hasSize(STOPS).allMatch(one -> one.durationNs() >= STOP_NS / 2);
        assertThat(conclusions.budget().causes())
                .filteredOn(sum -> sum.cause() == Cause.STOPPED)
                .singleElement()
                .satisfies(sum -> assertThat(sum.ownNs()).isGreaterThan(STOP_NS));
    }

    /** Starts a run that would be long, and returns when it measures. */
    private static CommandLineProcess measuring(Path folder) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("run", TellsHowFar.class.getName(), "--out", folder.toString()));
        arguments.addAll(List.of("--rate", PER_SECOND + "/s", "--warmup", "300ms", "--duration", "10min"));
        arguments.addAll(List.of("--threshold", "5ms", "--jitter-cores", "0-1"));
        return CommandLineProcess.startAndAwait(TellsHowFar.DONE, arguments.toArray(String[]::new));
    }

    /** Ends the run when whatever was due until now is over, however long that takes. */
    private static void end(CommandLineProcess run) throws Exception {
        run.awaitNumber(TellsHowFar.DONE, System.nanoTime());
        run.interrupt();
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INTERRUPTED);
    }

    private static List<String> witnesses(DiagnosedOutlier outlier) {
        return outlier.evidence().stream()
                .filter(evidence -> evidence.kind() == Evidence.Kind.HICCUP)
                .map(one -> one.place().words())
                .toList();
    }

    /** Lets time pass on this side: it is the length of the stop, not a wait for something to happen. */
    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static long countAbove(Path latencyLog, long ns) throws IOException {
        long[] count = new long[1];
        LatencyLog.read(latencyLog).forEach(interval -> {
            if (interval.getTag().equals("latency")) {
                count[0] += interval.getCountBetweenValues(ns, Long.MAX_VALUE);
            }
        });
        return count[0];
    }
}
