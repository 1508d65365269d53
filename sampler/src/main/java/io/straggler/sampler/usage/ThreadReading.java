package io.straggler.sampler.usage;

import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.ProcFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Resources that the operating system has charged to another thread so far, read from {@code /proc/self/task/TID}.
 *
 * <p>Reads three small files and a clock without allocating; some 10 µs, none of it on the thread that is read. Run delay, time on
 * a core and the instant belong together: when the reading itself was interrupted they are read again. For one thread.
 */
public final class ThreadReading implements UsageSource {
    private static final byte[] VOLUNTARY_LABEL = ProcFile.label("\nvoluntary_ctxt_switches:");
    private static final byte[] INVOLUNTARY_LABEL = ProcFile.label("\nnonvoluntary_ctxt_switches:");

    private final NanoClock clock;
    private final ThreadTimes times;
    private final ProcFile stat;
    private final ProcFile status;

    private ThreadReading(long osThreadId, NanoClock clock, String folder) throws FileNotFoundException {
        this.clock = clock;
        this.times = new ThreadTimes(osThreadId, clock);
        this.stat = new ProcFile(folder + "/stat");
        this.status = new ProcFile(folder + "/status");
    }

    /** Opens the thread's files. Null where there are none: another operating system, a kernel without them. */
    public static @Nullable ThreadReading open(long osThreadId, NanoClock clock) {
        try {
            return new ThreadReading(osThreadId, clock, "/proc/self/task/" + osThreadId);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    @Override
    public void read(long[] values) {
        try {
            readCounts(values);
            times.read(values);
        } catch (IOException e) {
            // The thread has ended; what it had is charged to nobody.
            values[TIME] = clock.nanoTime();
        }
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
        status.load();
        values[VOLUNTARY] = status.labelled(VOLUNTARY_LABEL);
        values[INVOLUNTARY] = status.labelled(INVOLUNTARY_LABEL);
    }

    @Override
    public void close() {
        times.close();
        stat.close();
        status.close();
    }
}
