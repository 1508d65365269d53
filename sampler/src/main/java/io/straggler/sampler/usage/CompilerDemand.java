package io.straggler.sampler.usage;

import io.straggler.model.text.JvmThreads;
import io.straggler.sampler.linux.SystemFiles;
import java.util.HashMap;
import java.util.Map;

/**
 * How many cores the JVM's compilers would use if they had them: the time that their threads ran or waited for a core, as the scheduler counts it, over the
 * time that went by. 0 where the system does not say.
 *
 * <p>The JVM starts and ends such threads as it needs them: what a new one has used so far counts, and a thread that ended since the last look counts
 * for nothing. For one thread.
 */
public final class CompilerDemand {
    private static final String TASKS = "/proc/self/task";

    private final SystemFiles files;
    private Map<String, Long> wantedNs;
    private long lookedNs;

    /** Begins to look. */
    public CompilerDemand(SystemFiles files, long nowNs) {
        this.files = files;
        this.lookedNs = nowNs;
        this.wantedNs = wanted();
    }

    /** Since the last call; of no length of time, 0. */
    public double cores(long nowNs) {
        Map<String, Long> before = wantedNs;
        long beganNs = lookedNs;
        wantedNs = wanted();
        lookedNs = nowNs;
        long sumNs = wantedNs.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                .sum();
        return nowNs > beganNs ? (double) sumNs / (nowNs - beganNs) : 0;
    }

    /** Returns CPU time and waiting in nanoseconds, by thread. */
    private Map<String, Long> wanted() {
        Map<String, Long> all = new HashMap<>();
        for (String id : files.names(TASKS)) {
            String folder = TASKS + "/" + id;
            String name = files.text(folder + "/comm").orElse("");
            if (JvmThreads.compilers().stream().anyMatch(name::startsWith)) {
                all.put(id, wantedNs(files.text(folder + "/schedstat").orElse("")));
            }
        }
        return all;
    }

    /** Returns the sum of running and waiting for a core: the first two numbers. */
    private static long wantedNs(String schedulerStatistics) {
        String[] numbers = schedulerStatistics.split("\\s+");
        return numbers.length < 2 ? 0 : Long.parseLong(numbers[0]) + Long.parseLong(numbers[1]);
    }
}
