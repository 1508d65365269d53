package io.straggler.sampler.usage;

import com.sun.jna.Memory;
import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.ProcFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Run delay and time on a core of any thread of this process, and the instant that they are of. They belong together: when the reading itself was
 * interrupted they are read again. For one thread, which need not be the one that is read.
 */
public final class ThreadTimes implements Closeable {
    /** Longer than this between the first and the last of what belongs together, and it is read again, */
    private static final long AT_ONCE_NS = 20_000;

    /** but not more often than this. */
    private static final int ATTEMPTS = 4;

    private final long osThreadId;
    private final NanoClock clock;
    private final ProcFile schedstat;
    private final @Nullable Memory cpuClock = NativeThread.available() ? new Memory(2 * Long.BYTES) : null;

    /** @throws FileNotFoundException if there is no such thread, or the system keeps no statistics of threads */
    public ThreadTimes(long osThreadId, NanoClock clock) throws FileNotFoundException {
        this.osThreadId = osThreadId;
        this.clock = clock;
        this.schedstat = new ProcFile("/proc/self/task/" + osThreadId + "/schedstat");
    }

    /**
     * Reads them without allocating.
     *
     * @param values as {@link UsageSource} has them, of which the others are left as they are
     * @throws IOException if the thread has ended
     */
    public void read(long[] values) throws IOException {
        int attempt = 0;
        long tookNs;
        do {
            long startNs = clock.nanoTime();
            schedstat.load();
            long coarseCpuNs = schedstat.number();
            values[UsageSource.RUN_DELAY] = schedstat.number();
            long cpuNs = cpuClock == null ? -1 : NativeThread.cpuNs(osThreadId, cpuClock);
            values[UsageSource.CPU] = cpuNs < 0 ? coarseCpuNs : cpuNs;
            values[UsageSource.TIME] = clock.nanoTime();
            tookNs = values[UsageSource.TIME] - startNs;
            attempt++;
        } while (tookNs > AT_ONCE_NS && attempt < ATTEMPTS);
    }

    /** How long it has been on a core so far; 0 where only the system's file knows that, or if the thread has ended. */
    long cpuNs() {
        return cpuClock == null ? 0 : Math.max(0, NativeThread.cpuNs(osThreadId, cpuClock));
    }

    @Override
    public void close() {
        schedstat.close();
        if (cpuClock != null) {
            cpuClock.close();
        }
    }
}
