package io.straggler.sampler;

import io.straggler.model.IdleStack;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeSleep;
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
 * <p>Threads: {@link #add} on any, the rest on the pacing thread.
 */
final class IdleThreads {
    /** A thread may still be on its way back to where it waits. */
    private static final int LOOKS = 5;

    private static final long APART_NS = 1_000_000;

    private final CaptureListener listener;
    private final Map<Thread, Long> helpers = new ConcurrentHashMap<>();
    private boolean async;

    IdleThreads(CaptureListener listener) {
        this.listener = listener;
    }

    /** The pacing thread is known. */
    void of(ThreadRole pacing) {
        async = pacing == ThreadRole.DISPATCHER;
    }

    void add(Thread helper, long osThreadId) {
        helpers.put(helper, osThreadId);
    }

    /**
     * Nothing is in flight. Reports threads that are at the same place in two looks; the others are at work on something else, or ask for work again and again.
     * Takes some milliseconds.
     */
    void look() {
        if (!async || helpers.isEmpty()) {
            return;
        }
        Map<Thread, List<String>> before = new HashMap<>();
        Set<Thread> open = new HashSet<>(helpers.keySet());
        for (int i = 0; i < LOOKS && !open.isEmpty(); i++) {
            if (i > 0) {
                NativeSleep.sleep(APART_NS);
            }
            open.removeIf(helper -> sameAsBefore(helper, before));
        }
    }

    private boolean sameAsBefore(Thread helper, Map<Thread, List<String>> before) {
        List<String> methods = methods(helper);
        boolean same = methods.equals(before.put(helper, methods)) && !methods.isEmpty();
        Long osThreadId = helpers.get(helper);
        if (same && osThreadId != null) {
            listener.idle(new IdleStack(osThreadId, methods));
        }
        return same;
    }

    private static List<String> methods(Thread thread) {
        List<String> methods = new ArrayList<>();
        for (StackTraceElement frame : thread.getStackTrace()) {
            methods.add(frame.getClassName() + "." + frame.getMethodName());
        }
        Collections.reverse(methods);
        return methods;
    }
}
