package io.straggler.diagnosis.statistics;

/** Verdict on a difference. All metrics are smaller the better they are. */
public enum Verdict {
    /** The second side is smaller, and that is not chance, many metrics having been looked at. */
    IMPROVED,
    /** The second side is larger, and that is not chance, many metrics having been looked at. */
    REGRESSED,
    /** The difference may be chance, or is too small to be of any interest. */
    NO_DETECTABLE_DIFFERENCE,
    /** Differences may be chance, and a doubled value would probably not have been seen either: too little was measured. */
    CANNOT_TELL,
    /** The samples do not allow an interval. */
    NOT_MEASURABLE
}
