package io.straggler.gate;

/**
 * Result of a gate.
 *
 * @param gate as it was written
 * @param outcome whether the build shall fail
 * @param sentence the metric, its interval and the limit
 */
public record GateResult(String gate, Outcome outcome, String sentence) {
    /** Whether the build shall fail. */
    public enum Outcome {
        PASSED,
        /** It is certain that the limit was exceeded: the whole interval lies beyond it, or every tenth of the run does. */
        FAILED,
        /** The metric is not measurable, or too uncertain for what is asked. */
        UNDECIDED
    }
}
