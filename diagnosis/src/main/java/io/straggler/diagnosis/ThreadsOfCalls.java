package io.straggler.diagnosis;

import io.straggler.model.HandOver;
import io.straggler.model.Outlier;
import io.straggler.model.StageTime;
import io.straggler.model.WatchedThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The threads of outliers that say where they ran: the one that called the method, and those that the call was handed over to. */
final class ThreadsOfCalls {
    private final Map<Long, Long> byJavaId = new HashMap<>();

    ThreadsOfCalls(List<WatchedThread> watched) {
        watched.forEach(thread -> byJavaId.put(thread.javaThreadId(), thread.osThreadId()));
    }

    /** The system's number of a watched thread; null if that thread is not watched. */
    @Nullable
    Long watched(long javaThreadId) {
        return byJavaId.get(javaThreadId);
    }

    /**
     * Returns the system's number of the thread of a stage. Platform threads are watched when they enter a stage; a
     * virtual thread has its own negative number.
     */
    long osThreadId(StageTime stage) {
        return byJavaId.getOrDefault(stage.javaThreadId(), -stage.javaThreadId());
    }

    /** Returns the threads of an outlier by the system's numbers; none if any watched thread may have worked on it. */
    Set<Long> of(Outlier outlier) {
        if (!outlier.hasThread()) {
            return Set.of();
        }
        List<StageTime> stages = outlier.handOver().map(HandOver::stages).orElse(List.of());
        if (stages.isEmpty()) {
            return Set.of(outlier.osThreadId());
        }
        Set<Long> threads = new HashSet<>();
        threads.add(outlier.osThreadId());
        stages.forEach(stage -> threads.add(osThreadId(stage)));
        return threads;
    }
}
