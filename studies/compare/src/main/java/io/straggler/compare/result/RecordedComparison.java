package io.straggler.compare.result;

import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import java.util.List;
import java.util.Optional;

/**
 * Two sides of files that other tools wrote, and how they differ as far as the files can tell.
 *
 * @param a what was
 * @param b what is now
 * @param metrics percentiles on both sides; without a basis none has an interval or a verdict
 * @param basis what intervals and verdicts rest on; empty when there are none
 * @param noVerdict why there is no verdict, in a sentence; empty when there is a basis
 * @param differences what else the files say that is not the same on both sides
 * @param limits what files of this kind cannot say, in sentences
 */
public record RecordedComparison(
        RecordedSide a,
        RecordedSide b,
        List<Difference> metrics,
        Optional<Basis> basis,
        String noVerdict,
        List<RunDifference> differences,
        List<String> limits) {
    public RecordedComparison {
        metrics = List.copyOf(metrics);
        differences = List.copyOf(differences);
        limits = List.copyOf(limits);
    }
}
