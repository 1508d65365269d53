package io.straggler.sampler.served;

import io.straggler.sampler.stack.CaptureSchedule;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The capture schedule of each thread that had several captures of one late iteration. For the sweeping thread. */
final class ThreadCaptureSchedules {
    private final Map<Long, CaptureSchedule> byThread = new HashMap<>();

    /** When the last phase of what is due since then began. */
    long phaseBeganNs(long osThreadId, long dueNs) {
        CaptureSchedule schedule = byThread.get(osThreadId);
        return schedule == null ? dueNs : schedule.phaseBeganNs(dueNs);
    }

    /** From now on captures of the thread are further apart. */
    void changed(long osThreadId, long dueNs, long intervalNs, long nowNs, long nextNs) {
        byThread.computeIfAbsent(osThreadId, id -> new CaptureSchedule()).rarer(dueNs, intervalNs, nowNs, nextNs);
    }

    /** Every instant at which one of an iteration was due; how many there are is returned. */
    int of(LateIteration late, LongConsumer each) {
        if (late.dueNs() == 0) {
            return 0;
        }
        return byThread.getOrDefault(late.osThreadId(), new CaptureSchedule())
                .until(late.dueNs(), late.intervalNs(), late.endNs(), each);
    }

    /** The thread has ended. */
    void forget(long osThreadId) {
        byThread.remove(osThreadId);
    }
}
