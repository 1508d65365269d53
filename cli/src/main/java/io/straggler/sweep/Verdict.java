package io.straggler.sweep;

/** Whether a rate is sustained: every objective is met, and the schedule was kept. */
public enum Verdict {
    HOLDS,
    FAILS,
    /** It may be either: not enough was measured. */
    UNDECIDED
}
