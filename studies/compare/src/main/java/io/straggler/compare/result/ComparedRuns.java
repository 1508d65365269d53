package io.straggler.compare.result;

import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Pairing;
import java.util.List;

/**
 * Two sides and how they differ: what the table on a terminal, {@code comparison.json} and the page of a comparison say.
 *
 * @param a what was
 * @param b what is now
 * @param pairing whether the runs of both were interleaved
 * @param comparison percentiles, outlier rate and excess latency, with intervals and verdicts
 * @param thresholdNs latency from which on an iteration counts as an outlier, on both sides
 * @param differences what else is not the same on both sides: options, JVM, machine; the machine first
 * @param ending how the measuring went and why it ended, or what recordings of any program cannot tell, in sentences; empty for runs that were there
 *     before
 */
public record ComparedRuns(
        ComparedSide a,
        ComparedSide b,
        Pairing pairing,
        Comparison comparison,
        long thresholdNs,
        List<RunDifference> differences,
        String ending) {
    public ComparedRuns {
        differences = List.copyOf(differences);
    }
}
