package io.straggler.selftest.inject;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/** The calls of the C library that injections need: fresh memory, and signals between processes. */
final class LinuxCalls {
    static final int SIGINT = 2;
    static final int SIGCONT = 18;
    static final int SIGSTOP = 19;
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int NO_HUGE_PAGES = 15;
    private static final int SCHED_IDLE = 5;

    private LinuxCalls() {}

    private static final class C {
        static final boolean BOUND = bind();

        private static boolean bind() {
            try {
                Native.register(C.class, "c");
                return true;
            } catch (UnsatisfiedLinkError e) {
                return false;
            }
        }

        static native Pointer mmap(Pointer address, long bytes, int protection, int flags, int file, long offset);

        static native int munmap(Pointer address, long bytes);

        static native int madvise(Pointer address, long bytes, int advice);

        static native int kill(int processId, int signal);

        static native int sched_setscheduler(int threadId, int policy, Pointer priority);

        static native Pointer signal(int signal, Pointer handler);
    }

    /** @throws ImpossibleException if this is no Linux, or its C library cannot be called */
    static void require() throws ImpossibleException {
        if (!Platform.isLinux() || !Platform.is64Bit()) {
            throw new ImpossibleException("needs Linux");
        }
        if (!C.BOUND) {
            throw new ImpossibleException("needs native calls, which JNA cannot make here");
        }
    }

    /** Memory that nobody has touched, in ordinary pages; null if there is none. */
    static Pointer map(long bytes) {
        Pointer fresh = C.mmap(null, bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
        if (fresh == null || Pointer.nativeValue(fresh) == -1) {
            return null;
        }
        // A huge page would be touched at once.
        C.madvise(fresh, bytes, NO_HUGE_PAGES);
        return fresh;
    }

    static void unmap(Pointer memory, long bytes) {
        C.munmap(memory, bytes);
    }

    static boolean send(int processId, int signal) {
        return C.kill(processId, signal) == 0;
    }

    /** Lets the calling thread's core go to whoever wants it, at once. */
    static void giveWay() {
        try (Memory priority = new Memory(Integer.BYTES)) {
            priority.setInt(0, 0);
            C.sched_setscheduler(0, SCHED_IDLE, priority);
        }
    }

    /** Ctrl-C goes to every process of a terminal. */
    static void ignoreInterrupts() {
        C.signal(SIGINT, new Pointer(1));
    }
}
