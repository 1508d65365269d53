package io.straggler.sampler.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * When the captures of one late iteration were due: periodically, and less often the longer it took. For one thread: the sampler thread or,
 * for served threads, the sweeping thread.
 */
public final class CaptureSchedule {
    /** Maximum number of captures of one iteration: more add nothing. */
    private static final int MAX_CAPTURES = 2_000;

    /** Instant at which the first capture was due of the iteration that became rarer last. */
    private long sinceNs = Long.MIN_VALUE;

    private final List<Phase> phases = new ArrayList<>();

    /** Captures from {@code fromNs} on, so far apart. */
    private record Phase(long fromNs, long intervalNs) {
        /** When the phase before it was over. */
        private long changedNs() {
            return fromNs - intervalNs;
        }
    }

    /** When the last phase of what is due since then began. */
    public long phaseBeganNs(long dueNs) {
        return dueNs == sinceNs ? phases.get(phases.size() - 1).fromNs : dueNs;
    }

    /** At {@code nowNs} the captures of what was first due at {@code dueNs} are made to be further apart, from then on. */
    public void rarer(long dueNs, long intervalNs, long nowNs, long longerNs) {
        if (dueNs != sinceNs) {
            sinceNs = dueNs;
            phases.clear();
            phases.add(new Phase(dueNs, intervalNs));
        }
        phases.add(new Phase(nowNs + longerNs, longerNs));
    }

    /**
     * Every instant until the end.
     *
     * @param intervalNs if it never became rarer; zero for one capture only
     * @return how many there are
     */
    public int until(long dueNs, long intervalNs, long endNs, LongConsumer each) {
        List<Phase> all = dueNs == sinceNs ? phases : List.of(new Phase(dueNs, intervalNs));
        int count = 0;
        for (int i = 0; i < all.size(); i++) {
            Phase phase = all.get(i);
            long untilNs = i + 1 < all.size() ? Math.min(endNs, all.get(i + 1).changedNs()) : endNs;
            for (long atNs = phase.fromNs; atNs <= untilNs && count < MAX_CAPTURES; atNs += phase.intervalNs) {
                each.accept(atNs);
                count++;
                if (phase.intervalNs == 0) {
                    break;
                }
            }
        }
        return count;
    }
}
