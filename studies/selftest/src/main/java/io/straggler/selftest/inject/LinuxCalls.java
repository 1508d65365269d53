package io.straggler.selftest.inject;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The calls of the C library that injections need: fresh memory, and signals between processes. */
public final class LinuxCalls {
    static final int SIGINT = 2;
    public static final int SIGCONT = 18;
    public static final int SIGSTOP = 19;
    private static final int NO_HUGE_PAGES = 15;

    private LinuxCalls() {}

    private static final class C {
        static final boolean BOUND = bind();

        private static boolean bind() {
            try {
                Native.register(C.class, "c");
                return true;
            } catch (LinkageError e) {
                return false;
            }
        }

        static native int madvise(Pointer address, long bytes, int advice);

        static native int kill(int processId, int signal);

        static native Pointer signal(int signal, Pointer handler);

        public static native int open(String path, int flags);

        public static native int close(int file);

        static native long pread(int file, Pointer buffer, long bytes, long offset);
    }

    /** Returns what the calls lack; empty if they can be made. */
    public static Optional<String> missing() {
        if (!Platform.isLinux() || !Platform.is64Bit()) {
            return Optional.of("needs Linux");
        }
        return C.BOUND ? Optional.empty() : Optional.of("needs native calls, which JNA cannot make here");
    }

    /** Memory that nobody has touched, in ordinary pages; null if there is none. */
    public static @Nullable Pointer map(long bytes) {
        Pointer fresh = NativeThread.mapFresh(bytes);
        if (fresh != null) {
            // A huge page would be touched at once.
            C.madvise(fresh, bytes, NO_HUGE_PAGES);
        }
        return fresh;
    }

    public static void unmap(Pointer memory, long bytes) {
        NativeThread.unmap(memory, bytes);
    }

    public static boolean send(int processId, int signal) {
        return C.kill(processId, signal) == 0;
    }

    /** Lets a thread of this process run on these cores only. Best effort. */
    public static void bind(int threadId, List<Integer> cores) {
        BitSet cpus = new BitSet();
        cores.forEach(cpus::set);
        NativeThread.allowCpus(threadId, cpus);
    }

    /** The thread that carries out the JVM's operations; the JVM gives it this name. */
    public static OptionalInt vmThread() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).trim().equals("VM Thread")) {
                    return OptionalInt.of(Integer.parseInt(thread.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            // A thread that ended meanwhile; this one does not.
        }
        return OptionalInt.empty();
    }

    /** Opens a file for {@link #read}; negative if that fails. */
    public static int open(String path) {
        return C.BOUND ? C.open(path, 0) : -1;
    }

    public static void close(int file) {
        if (file >= 0) {
            C.close(file);
        }
    }

    /** Reads from a file's beginning, and returns how much. The JVM does not know: its recording has every read by Java. */
    public static int read(int file, Memory buffer) {
        return file < 0 ? 0 : (int) Math.max(0, C.pread(file, buffer, buffer.size(), 0));
    }

    /** Ctrl-C goes to every process of a terminal. */
    public static void ignoreInterrupts() {
        C.signal(SIGINT, new Pointer(1));
    }
}
