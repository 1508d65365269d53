package io.straggler.sampler.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.straggler.model.text.OptionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Facts about threads that Linux knows and Java does not: ids, signals to one of them, the cores it may use.
 *
 * <p>Raw system calls by JNA's direct mapping, with the numbers of the two supported architectures, so that it does not matter
 * which C library there is. Safe from any thread.
 */
public final class NativeThread {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final long SHORTEST_TIMER_SLACK_NS = 1;
    private static final long LOW_PRIORITY = 15;
    private static final int SCHED_ATTR_BYTES = 48;
    private static final int SCHED_ATTR_RUNTIME = 24;
    private static final int ORDINARY = 0;
    private static final long SHORT_SLICE_NS = 100_000;
    private static final int LARGEST_CPU = 1023;
    private static final int PROT_READ_WRITE = 0b11;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;

    private static final boolean ARM = Platform.isARM();
    private static final long GETTID = ARM ? 178 : 186;
    private static final long KILL = ARM ? 129 : 62;
    private static final long TGKILL = ARM ? 131 : 234;
    private static final long SCHED_SETAFFINITY = ARM ? 122 : 203;
    private static final long SCHED_GETAFFINITY = ARM ? 123 : 204;
    private static final long SETPRIORITY = ARM ? 140 : 141;
    private static final long SCHED_SETATTR = ARM ? 274 : 314;
    private static final long SCHED_GETATTR = ARM ? 275 : 315;
    private static final long PRCTL = ARM ? 167 : 157;
    private static final long CLOCK_GETTIME = ARM ? 113 : 228;
    private static final long WAITID = ARM ? 95 : 247;
    private static final long CLOCK_NANOSLEEP = ARM ? 115 : 230;
    private static final long TIMER_CREATE = ARM ? 107 : 222;
    private static final long TIMER_SETTIME = ARM ? 110 : 223;
    private static final long TIMERFD_CREATE = ARM ? 85 : 283;
    private static final long TIMERFD_SETTIME = ARM ? 86 : 286;
    private static final long READ = ARM ? 63 : 0;
    private static final long TIMER_DELETE = ARM ? 111 : 226;
    private static final long GETRUSAGE = ARM ? 165 : 98;
    private static final long PREAD = ARM ? 67 : 17;
    private static final long OPENAT = ARM ? 56 : 257;
    private static final long CLOSE = ARM ? 57 : 3;
    private static final long SETGROUPS = ARM ? 159 : 116;
    private static final long SETRESGID = ARM ? 149 : 119;
    private static final long SETRESUID = ARM ? 147 : 117;
    private static final long PERF_EVENT_OPEN = ARM ? 241 : 298;
    private static final long IOCTL = ARM ? 29 : 16;
    private static final long CLOCK_MONOTONIC = 1;
    private static final long OF_THIS_THREAD = 1;
    private static final long ABSOLUTE = 1;
    private static final long IN_THIS_FOLDER = -100;
    private static final long READ_ONLY_CLOSED_ON_EXEC = 02000000;
    private static final long ONLY_FOLDERS = ARM ? 040000 : 0200000;
    private static final long NO_LINK = ARM ? 0100000 : 0400000;
    private static final long ONLY_AS_PLACE = 010000000;
    private static final long CLOCK_OF_THREAD = 0b110;
    private static final long CLOCK_THREAD_CPUTIME = 3;
    private static final long ONE_PROCESS = 1;
    private static final long STOPPED_OR_CONTINUED = 2 | 8;
    private static final long CODE_IN_INFO = 8;
    /** Begin of the JVM's message about a library that cannot be loaded. */
    private static final Pattern UNPACKED = Pattern.compile("(/[^:]*/jna\\d{1,20}\\.tmp): ");

    static final int NANOS_PER_SECOND = 1_000_000_000;

    private NativeThread() {}

    /** The C library, bound on first use. */
    private static final class C {
        static final boolean BOUND = bind();

        private static boolean bind() {
            try {
                Native.register(C.class, "c");
                return true;
            } catch (UnsatisfiedLinkError e) {
                deleteUnpacked(String.valueOf(e.getMessage()));
                return false;
            }
        }

        static native long syscall(long number, long a, long b);

        static native long syscall(long number, long a, long b, long c);

        static native long syscall(long number, long a, long b, long c, long d);

        static native long syscall(long number, long a, long b, Pointer c);

        static native long syscall(long number, long a, long b, Pointer c, long d, long e);

        static native long syscall(long number, long a, long b, long c, long d, long e);

        static native Pointer mmap(
                @Nullable Pointer address, long length, int protection, int flags, int file, long offset);

        static native int munmap(Pointer address, long length);
    }

