package io.straggler.selftest.inject;

import com.sun.jna.Memory;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.inject.TimedInjector.Nature;
import io.straggler.selftest.inject.TruthLog.Part;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time for which the measured thread waited for a core during an injection, by the scheduler statistics: the machine's doing. For one
 * thread at a time; allocates nothing once that thread is known.
 */
final class RunDelay {
    /** The statistics' file of each thread that was ever measured; opened once, because that takes some 50 µs. */
    private static final ThreadLocal<Integer> SCHEDSTAT = ThreadLocal.withInitial(RunDelay::open);

    /** Null where the system cannot be asked. */
    private final @Nullable Memory text = NativeThread.available() ? new Memory(128) : null;

    private final LongSupplier usage;

    private long beganNs;

    RunDelay() {
        usage = this::runDelayNs;
    }

    /** @param usage time for which the thread has waited for a core so far, in nanoseconds */
    RunDelay(LongSupplier usage) {
        this.usage = usage;
    }

    /** The injection begins. */
    void begin() {
        beganNs = usage.getAsLong();
    }

    /**
     * Writes down an injection that has ended.
     *
     * @param codeNs the part of the time that was ordinary code
     */
    void end(Nature nature, long startNs, long endNs, long codeNs, TruthLog truth) {
        long tookNs = endNs - startNs - codeNs;
        long delayNs = Math.min(tookNs, usage.getAsLong() - beganNs);
        long disturbedNs = nature == Nature.WORKS || 2 * delayNs >= tookNs ? delayNs : 0;
        truth.add(Part.CODE, codeNs);
        truth.add(Part.INJECTED, tookNs - disturbedNs);
        truth.add(Part.DISTURBED, disturbedNs);
        truth.end(startNs, endNs);
    }

    /** The second of three numbers; 0 where there are no statistics, and then all of the time counts as work. */
    private long runDelayNs() {
        if (text == null) {
            return 0;
        }
        int length = LinuxCalls.read(SCHEDSTAT.get(), text);
        int at = 0;
        while (at < length && text.getByte(at) != ' ') {
            at++;
        }
        long ns = 0;
        for (at++; at < length && text.getByte(at) != ' '; at++) {
            ns = ns * 10 + text.getByte(at) - '0';
        }
        return ns;
    }

    private static int open() {
        return LinuxCalls.open("/proc/self/task/" + NativeThread.currentId() + "/schedstat");
    }
}
