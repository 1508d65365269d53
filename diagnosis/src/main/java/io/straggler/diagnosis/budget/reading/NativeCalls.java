package io.straggler.diagnosis.budget.reading;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Activity of a thread outside of Java: the system call, or the native method of the JDK, that it is in.
 *
 * <p>A call that serves files and sockets alike is known by the JDK's method that made it.
 */
final class NativeCalls {
    /** Waits by the name of the JVM's function, whatever the wait was for. */
    private static final Map<String, Cause> JVM_WAITS = new HashMap<>();

    /** Causes by the name of the C library's function, without its decorations. */
    private static final Map<String, Cause> SYSTEM_CALLS = new HashMap<>();

    /** Causes of functions that serve several purposes; used only if nothing else tells the cause. */
    private static final Map<String, Cause> LAST_RESORT = new HashMap<>();

    /** Causes by the beginning of a JDK method; the first that fits. */
    private static final Map<String, Cause> METHODS = new LinkedHashMap<>();

    static {
        calls(
                SYSTEM_CALLS,
                Cause.FILE_IO,
                "fsync fdatasync syncfs sync_file_range msync open openat creat pread pwrite preadv pwritev stat fstat lstat statx "
                        + "fstatat newfstatat access faccessat unlink unlinkat rename renameat mkdir rmdir ftruncate truncate "
                        + "fallocate posix_fallocate getdents readdir copy_file_range flock lockf readahead");
        calls(
                SYSTEM_CALLS,
                Cause.SOCKET_IO,
                "recv recvfrom recvmsg recvmmsg send sendto sendmsg sendmmsg accept accept4 connect shutdown epoll_wait epoll_pwait "
                        + "epoll_pwait2 poll ppoll select pselect getaddrinfo");
        calls(SYSTEM_CALLS, Cause.SLEEP, "nanosleep clock_nanosleep usleep");
        calls(SYSTEM_CALLS, Cause.PAGE_FAULT, "mmap munmap mremap madvise mprotect brk sbrk mlock");
        calls(JVM_WAITS, Cause.PARK, "Parker::park Unsafe_Park");
        calls(JVM_WAITS, Cause.MONITOR, "ObjectMonitor::enter ObjectMonitor::EnterI ObjectMonitor::enter_internal");
        calls(JVM_WAITS, Cause.WAIT, "ObjectMonitor::wait");
        // Lock of the queue in front of the compilers: only code that is not fully compiled asks for it.
        calls(
                JVM_WAITS,
                Cause.DEOPTIMIZATION,
                "CompileBroker::compile_method CompileBroker::compile_method_base CompilationPolicy::event CompilationPolicy::compile");
        // Calls that serve sockets, pipes and devices, too.
        calls(LAST_RESORT, Cause.FILE_IO, "read readv write writev sendfile splice");
        // Waits for another thread or process, by native code outside of Java.
        calls(
                LAST_RESORT,
                Cause.WAIT,
                "pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait lll_lock_wait lll_lock_wait_private "
                        + "pthread_rwlock_rdlock pthread_rwlock_wrlock sem_wait sem_timedwait sem_clockwait new_sem_wait "
                        + "new_sem_wait_slow pthread_join pthread_timedjoin_np pthread_clockjoin_ex wait4 waitpid waitid sigwait sigwaitinfo sigtimedwait");
        beginnings(METHODS, Cause.SLEEP, "java.lang.Thread.sleep");
        beginnings(METHODS, Cause.PARK, "jdk.internal.misc.Unsafe.park", "sun.misc.Unsafe.park");
        beginnings(METHODS, Cause.WAIT, "java.lang.Object.wait");
        beginnings(
                METHODS,
                Cause.FILE_IO,
                "java.io.FileDescriptor.",
                "java.io.FileInputStream.",
                "java.io.FileOutputStream.",
                "java.io.RandomAccessFile.",
                "java.io.UnixFileSystem.",
                "java.io.Console",
                // Both read what the system keeps below /proc.
                "java.lang.ProcessHandleImpl",
                "com.sun.management.internal.OperatingSystemImpl.",
                "java.nio.MappedByteBuffer.force",
                "java.nio.MappedMemoryUtils.",
                "sun.nio.fs.",
                "sun.nio.ch.FileDispatcher",
                "sun.nio.ch.UnixFileDispatcher",
                "sun.nio.ch.FileChannelImpl.",
                "sun.nio.ch.FileKey.",
                "sun.nio.ch.SourceChannelImpl.",
                "sun.nio.ch.SinkChannelImpl.");
        // Native code of the JDK reads from the new process whether that could be started.
        beginnings(METHODS, Cause.PROCESS_START, "java.lang.ProcessImpl.");
        beginnings(
                METHODS,
                Cause.NAME_LOOKUP,
                "java.net.Inet4AddressImpl.lookup",
                "java.net.Inet4AddressImpl.getHostByAddr",
                "java.net.Inet6AddressImpl.lookup",
                "java.net.Inet6AddressImpl.getHostByAddr",
                "sun.net.dns.");
        beginnings(
                METHODS,
                Cause.SOCKET_IO,
                "java.net.AbstractPlain",
                "java.net.DatagramSocket",
                "java.net.Delegating",
                "java.net.Inet4",
                "java.net.Inet6",
                "java.net.InetAddress",
                "java.net.MulticastSocket",
                "java.net.NetMulticastSocket",
                "java.net.NetworkInterface",
                "java.net.Plain",
                "java.net.ServerSocket",
                "java.net.Socket",
                "java.net.Socks",
                "sun.net.NetHooks",
                "sun.net.NetworkClient",
                "sun.net.ext.",
                "sun.net.ftp.",
                "sun.net.httpserver.",
                "sun.net.sdp.",
                "sun.net.spi.",
                "sun.net.www.http.",
                "sun.net.www.protocol.ftp.",
                "sun.net.www.protocol.http",
                "sun.nio.ch.Net.",
                "sun.nio.ch.EPoll",
                "sun.nio.ch.KQueue",
                "sun.nio.ch.Poll",
                "sun.nio.ch.Socket",
                "sun.nio.ch.ServerSocket",
                "sun.nio.ch.Datagram",
                "sun.nio.ch.UnixDomainSockets.",
                "sun.nio.ch.NioSocketImpl.",
                "sun.nio.ch.SelectorImpl.");
        // Reserving and zeroing it.
        beginnings(METHODS, Cause.ALLOCATION, "java.nio.DirectByteBuffer.<init>", "java.nio.Bits.reserveMemory");
        beginnings(METHODS, Cause.ALLOCATION, "jdk.internal.misc.Unsafe.allocateMemory");
    }

