package io.straggler.selftest.inject;

import com.sun.jna.Memory;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.inject.TimedInjector.Nature;
import io.straggler.selftest.inject.TruthLog.Part;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time for which the measured thread waited for a core during an injection, by the scheduler statistics: the machine's doing. Of a virtual thread it is its carrier's, if that is
 * the same before and after; otherwise the injection was a wait, and its wake-up is a part of it.
 *
 * <p>For one thread at a time.
 */
final class RunDelay {
    /** The statistics' file of each of the system's threads that was ever measured; opened once, because that takes some 50 µs. */
    private static final Map<Long, Integer> SCHEDSTAT = new ConcurrentHashMap<>();

    /** Null where the system cannot be asked. */
    private final @Nullable Memory text = NativeThread.available() ? new Memory(128) : null;

    private final LongSupplier usage;

    private long beganNs;
    private long beganOn;

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
        beganOn = osThreadId();
    }

    /**
     * Writes down an injection that has ended.
     *
     * @param codeNs the part of the time that was ordinary code
     */
    void end(Nature nature, long startNs, long endNs, long codeNs, TruthLog truth) {
        long tookNs = endNs - startNs - codeNs;
        long delayNs = beganOn == osThreadId() ? Math.min(tookNs, usage.getAsLong() - beganNs) : 0;
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
        int length = LinuxCalls.read(SCHEDSTAT.computeIfAbsent(osThreadId(), RunDelay::open), text);
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

    private static long osThreadId() {
        return NativeThread.available() ? NativeThread.currentId() : 0;
    }

    private static int open(long osThreadId) {
        return LinuxCalls.open("/proc/self/task/" + osThreadId + "/schedstat");
    }
}
