package io.straggler.sampler.served;

import io.straggler.sampler.stack.Dues;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** When the captures of late iterations were due, of each thread that had several of one. For the sweeping thread. */
final class CaptureDues {
    private final Map<Long, Dues> byThread = new HashMap<>();

    /** When the last phase of what is due since then began. */
    long phaseBeganNs(long osThreadId, long dueNs) {
        Dues dues = byThread.get(osThreadId);
        return dues == null ? dueNs : dues.phaseBeganNs(dueNs);
    }

    /** From now on they are so far apart. */
    void changed(long osThreadId, long dueNs, long intervalNs, long nowNs, long nextNs) {
        byThread.computeIfAbsent(osThreadId, id -> new Dues()).rarer(dueNs, intervalNs, nowNs, nextNs);
    }

    /** Every instant at which one of an iteration was due; how many there are is returned. */
    int of(LateIteration late, LongConsumer each) {
        if (late.dueNs() == 0) {
            return 0;
        }
        return byThread.getOrDefault(late.osThreadId(), new Dues())
                .until(late.dueNs(), late.intervalNs(), late.endNs(), each);
    }

    /** The thread has ended. */
    void forget(long osThreadId) {
        byThread.remove(osThreadId);
    }
}
