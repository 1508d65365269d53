package io.straggler.diagnosis.statistics;

/**
 * How the forks of two sides belong together, and how careful a comparison of them must be.
 *
 * <p>Pairs are measured until an interval is narrow. That chooses measurements whose spread looks smaller than it is, and their intervals and verdicts
 * are wrong more often than those of a number that was fixed before: in simulation up to twice as often. So pairs are judged more carefully than they
 * would have to be if their number were fixed; {@code docs/reference/statistics.md} has what becomes of it.
 */
public enum Pairing {
    /** Fork i of one side ran next to fork i of the other, so that both saw the machine in the same state. */
    PAIRED(0.03, 0.025),
    /** The sides were measured independently of each other. */
    UNPAIRED(0.05, 0.05);

    private final double missing;
    private final double level;

    Pairing(double missing, double level) {
        this.missing = missing;
        this.level = level;
    }

    /** The probability with which one metric's interval may miss the truth where the number of forks was fixed before. */
    double missing() {
        return missing;
    }

    /** The share of comparisons that may have a verdict where nothing differs and the number of forks was fixed before. */
    double level() {
        return level;
    }
}
