package io.straggler.selftest.task;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Starts virtual threads, which this code, compiled for JDK 17, cannot name. */
final class VirtualThreadStarter {
    private static final MethodHandle START = find();

    private VirtualThreadStarter() {}

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no virtual threads", e);
        }
    }

    static Thread start(Runnable code) {
        try {
            return (Thread) START.invokeExact(code);
        } catch (Throwable e) {
            throw new IllegalStateException("a virtual thread must start", e);
        }
    }
}