    /** Whether this is a Linux on which the calls below work. */
    public static boolean available() {
        try {
            return supported() && C.BOUND;
        } catch (LinkageError e) {
            return false;
        }
    }

    /** JNA leaves its library where that could not be loaded, as below a folder from which nothing may be executed. */
    static void deleteUnpacked(String message) {
        Matcher library = UNPACKED.matcher(message);
        if (library.lookingAt()) {
            try {
                Files.deleteIfExists(Path.of(library.group(1)));
            } catch (IOException e) {
                // JNA deletes it when the program ends.
            }
        }
    }

    private static boolean supported() {
        return Platform.isLinux() && Platform.is64Bit() && (Platform.isIntel() || ARM);
    }

    /** Why the calls below do not work where {@link #available} says so, and what helps. */
    public static String whyUnavailable() {
        // JNA unpacks a native library into a cache in the home folder where there is one.
        return supported()
                ? "JNA's library cannot be loaded from where it is unpacked: name a folder from which libraries may be"
                        + " loaded, as with JAVA_TOOL_OPTIONS='-Djava.io.tmpdir=DIR -Djna.tmpdir=DIR'"
                : "single threads can be addressed only by Linux on x64 or arm64";
    }

    /** The operating system's id of the calling thread. */
    public static long currentId() {
        return C.syscall(GETTID, 0, 0, 0);
    }

