package io.straggler.benchmarks.fuzz;

/**
 * Verdict of the oracle on one command.
 *
 * @param signature the same for failures that are likely to have one reason
 * @param detail what was seen, in lines
 */
record Judged(Outcome outcome, String signature, String detail) {
    static Judged well(Outcome outcome) {
        return new Judged(outcome, "", "");
    }
}
