package io.straggler.compare;

import io.straggler.RunFolder;
import io.straggler.diagnosis.statistics.Pairing;

/** The mark of interleaved runs: fork i of one ran next to fork i of the other. */
public final class InterleavedRuns {
    /** The fact of a run's environment that holds the mark. */
    static final String FACT = "interleaved runs";

    private InterleavedRuns() {}

    /**
     * Marks the runs of a folder as those of one series of interleaved runs.
     *
     * @param series which one, in words that no other has
     */
    public static void mark(RunFolder folder, String series) {
        folder.addFact(FACT, series);
    }

    /** Whether both carry the same mark, and as many forks. */
    static Pairing pairing(RunSet a, RunSet b) {
        String mark = a.side().run().environment().get(FACT);
        boolean same = mark != null && mark.equals(b.side().run().environment().get(FACT));
        return same && a.forks().size() == b.forks().size() ? Pairing.PAIRED : Pairing.UNPAIRED;
    }
}