    /** Causes by the beginning of a JDK method: the cause that its Java code, and code called by it, is part of. */
    private static final Map<String, Cause> CALLS = new LinkedHashMap<>();

    static {
        beginnings(
                CALLS,
                Cause.FILE_IO,
                "java.nio.file.Files.",
                "java.io.File.create",
                "java.io.File.delete",
                "java.io.File.exists",
                "java.io.File.getCanonical",
                "java.io.File.is",
                "java.io.File.lastModified",
                "java.io.File.length",
                "java.io.File.list",
                "java.io.File.mkdir",
                "java.io.File.renameTo",
                "java.io.FileInputStream.",
                "java.io.FileOutputStream.",
                "java.io.RandomAccessFile.",
                "java.io.FileDescriptor.",
                "java.io.FileReader.",
                "java.io.FileWriter.",
                "java.nio.channels.FileChannel.",
                "java.nio.channels.FileLock.",
                "sun.nio.ch.FileChannelImpl.",
                "sun.nio.ch.FileLockImpl.",
                "sun.nio.fs.",
                "sun.nio.ch.SourceChannelImpl.",
                "sun.nio.ch.SinkChannelImpl.",
                "java.lang.ProcessHandle",
                "com.sun.management.internal.OperatingSystemImpl.");
        beginnings(CALLS, Cause.PROCESS_START, "java.lang.ProcessBuilder.");
        beginnings(
                CALLS,
                Cause.NAME_LOOKUP,
                "java.net.InetAddress.getByName",
                "java.net.InetAddress.getAllByName",
                "java.net.InetAddress.getHostName",
                "java.net.InetAddress.getCanonicalHostName",
                "java.net.InetAddress.getLocalHost");
        beginnings(
                CALLS,
                Cause.SOCKET_IO,
                "java.net.Socket.",
                "java.net.Socket$",
                "java.net.ServerSocket.",
                "java.net.DatagramSocket.",
                "java.net.MulticastSocket.",
                "java.net.InetAddress.",
                "java.net.NetworkInterface.",
                "java.net.HttpURLConnection.",
                "sun.net.www.protocol.http.",
                "java.nio.channels.SocketChannel.",
                "java.nio.channels.ServerSocketChannel.",
                "java.nio.channels.DatagramChannel.",
                "java.nio.channels.Selector.",
                "sun.nio.ch.SocketChannelImpl.",
                "sun.nio.ch.ServerSocketChannelImpl.",
                "sun.nio.ch.DatagramChannelImpl.",
                "sun.nio.ch.SelectorImpl.",
                "sun.nio.ch.Socket",
                "sun.nio.ch.DatagramSocketAdaptor.");
        beginnings(
                CALLS,
                Cause.ALLOCATION,
                "java.nio.ByteBuffer.allocateDirect",
                "java.lang.foreign.SegmentAllocator.allocate",
                "jdk.internal.foreign.ArenaImpl.allocate");
    }

    /** Routines that the JVM generates, in place of loops in Java or between compiled and interpreted code: no calls of anything outside. */
    private static final List<String> GENERATED = List.of("arraycopy", "_fill", "vectorizedMismatch", "adapters");

    /** Methods that read and write memory outside of the heap, which may be a file's. */
    private static final List<String> OFF_HEAP = List.of(
            "jdk.internal.misc.ScopedMemoryAccess.",
            "java.nio.DirectByteBuffer.",
            "java.nio.MappedByteBuffer.",
            "jdk.internal.foreign.",
            "java.lang.foreign.",
            "sun.misc.Unsafe.");

