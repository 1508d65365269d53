package io.straggler.model;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Virtual threads, on JDKs that have such threads and on those that do not: this code is compiled for JDK 17, which has none. */
public final class VirtualThreads {
    private static final MethodHandles.Lookup PUBLIC = MethodHandles.publicLookup();

    /** Null before JDK 21. */
    private static final @Nullable MethodHandle IS_VIRTUAL =
            find(() -> PUBLIC.findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class)));

    /** Null before JDK 21. */
    private static final @Nullable MethodHandle START = find(() ->
            PUBLIC.findStatic(Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class)));

    private VirtualThreads() {}

    @FunctionalInterface
    private interface Lookup {
        MethodHandle find() throws ReflectiveOperationException;
    }

    private static @Nullable MethodHandle find(Lookup lookup) {
        try {
            return lookup.find();
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Whether this JDK has them. */
    public static boolean supported() {
        return START != null;
    }

    public static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.isVirtual must not throw", e);
        }
    }

    /**
     * The name of the thread that carries one now, as its text says; empty if none does. A microsecond or so, for any thread.
     *
     * <p>The text is {@code VirtualThread[#42,name]/runnable@carrier}, since JDK 21.
     */
    public static Optional<String> carrier(Thread virtual) {
        String text = virtual.toString();
        int state = text.lastIndexOf("]/");
        int at = text.indexOf('@', Math.max(0, state));
        return state < 0 || at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1));
    }

    /**
     * Starts one.
     *
     * @throws IllegalStateException if this JDK has none
     */
    public static Thread start(Runnable code) {
        if (START == null) {
            throw new IllegalStateException("this JDK has no virtual threads");
        }
        try {
            return (Thread) START.invokeExact(code);
        } catch (Throwable e) {
            throw new IllegalStateException("a virtual thread must start", e);
        }
    }
}
