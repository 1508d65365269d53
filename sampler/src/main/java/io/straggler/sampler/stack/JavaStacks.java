package io.straggler.sampler.stack;

import io.straggler.model.FrameKind;
import io.straggler.model.NanoClock;
import io.straggler.model.SamplerMode;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.hook.CaptureListener;
import java.util.ArrayList;
import java.util.List;

/**
 * Stacks by {@link Thread#getStackTrace()}: works on every JVM, but waits for the thread's next safepoint, so it costs the thread
 * more and shows safepoints rather than the code between them.
 */
public final class JavaStacks implements StackSource {
    private final CaptureListener listener;
    private final NanoClock clock;
    private long taken;

    public JavaStacks(CaptureListener listener, NanoClock clock) {
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public SamplerMode mode() {
        return SamplerMode.JAVA;
    }

    @Override
    public boolean request(TargetThread target) {
        boolean running = target.thread().getState() == Thread.State.RUNNABLE;
        StackTraceElement[] stack = target.thread().getStackTrace();
        long timeNs = clock.nanoTime();
        if (stack.length == 0) {
            return false;
        }
        List<StackFrame> frames = new ArrayList<>(stack.length);
        for (int i = stack.length - 1; i >= 0; i--) {
            frames.add(new StackFrame(
                    stack[i].getClassName() + "." + stack[i].getMethodName(),
                    stack[i].isNativeMethod() ? FrameKind.NATIVE : FrameKind.JAVA));
        }
        taken++;
        listener.stack(new StackSample(timeNs, target.identity().osThreadId(), running, frames));
        return true;
    }

    @Override
    public long taken() {
        return taken;
    }

    @Override
    public void close() {}
}
