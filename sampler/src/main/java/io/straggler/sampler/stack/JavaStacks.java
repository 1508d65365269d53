package io.straggler.sampler.stack;

import io.straggler.model.FrameKind;
import io.straggler.model.NanoClock;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stacks by {@link Thread#getStackTrace()}: works on every JVM, but waits for the thread's next safepoint, so it costs the thread
 * more and shows safepoints rather than the code between them.
 */
public final class JavaStacks {
    /**
     * Frames on top of a virtual thread without a carrier that is letting go of one. It may be runnable, without
     * another carrier yet.
     */
    private static final List<String> LETTING_GO = List.of(
            "jdk.internal.vm.Continuation.",
            "java.lang.VirtualThread.",
            "java.lang.System$",
            "jdk.internal.misc.VirtualThreads.");

    /** The JVM's function that a thread is in which waits for a monitor: no Java method shows that. */
    private static final StackFrame ENTERING = new StackFrame("ObjectMonitor::enter", FrameKind.CPP);

    private JavaStacks() {}

    /**
     * A thread's stack now. On any thread.
     *
     * @param osThreadId what the sample calls the thread
     * @return none if the thread has ended, or has run no code of its own yet
     */
    public static Optional<StackSample> of(Thread thread, long osThreadId, NanoClock clock) {
        Thread.State state = thread.getState();
        StackTraceElement[] stack = thread.getStackTrace();
        long timeNs = clock.nanoTime();
        List<StackFrame> frames = new ArrayList<>(stack.length);
        for (int i = stack.length - 1; i >= 0; i--) {
            frames.add(new StackFrame(
                    stack[i].getClassName() + "." + stack[i].getMethodName(),
                    stack[i].isNativeMethod() ? FrameKind.NATIVE : FrameKind.JAVA));
        }
        boolean carried = true;
        while (!frames.isEmpty() && letsGo(frames.get(frames.size() - 1))) {
            frames.remove(frames.size() - 1);
            carried = false;
        }
        if (frames.isEmpty()) {
            return Optional.empty();
        }
        if (state == Thread.State.BLOCKED) {
            frames.add(ENTERING);
        }
        return Optional.of(new StackSample(timeNs, osThreadId, carried && state == Thread.State.RUNNABLE, frames));
    }

    private static boolean letsGo(StackFrame frame) {
        return LETTING_GO.stream().anyMatch(frame.name()::startsWith);
    }
}
