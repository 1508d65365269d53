package io.straggler.selftest.inject;

import com.sun.jna.Memory;
import io.straggler.sampler.linux.LinuxCalls;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.Fault;
import java.util.function.LongSupplier;

/**
 * How long the measured thread waited for a core during an injection, by the scheduler statistics: that was the machine's doing. For one
 * thread at a time; allocates nothing once that is known.
 */
public final class RunDelay {
    /** Null where the system cannot be asked. */
    private final Memory text = NativeThread.available() ? new Memory(128) : null;

    private final LongSupplier usage;

    private int schedstat = -1;
    private long openedFor = -1;
    private long beganNs;

    public RunDelay() {
        usage = this::runDelayNs;
    }

    /** @param usage how long the thread has waited for a core so far, in nanoseconds */
    public RunDelay(LongSupplier usage) {
        this.usage = usage;
    }

    /** The injection begins. */
    public void begin() {
        beganNs = usage.getAsLong();
    }

    /** Writes down an injection that works, and now and then waits for a lock of the JVM's: it took all of the time but that. */
    public void worked(Fault fault, long startNs, long endNs, TruthLog truth) {
        worked(fault, startNs, endNs, 0, truth);
    }

    /**
     * The same where the injection can tell what was ordinary code.
     *
     * @param codeNs how much of it
     */
    public void worked(Fault fault, long startNs, long endNs, long codeNs, TruthLog truth) {
        long tookNs = endNs - startNs - codeNs;
        truth.add(Fault.SLOW_CODE, codeNs);
        write(fault, startNs, endNs, tookNs, Math.min(tookNs, usage.getAsLong() - beganNs), truth);
    }

    /** Writes down an injection that waits. To wake up late is part of it, unless that took at least half of the time. */
    public void waited(Fault fault, long startNs, long endNs, TruthLog truth) {
        waited(fault, startNs, endNs, 0, truth);
    }

    /**
     * The same where the wait had to be brought about first.
     *
     * @param codeNs how long that took
     */
    public void waited(Fault fault, long startNs, long endNs, long codeNs, TruthLog truth) {
        long tookNs = endNs - startNs - codeNs;
        long delayNs = Math.min(tookNs, usage.getAsLong() - beganNs);
        truth.add(Fault.SLOW_CODE, codeNs);
        write(fault, startNs, endNs, tookNs, 2 * delayNs >= tookNs ? delayNs : 0, truth);
    }

    private static void write(Fault fault, long startNs, long endNs, long tookNs, long delayNs, TruthLog truth) {
        truth.add(fault, tookNs - delayNs);
        truth.add(Fault.DISTURBED, delayNs);
        truth.end(startNs, endNs);
    }

    /** The second of three numbers; 0 where there are no statistics, and then all of the time counts as work. */
    private long runDelayNs() {
        if (text == null) {
            return 0;
        }
        open();
        int length = LinuxCalls.read(schedstat, text);
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

    private void open() {
        long thread = NativeThread.currentId();
        if (thread != openedFor) {
            LinuxCalls.close(schedstat);
            schedstat = LinuxCalls.open("/proc/self/task/" + thread + "/schedstat");
            openedFor = thread;
        }
    }
}
