package io.straggler.selftest.task;

import io.straggler.harness.Task;
import io.straggler.selftest.Truth;
import io.straggler.selftest.Truths;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.inject.laboratory.SlowCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A task whose iterations all take the same, and arrive in bursts: what they wait for is the burst, and nobody is to blame.
 *
 * <p>The truth is the wait that the iteration itself sees, from its intended start to when it begins. Where more than a tenth of that
 * is due to a late beginning or to iterations that took longer than usual, somebody may be to blame, and it is left out. The last
 * iteration of each burst has the label.
 */
public final class BurstTask implements Task {
    /** Arrivals at once. */
    public static final int SIZE = 40;

    /** Iterations a second, in the mean. */
    public static final int PER_SECOND = 500;

    private static final int ROUNDS = 17;
    private static final int CAPACITY = 1 << 16;
    private static final long APART_NS = 1_000_000;

    private final InjectionConfig config = InjectionConfig.ofProperties();
    private final long[] intendedNs = new long[CAPACITY];
    private final long[] startNs = new long[CAPACITY];
    private final long[] endNs = new long[CAPACITY];
    private int count;
    private long result;

    @Override
    public void warmedUp() {
        count = 0;
    }

    @Override
    public void run(long tagNs) {
        long nowNs = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            result = SlowCode.checksum(result);
        }
        if (count < CAPACITY) {
            intendedNs[count] = tagNs;
            startNs[count] = nowNs;
            endNs[count] = System.nanoTime();
            count++;
        }
    }

    @Override
    public void tearDown() throws Exception {
        new Truths(config.seed(), Map.of(), Map.of(), truths()).write(Path.of(config.truthFile()));
    }

    private List<Truth> truths() {
        long usualNs = medianNs();
        List<Truth> truths = new ArrayList<>();
        long spoiltNs = 0;
        for (int i = 0; i < count; i++) {
            boolean last = i + 1 == count || intendedNs[i + 1] - intendedNs[i] > APART_NS;
            boolean first = i == 0 || intendedNs[i] - intendedNs[i - 1] > APART_NS;
            long waitedNs = startNs[i] - intendedNs[i];
            spoiltNs = first ? waitedNs : spoiltNs;
            if (last && spoiltNs * 10 < waitedNs) {
                truths.add(new Truth(
                        intendedNs[i],
                        Fault.BURST,
                        waitedNs,
                        intendedNs[i],
                        startNs[i],
                        Map.of(Fault.BURST, waitedNs)));
            }
            spoiltNs += Math.max(0, endNs[i] - startNs[i] - usualNs);
        }
        return truths;
    }

    private long medianNs() {
        long[] took = new long[count];
        for (int i = 0; i < count; i++) {
            took[i] = endNs[i] - startNs[i];
        }
        Arrays.sort(took);
        return count == 0 ? 0 : took[count / 2];
    }
}