    /** The operating system's ids of a process's threads; none if it is gone, or another system names them otherwise. */
    public static List<Long> idsOf(long processId) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + processId + "/task"))) {
            return threads.map(thread -> Long.valueOf(thread.getFileName().toString()))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /**
     * Sends a signal to one thread of this process.
     *
     * @return false if the thread is gone
     */
    public static boolean signal(long processId, long osThreadId, int signal) {
        return C.syscall(TGKILL, processId, osThreadId, signal) == 0;
    }

    /**
     * Sends a signal to a process.
     *
     * @return false if it is gone, or must not be sent one
     */
    static boolean signalProcess(long processId, int signal) {
        return C.syscall(KILL, processId, signal, 0) == 0;
    }

    /**
     * The cores that a thread of this process may use, a bit each.
     *
     * @param osThreadId 0 for the calling thread
     * @return an empty set where that is not known
     */
    public static BitSet allowedCpus(long osThreadId) {
        int bytes = (LARGEST_CPU + 1) / 8;
        try (Memory mask = new Memory(bytes)) {
            mask.clear();
            long written = C.syscall(SCHED_GETAFFINITY, osThreadId, bytes, mask);
            return written <= 0 ? new BitSet() : BitSet.valueOf(mask.getByteArray(0, (int) written));
        }
    }

    /**
     * Lets a thread of this process use these cores only.
     *
     * @param osThreadId 0 for the calling thread
     * @return false if it may not use any of them, or is gone
     */
    public static boolean allowCpus(long osThreadId, BitSet cpus) {
        byte[] bits = cpus.toByteArray();
        int bytes = (LARGEST_CPU + 1) / 8;
        try (Memory mask = new Memory(bytes)) {
            mask.clear();
            mask.write(0, bits, 0, bits.length);
            return C.syscall(SCHED_SETAFFINITY, osThreadId, bytes, mask) == 0;
        }
    }

    /**
     * Throws unless the calling thread may be bound to a core.
     *
     * @throws IllegalArgumentException if the machine or the container does not have it, or threads cannot be bound here
     */
    public static void requireCpu(int cpu) {
        if (!available()) {
            throw new OptionException("cpu", "must not be chosen here, because " + whyUnavailable(), "cpu=" + cpu);
        }
        if (cpu < 0 || cpu > LARGEST_CPU) {
            throw new OptionException("cpu", "must be from 0 to " + LARGEST_CPU, "cpu=" + cpu);
        }
        if (!allowedCpus(0).get(cpu)) {
            throw notAllowed(cpu);
        }
    }

    private static IllegalArgumentException notAllowed(int cpu) {
        return new OptionException("cpu", "must be one that this process may use, of " + allowedCpus(0), "cpu=" + cpu);
    }

    /**
     * Binds the calling thread to one core.
     *
     * @throws IllegalArgumentException if the machine or the container does not have it, or threads cannot be bound here
     */
    public static void pinCurrent(int cpu) {
        if (available() && cpu >= 0 && cpu <= LARGEST_CPU) {
            BitSet one = new BitSet();
            one.set(cpu);
            if (!allowCpus(0, one)) {
                throw notAllowed(cpu);
            }
        } else {
            requireCpu(cpu);
        }
    }

    /**
     * Time that a thread of this process has been on a core, to the nanosecond, while it runs too.
     *
     * @param result 16 bytes to be overwritten
     * @return −1 if the thread is gone
     */
    public static long cpuNs(long osThreadId, Memory result) {
        // The number of a thread's own clock, as the C library makes it for pthread_getcpuclockid.
        long clock = ~osThreadId << 3 | CLOCK_OF_THREAD;
        if (C.syscall(CLOCK_GETTIME, clock, Pointer.nativeValue(result), 0) != 0) {
            return -1;
        }
        return result.getLong(0) * NANOS_PER_SECOND + result.getLong(8);
    }

    /**
     * Waits until a child process is stopped, or goes on.
     *
     * @param info 128 bytes to be overwritten
     * @return the system's code for what happened, or −1 if the child is gone or the wait was interrupted
     */
    static int awaitStopOrContinue(long processId, Memory info) {
        info.clear();
        long failed = C.syscall(WAITID, ONE_PROCESS, processId, info, STOPPED_OR_CONTINUED, 0);
        return failed == 0 ? info.getInt(CODE_IN_INFO) : -1;
    }

    /** Memory from the system that nobody has touched, for {@link #unmap}. Null where there is none. */
    public static @Nullable Pointer mapFresh(long bytes) {
        return map(bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1);
    }

    /** Maps a file that the kernel writes. Null if it refuses. */
    static @Nullable Pointer map(long bytes, int protection, int flags, int file) {
        Pointer mapped = C.mmap(null, bytes, protection, flags, file, 0);
        return mapped == null || Pointer.nativeValue(mapped) == -1 ? null : mapped;
    }

    /**
     * Opens an event of one thread, on any core.
     *
     * @param attribute the system's structure
     * @return the file, or −1
     */
    static int openPerfEvent(ByteBuffer attribute, long osThreadId, int cpu, long flags) {
        return (int) C.syscall(PERF_EVENT_OPEN, address(attribute), osThreadId, cpu, -1, flags);
    }

    /** Calls ioctl on a file. Returns zero unless the kernel refuses. */
    static int control(int file, long request, long argument) {
        return (int) C.syscall(IOCTL, file, request, argument);
    }

    /** Gives it back. */
    public static void unmap(Pointer mapped, long bytes) {
        C.munmap(mapped, bytes);
    }

    /** Memory whose {@link #address} system calls may use. Keep it for as long as they do. */
    public static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    public static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /**
     * Makes a timer that runs by the clock of {@link System#nanoTime}.
     *
     * @param event how it notifies, as the system's structure
     * @param timerId is overwritten with its number
     * @return zero, or the system's error
     */
    public static int createTimer(ByteBuffer event, ByteBuffer timerId) {
        return C.syscall(TIMER_CREATE, CLOCK_MONOTONIC, address(event), address(timerId)) == 0
                ? 0
                : Math.max(1, Native.getLastError());
    }

    /** Sets a timer to an instant and an interval, 32 bytes at an address. Allocates nothing. */
    public static void setTimer(long timerId, long setting) {
        C.syscall(TIMER_SETTIME, timerId, ABSOLUTE, setting, 0);
    }

    public static void deleteTimer(long timerId) {
        C.syscall(TIMER_DELETE, timerId, 0, 0);
    }

    /** Makes a timer that is a file and runs by the clock of {@link System#nanoTime}; a negative number if there is none to be had. */
    static long openTimer() {
        return C.syscall(TIMERFD_CREATE, CLOCK_MONOTONIC, READ_ONLY_CLOSED_ON_EXEC);
    }

    /** Sets such a timer to an instant and an interval, 32 bytes at an address. Allocates nothing. */
    static void setFileTimer(long timer, long setting) {
        C.syscall(TIMERFD_SETTIME, timer, ABSOLUTE, setting, 0);
    }

    /**
     * Sleeps until such a timer has expired, or until a signal comes. Allocates nothing.
     *
     * @param result 8 bytes to be overwritten
     */
    static void awaitTimer(long timer, long result) {
        C.syscall(READ, timer, result, Long.BYTES);
    }

    /** Writes the counts of the calling thread into 144 bytes. Allocates nothing. */
    public static void resourceUsage(long result) {
        C.syscall(GETRUSAGE, OF_THIS_THREAD, result);
    }

    /** Time that the calling thread has been on a core, 16 bytes to be overwritten: seconds and nanoseconds. Allocates nothing. */
    public static void ownCpuTime(long result) {
        C.syscall(CLOCK_GETTIME, CLOCK_THREAD_CPUTIME, result);
    }

    /** Opens a file that is read by {@link #read}; a negative number if it cannot be opened. */
    public static long open(String path) {
        return open(path, READ_ONLY_CLOSED_ON_EXEC);
    }

    /**
     * Opens a folder as a place to start paths at.
     *
     * @param throughLink whether it may be a link itself; links above it are followed
     * @return a negative number if it cannot be opened
     */
    static long openFolder(String path, boolean throughLink) {
        return open(path, READ_ONLY_CLOSED_ON_EXEC | ONLY_AS_PLACE | ONLY_FOLDERS | (throughLink ? 0 : NO_LINK));
    }

    /** Opens a file of any kind, or a link itself, as a place; a negative number if it cannot be opened. */
    static long openPlace(String path) {
        return open(path, READ_ONLY_CLOSED_ON_EXEC | ONLY_AS_PLACE | NO_LINK);
    }

    private static long open(String path, long flags) {
        ByteBuffer name = path(path);
        try {
            return C.syscall(OPENAT, IN_THIS_FOLDER, address(name), flags, 0);
        } finally {
            Reference.reachabilityFence(name); // The system reads it by its address.
        }
    }

    /** A path as the system wants it, for {@link #open(long)}. */
    static ByteBuffer path(String path) {
        byte[] name = (path + "\0").getBytes(StandardCharsets.UTF_8);
        return buffer(name.length).put(name);
    }

    /** Opens a file for reading, by the address of a {@link #path}; a negative number if it cannot be opened. Allocates nothing. */
    static long open(long pathAddress) {
        return C.syscall(OPENAT, IN_THIS_FOLDER, pathAddress, READ_ONLY_CLOSED_ON_EXEC, 0);
    }

    /**
     * Gives the calling thread the rights of a user, for good, in all the ways in which a thread has them. The C library would do so for all threads of the
     * process, the system does it for one.
     *
     * @return whether the system lets it; if not, the thread may have lost some rights
     */
    static boolean assume(long user, long group, List<Long> groups) {
        ByteBuffer numbers = buffer(Math.max(1, groups.size()) * Integer.BYTES);
        groups.forEach(each -> numbers.putInt(each.intValue()));
        return C.syscall(SETGROUPS, groups.size(), address(numbers)) == 0
                && C.syscall(SETRESGID, group, group, group) == 0
                && C.syscall(SETRESUID, user, user, user) == 0;
    }

    /** Reads a file from its beginning, and returns how many bytes were read. Allocates nothing. */
    public static int read(long file, long target, int most) {
        return (int) C.syscall(PREAD, file, target, most, 0);
    }

    public static void close(long file) {
        C.syscall(CLOSE, file, 0, 0);
    }

    /**
     * Sleeps until an instant, or until a signal comes. The JVM does not take it for a thread that parks.
     *
     * @param instant 16 bytes to be overwritten
     */
    static void sleepUntil(long atNs, ByteBuffer instant, long address) {
        instant.putLong(0, atNs / NANOS_PER_SECOND);
        instant.putLong(8, atNs % NANOS_PER_SECOND);
        C.syscall(CLOCK_NANOSLEEP, CLOCK_MONOTONIC, ABSOLUTE, address, 0);
    }

    /** The clock that {@link #sleepUntil} and timers run by. */
    public static long monotonicNs() {
        ByteBuffer time = buffer(2 * Long.BYTES);
        C.syscall(CLOCK_GETTIME, CLOCK_MONOTONIC, address(time));
        return time.getLong(0) * NANOS_PER_SECOND + time.getLong(8);
    }

    /** Lets the calling thread's sleeps end when they are due, and not up to 50 µs later. Best effort. */
    public static void sleepPrecisely() {
        C.syscall(PRCTL, PR_SET_TIMERSLACK, SHORTEST_TIMER_SLACK_NS, 0);
    }

    /**
     * Asks the scheduler to run the calling thread soon after it wakes up, for a short time. Without that, a thread that has just got a core keeps it for a slice of a millisecond or
     * more, whoever else wakes up. Needs no privileges; best effort, for kernels since 6.12.
     *
     * <p>Source: {@code sched_setattr(2)}, whose run time is the slice of an ordinary thread.
     */
    public static void wakeUpSoon() {
        if (!available()) {
            return;
        }
        ByteBuffer attributes = buffer(SCHED_ATTR_BYTES);
        long address = address(attributes);
        if (C.syscall(SCHED_GETATTR, 0, address, SCHED_ATTR_BYTES, 0) == 0 && attributes.getInt(4) == ORDINARY) {
            attributes.putLong(SCHED_ATTR_RUNTIME, SHORT_SLICE_NS);
            C.syscall(SCHED_SETATTR, 0, address, 0);
        }
    }

    /**
     * Lets the calling thread have a small part of a core that others want too, a thirtieth. Best effort, and for good: without privileges
     * there is no way back.
     */
    public static void giveWay() {
        if (available()) {
            C.syscall(SETPRIORITY, 0, 0, LOW_PRIORITY);
        }
    }
}
