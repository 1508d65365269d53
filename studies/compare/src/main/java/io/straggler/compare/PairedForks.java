package io.straggler.compare;

import io.straggler.RunFolder;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.model.RunDescription;
import java.util.ArrayList;
import java.util.List;

/** Interleaved pairs of JVMs, as they come: what decides whether more of them are needed. For one thread. */
public final class PairedForks {
    private final List<Fork> a = new ArrayList<>();
    private final List<Fork> b = new ArrayList<>();
    private long thresholdNs;

    /** Adds what one JVM of either side left. */
    public void add(RunFolder forkOfA, RunFolder forkOfB) {
        a.add(read(forkOfA));
        b.add(read(forkOfB));
    }

    private Fork read(RunFolder folder) {
        RunDescription run = folder.readRun();
        thresholdNs = run.thresholdNs();
        return RunSet.forks(folder).get(0);
    }

    /** How many pairs there are. */
    public int pairs() {
        return a.size();
    }

    /** Compares what there is; at least one pair. */
    public Comparison compare(long seed) {
        return Comparison.of(new Side("A", a), new Side("B", b), Pairing.PAIRED, thresholdNs, 0, seed);
    }
}
