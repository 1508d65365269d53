package io.straggler.diagnosis.blame;

import io.straggler.model.Iteration;
import java.util.List;

/**
 * One busy period as a queue with one server, replayed with other occupancies.
 *
 * <p>Lindley's recursion (D. V. Lindley, The theory of queues with a single server, 1952): the waiting of the next iteration is
 * {@code Q(i+1) = max(0, Q(i) + T(i) − (a(i+1) − a(i)))}, with {@code a} the intended start and {@code T} the occupancy, which is
 * the time from when the iteration could have started to when it ended. With the measured occupancies the replay gives the
 * measured waiting exactly, if the task is sequential. Immutable.
 */
public final class QueueReplay {
    private final long[] intendedNs;
    private final long[] occupancyNs;

    /** Waiting of the first iteration in nanoseconds: zero unless the recording began in the middle of a period. */
    private final long firstWaitNs;

    /** @param iterations of one busy period, in order of intended start */
    public QueueReplay(List<Iteration> iterations) {
        intendedNs = new long[iterations.size()];
        occupancyNs = new long[iterations.size()];
        for (int i = 0; i < intendedNs.length; i++) {
            Iteration iteration = iterations.get(i);
            intendedNs[i] = iteration.intendedNs();
            occupancyNs[i] = occupancyNs(iteration);
        }
        firstWaitNs = iterations.isEmpty() ? 0 : iterations.get(0).inheritedNs();
    }

    /** Dispatch delay and service: what an iteration keeps the ones behind it from starting. */
    public static long occupancyNs(Iteration iteration) {
        return iteration.latencyNs() - iteration.inheritedNs();
    }

    int size() {
        return intendedNs.length;
    }

    /** Time from when iteration {@code i} could have started to its end. */
    public long occupancyNs(int i) {
        return occupancyNs[i];
    }

    /** A copy of the occupancies that were measured. */
    public long[] occupancies() {
        return occupancyNs.clone();
    }

    /** Waiting of every iteration when iteration {@code i} takes {@code occupancies[i]}. */
    public long[] waits(long[] occupancies) {
        long[] waits = new long[intendedNs.length];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = i == 0
                    ? firstWaitNs
                    : Math.max(0, waits[i - 1] + occupancies[i - 1] - (intendedNs[i] - intendedNs[i - 1]));
        }
        return waits;
    }
}
