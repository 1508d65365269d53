package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.IdleStack;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeSleep;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out where the helpers of an asynchronous task wait for work: there they are when a run is over and no iteration is in flight.
 *
 * <p>A thread that sleeps there is asked for its stack twice. One that has a core asks for work again and again: it is captured at many moments, because the
 * JVM says where a thread is only at safepoints, and a loop may have one.
 *
 * <p>Threads: {@link #add} on any, the rest on the pacing thread.
 */
final class IdleThreads {
    /** Where no thread can be captured while it has a core. */
    static final Captures NO_CAPTURES = (osThreadId, atNs) -> false;

    /** A thread may still be on its way back to where it waits. */
    private static final int LOOKS = 5;

    private static final long APART_NS = 1_000_000;

    /** Largest share of the time between two looks that a thread in native code has a core for if it waits there, as one in this many. */
    private static final int BUSY_PART = 10;

    /** Captures of each thread that has a core, in nanoseconds from one to the next: this, and up to as much again, so that no loop keeps in step. */
    private static final int CAPTURES = 48;

    private static final long CAPTURES_APART_NS = 120_000;
    private static final long STEP_NS = 47_000;

    /** Time in nanoseconds in which all timers are set. */
    private static final long LEAD_NS = 50_000;

    private final CaptureListener listener;
    private final NanoClock clock;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Thread, Long> helpers = new ConcurrentHashMap<>();
    private boolean async;

    /** Takes the stack of a helper once, while nothing is in flight. */
    interface Captures {
        /** @return false if that thread cannot be captured */
        boolean once(long osThreadId, long atNs);
    }

    /**
     * Stack of a thread and its time on a core, at an instant.
     *
     * @param mayWait whether a thread can wait there: the JVM says that it does, or it is in native code
     */
    private record Look(List<String> methods, boolean mayWait, long cpuNs, long atNs) {
        private boolean waitsSince(Look before) {
            return mayWait
                    && !methods.isEmpty()
                    && methods.equals(before.methods)
                    && cpuNs - before.cpuNs <= (atNs - before.atNs) / BUSY_PART;
        }
    }

    IdleThreads(CaptureListener listener, NanoClock clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** The pacing thread is known. */
    void of(ThreadRole pacing) {
        async = pacing == ThreadRole.DISPATCHER;
    }

    void add(Thread helper, long osThreadId) {
        helpers.put(helper, osThreadId);
    }

    /**
     * Nothing is in flight. Reports threads that are at the same place in two looks without having had a core for long, and has the others captured. Takes some
     * milliseconds.
     */
    void look(Captures captures) {
        if (!async || helpers.isEmpty()) {
            return;
        }
        Map<Thread, Look> before = new HashMap<>();
        Set<Thread> open = new HashSet<>(helpers.keySet());
        for (int i = 0; i < LOOKS && !open.isEmpty(); i++) {
            if (i > 0) {
                NativeSleep.sleep(APART_NS);
            }
            open.removeIf(helper -> waits(helper, before));
        }
        capture(open, captures);
    }

    private boolean waits(Thread helper, Map<Thread, Look> before) {
        Look now = look(helper);
        Look last = before.put(helper, now);
        Long osThreadId = helpers.get(helper);
        if (last == null || osThreadId == null || !now.waitsSince(last)) {
            return false;
        }
        listener.idle(new IdleStack(osThreadId, now.methods));
        return true;
    }

    private Look look(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        boolean mayWait = stack.length > 0 && (stack[0].isNativeMethod() || thread.getState() != Thread.State.RUNNABLE);
        List<String> methods = new ArrayList<>();
        for (StackTraceElement frame : stack) {
            methods.add(frame.getClassName() + "." + frame.getMethodName());
        }
        Collections.reverse(methods);
        return new Look(methods, mayWait, cpuNs(thread), clock.nanoTime());
    }

    /** Time in nanoseconds that a thread has had a core; zero where the JVM does not say. */
    private long cpuNs(Thread thread) {
        return threads.isThreadCpuTimeSupported() ? Math.max(0, threads.getThreadCpuTime(thread.getId())) : 0;
    }

    private void capture(Set<Thread> restless, Captures captures) {
        restless.removeIf(helper -> !helper.isAlive());
        for (int i = 0; i < CAPTURES && !restless.isEmpty(); i++) {
            long atNs = clock.nanoTime() + LEAD_NS;
            restless.removeIf(helper -> !captured(helper, atNs, captures));
            NativeSleep.sleep(CAPTURES_APART_NS + i * STEP_NS % CAPTURES_APART_NS);
        }
    }

    private boolean captured(Thread helper, long atNs, Captures captures) {
        Long osThreadId = helpers.get(helper);
        if (osThreadId == null || !captures.once(osThreadId, atNs)) {
            return false;
        }
        listener.captured(new Capture(Purpose.IDLE, 0, osThreadId, atNs, atNs));
        return true;
    }
}