    /** A virtual thread parks in no native method. Whatever it waits for by parking, such as a socket, is further down in its stack. */
    private static final String PARKS = "java.util.concurrent.locks.LockSupport.park";

    /** Libraries whose native code reads and writes sockets as if they were files. */
    private static final List<String> SOCKET_LIBRARIES = List.of("io.netty.");

    private NativeCalls() {}

    private static void calls(Map<String, Cause> table, Cause cause, String names) {
        for (String name : names.split(" ")) {
            table.put(name, cause);
        }
    }

    private static void beginnings(Map<String, Cause> table, Cause cause, String... beginnings) {
        for (String beginning : beginnings) {
            table.put(beginning, cause);
        }
    }

    /** Returns the cause of a thread that is outside of Java, if it is known. */
    static Optional<Cause> of(List<StackFrame> frames) {
        int leaf = frames.size() - 1;
        return leaf < 0
                        || !frames.get(leaf).kind().isNative()
                        || generated(frames.get(leaf).name())
                ? Optional.empty()
                : waited(frames);
    }

    private static boolean generated(String function) {
        return GENERATED.stream().anyMatch(function::endsWith);
    }

    /**
     * Returns the cause of a thread that does not run, if it is known: the source of a stack may leave out frames
     * outside of Java.
     */
    static Optional<Cause> waited(List<StackFrame> frames) {
        Cause called = null;
        Cause lastResort = null;
        int i = frames.size() - 1;
        for (; i >= 0 && frames.get(i).kind().isNative(); i--) {
            String function = plain(frames.get(i).name());
            Cause waits = JVM_WAITS.get(function);
            if (waits != null) {
                return Optional.of(waits);
            }
            called = called == null ? SYSTEM_CALLS.get(function) : called;
            lastResort = lastResort == null ? LAST_RESORT.get(function) : lastResort;
        }
        boolean parks = false;
        for (; i >= 0 && PlatformMethods.contain(frames.get(i).name()); i--) {
            Optional<Cause> cause = method(frames.get(i).name());
            if (cause.isPresent()) {
                return cause;
            }
            parks |= frames.get(i).name().startsWith(PARKS);
        }
        if (parks) {
            return Optional.of(Cause.PARK);
        }
        if (called == null && lastResort == Cause.FILE_IO && i >= 0) {
            String caller = frames.get(i).name();
            return Optional.of(SOCKET_LIBRARIES.stream().anyMatch(caller::startsWith) ? Cause.SOCKET_IO : lastResort);
        }
        return Optional.ofNullable(called == null ? lastResort : called);
    }

    /**
     * Returns the cause that running Java code of the JDK is part of: the work around a system call belongs to the
     * call, and in rarely used code takes longer than the system does. The method nearest to the leaf decides, up to
     * the first method of the program.
     */
    static Optional<Cause> calledFor(List<StackFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            StackFrame frame = frames.get(i);
            if (!frame.kind().isNative()) {
                Optional<Cause> cause = beginning(CALLS, frame.name());
                if (cause.isPresent() || !PlatformMethods.contain(frame.name())) {
                    return cause;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Cause> method(String name) {
        return beginning(METHODS, name);
    }

    private static Optional<Cause> beginning(Map<String, Cause> table, String name) {
        for (Map.Entry<String, Cause> known : table.entrySet()) {
            if (name.startsWith(known.getKey())) {
                return Optional.of(known.getValue());
            }
        }
        return Optional.empty();
    }

    /** Whether a thread waits for the lock of the JVM's compile queue, which it may do amid any code whose calls are counted. */
    static boolean waitsForCompileQueue(List<StackFrame> frames) {
        boolean waits = false;
        for (int i = frames.size() - 1; i >= 0 && frames.get(i).kind().isNative(); i--) {
            String function = plain(frames.get(i).name());
            waits |= LAST_RESORT.get(function) == Cause.WAIT;
            if (JVM_WAITS.get(function) == Cause.DEOPTIMIZATION) {
                return waits;
            }
        }
        return false;
    }

    /** Whether the code on top of a stack works on memory outside of the heap. */
    static boolean offHeap(List<StackFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            StackFrame frame = frames.get(i);
            if (!frame.kind().isNative()) {
                if (OFF_HEAP.stream().anyMatch(frame.name()::startsWith)) {
                    return true;
                }
                if (!PlatformMethods.contain(frame.name())) {
                    return false;
                }
            }
        }
        return false;
    }

    /** The name of a function of the C library as its manual has it: {@code fsync} for {@code __GI_fsync}. */
    private static String plain(String name) {
        int version = name.indexOf('@');
        String plain = version < 0 ? name : name.substring(0, version);
        for (String prefix : List.of("__GI_", "__libc_", "___", "__", "_")) {
            plain = plain.startsWith(prefix) ? plain.substring(prefix.length()) : plain;
        }
        for (String suffix : List.of("_nocancel", "64")) {
            plain = plain.endsWith(suffix) ? plain.substring(0, plain.length() - suffix.length()) : plain;
        }
        return plain;
    }
}
