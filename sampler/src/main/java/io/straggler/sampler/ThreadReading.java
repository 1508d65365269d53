package io.straggler.sampler;

import com.sun.jna.Memory;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadAccounting;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * What the operating system has charged to one thread so far, read from {@code /proc/self/task/TID}.
 *
 * <p>Reads three small files and a clock without allocating; some 10 µs, none of it on the thread that is read. Run delay, time on
 * a core and the instant belong together: when the reading itself was interrupted they are read again. For one thread.
 */
final class ThreadReading implements Closeable {
    private static final int RUN_DELAY = 0;
    private static final int CPU = 1;
    private static final int MINOR = 2;
    private static final int MAJOR = 3;
    private static final int VOLUNTARY = 4;
    private static final int INVOLUNTARY = 5;
    private static final int TIME = 6;
    private static final int VALUES = 7;

    private static final byte[] VOLUNTARY_LABEL = ProcFile.label("\nvoluntary_ctxt_switches:");
    private static final byte[] INVOLUNTARY_LABEL = ProcFile.label("\nnonvoluntary_ctxt_switches:");

    /** Longer than this between the first and the last of what belongs together, and it is read again, */
    private static final long AT_ONCE_NS = 20_000;

    /** but not more often than this. */
    private static final int ATTEMPTS = 4;

    private final long osThreadId;
    private final NanoClock clock;
    private final ProcFile schedstat;
    private final ProcFile stat;
    private final ProcFile status;
    private final Memory cpuClock = NativeThread.available() ? new Memory(2 * Long.BYTES) : null;
    private final long[] before = new long[VALUES];
    private final long[] after = new long[VALUES];
    private int lastCpu;

    private ThreadReading(long osThreadId, NanoClock clock, String folder) throws FileNotFoundException {
        this.osThreadId = osThreadId;
        this.clock = clock;
        this.schedstat = new ProcFile(folder + "/schedstat");
        this.stat = new ProcFile(folder + "/stat");
        this.status = new ProcFile(folder + "/status");
    }

    /** Opens the thread's files. Null where there are none: another operating system, a kernel without them. */
    static ThreadReading open(long osThreadId, NanoClock clock) {
        try {
            return new ThreadReading(osThreadId, clock, "/proc/self/task/" + osThreadId);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    /** When {@link #readBefore} was last called, or 0. */
    long beforeNs() {
        return before[TIME];
    }

    /** The core that the thread was on when it was last read. */
    int lastCpu() {
        return lastCpu;
    }

    /** Takes the earlier of two readings. */
    void readBefore() throws IOException {
        read(before);
    }

    /**
     * Takes the later reading and tells the difference.
     *
     * @param faultNs what a minor fault takes
     * @param capturesNs what captures took in between
     * @param throttledNs what the control group was held back in between
     */
    ThreadAccounting accountUntilNow(long intendedNs, long faultNs, long capturesNs, long throttledNs)
            throws IOException {
        read(after);
        long minorFaults = after[MINOR] - before[MINOR];
        return new ThreadAccounting(
                intendedNs,
                osThreadId,
                before[TIME],
                after[TIME],
                after[RUN_DELAY] - before[RUN_DELAY],
                after[CPU] - before[CPU],
                minorFaults,
                after[MAJOR] - before[MAJOR],
                after[VOLUNTARY] - before[VOLUNTARY],
                after[INVOLUNTARY] - before[INVOLUNTARY],
                minorFaults * faultNs,
                capturesNs,
                throttledNs);
    }

    private void read(long[] values) throws IOException {
        readCounts(values);
        int attempt = 0;
        long tookNs;
        do {
            long startNs = clock.nanoTime();
            schedstat.load();
            long coarseCpuNs = schedstat.number();
            values[RUN_DELAY] = schedstat.number();
            long cpuNs = cpuClock == null ? -1 : NativeThread.cpuNs(osThreadId, cpuClock);
            values[CPU] = cpuNs < 0 ? coarseCpuNs : cpuNs;
            values[TIME] = clock.nanoTime();
            tookNs = values[TIME] - startNs;
            attempt++;
        } while (tookNs > AT_ONCE_NS && attempt < ATTEMPTS);
    }

    private void readCounts(long[] values) throws IOException {
        stat.load();
        // The second field is the thread's name in parentheses, which may hold anything: count from the last one.
        stat.skipBehindLast(')');
        // State, five ids and the flags: proc(5) has minflt as field 10, cminflt as 11 and majflt as 12.
        stat.skipFields(7);
        values[MINOR] = stat.number();
        stat.skipFields(1);
        values[MAJOR] = stat.number();
        // The core that it last ran on is field 39.
        stat.skipFields(26);
        lastCpu = (int) stat.number();
        status.load();
        values[VOLUNTARY] = status.labelled(VOLUNTARY_LABEL);
        values[INVOLUNTARY] = status.labelled(INVOLUNTARY_LABEL);
    }

    @Override
    public void close() throws IOException {
        schedstat.close();
        stat.close();
        status.close();
        if (cpuClock != null) {
            cpuClock.close();
        }
    }
}
