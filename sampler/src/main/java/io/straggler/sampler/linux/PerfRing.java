package io.straggler.sampler.linux;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A ring of records that the kernel writes about one event (perf_event_open), the newest first. It is overwritten without end, so that
 * nobody has to read it until something was late. For one reader at a time.
 *
 * <p>Source of the layout: the manual page perf_event_open(2).
 */
final class PerfRing implements Closeable {
    private static final int ATTRIBUTE_BYTES = 112;
    private static final int ATTRIBUTE_FLAGS = 40;
    private static final int ATTRIBUTE_CLOCK = 92;
    private static final int SOFTWARE = 1;
    private static final long DUMMY = 9;
    private static final int TRACEPOINT = 2;
    private static final long SAMPLE_THREAD_TIME_CPU = 1 << 1 | 1 << 2 | 1 << 7;
    private static final long SAMPLE_RAW = 1 << 10;
    private static final long SET_FILTER = 0x40082406;
    private static final long ANY_THREAD = -1;
    private static final int ANY_CORE = -1;
    private static final int CLOCK_MONOTONIC = 1;
    private static final long EXCLUDE_KERNEL = 1L << 5;
    private static final long EXCLUDE_HYPERVISOR = 1L << 6;
    private static final long SAMPLE_ID_ALL = 1L << 18;
    private static final long USE_CLOCK = 1L << 25;
    private static final long CONTEXT_SWITCH = 1L << 26;
    private static final long WRITE_BACKWARD = 1L << 27;
    private static final long CLOSED_ON_EXEC = 8;
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;
    private static final int PAGE_BYTES = 4096;
    private static final int DATA_HEAD = 1024;

    private static final int NO_SUCH_THREAD = 3;

    /** The system's numbers of what usually goes wrong, and what it means here. */
    private static final Map<Integer, String> REASONS = Map.of(
            1, "the system does not permit it (EPERM)",
            11, "the process has locked as much memory as it may (EAGAIN)",
            13, "/proc/sys/kernel/perf_event_paranoid or a security profile forbids it (EACCES)",
            22, "this kernel cannot do it (EINVAL)",
            24, "the process has no file descriptor left (EMFILE)",
            38, "this kernel has no perf events (ENOSYS)");

    private final int file;
    private final Pointer mapped;
    private final ByteBuffer head;
    private final ByteBuffer data;
    private final int mask;

    private PerfRing(int file, Pointer mapped, int dataBytes) {
        this.file = file;
        this.mapped = mapped;
        this.head = mapped.getByteBuffer(0, PAGE_BYTES).order(ByteOrder.nativeOrder());
        this.data = mapped.getByteBuffer(PAGE_BYTES, dataBytes).order(ByteOrder.nativeOrder());
        this.mask = dataBytes - 1;
    }

    /**
     * Records when a thread leaves a core, and when it comes back, by the clock of {@link System#nanoTime}. Needs no privileges up to
     * perf_event_paranoid 2.
     *
     * @param pages of the ring, a power of two
     * @return nothing if the thread has ended
     * @throws IOException saying why the kernel refuses
     */
    static Optional<PerfRing> ofSwitches(long osThreadId, int pages) throws IOException {
        return open(switches(), osThreadId, ANY_CORE, pages);
    }

    /**
     * Records who leaves a core and who comes next. Needs CAP_PERFMON, or perf_event_paranoid 0.
     *
     * @param pages of the ring, a power of two
     * @throws IOException saying why the kernel refuses
     */
    static PerfRing ofCore(int core, int pages) throws IOException {
        return open(switches(), ANY_THREAD, core, pages).orElseThrow(() -> new IOException("there is no core " + core));
    }

    /**
     * Records each time that somebody on a core hits a tracepoint. Needs CAP_PERFMON, or perf_event_paranoid −1.
     *
     * @param tracepoint its number, by tracefs
     * @param pages of the ring, a power of two
     * @throws IOException saying why the kernel refuses
     */
    static PerfRing ofTracepoint(long tracepoint, int core, int pages) throws IOException {
        ByteBuffer attribute = attribute(TRACEPOINT, tracepoint, SAMPLE_THREAD_TIME_CPU | SAMPLE_RAW);
        attribute.putLong(16, 1); // Each time.
        attribute.putLong(ATTRIBUTE_FLAGS, SAMPLE_ID_ALL | USE_CLOCK | WRITE_BACKWARD);
        return open(attribute, ANY_THREAD, core, pages).orElseThrow(() -> new IOException("there is no core " + core));
    }

    private static ByteBuffer switches() {
        ByteBuffer attribute = attribute(SOFTWARE, DUMMY, SAMPLE_THREAD_TIME_CPU);
        attribute.putLong(
                ATTRIBUTE_FLAGS,
                EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | SAMPLE_ID_ALL | USE_CLOCK | CONTEXT_SWITCH | WRITE_BACKWARD);
        return attribute;
    }

    private static ByteBuffer attribute(int type, long event, long sampled) {
        ByteBuffer attribute = NativeThread.buffer(ATTRIBUTE_BYTES);
        attribute.putInt(0, type);
        attribute.putInt(4, ATTRIBUTE_BYTES);
        attribute.putLong(8, event);
        attribute.putLong(24, sampled);
        attribute.putInt(ATTRIBUTE_CLOCK, CLOCK_MONOTONIC);
        return attribute;
    }

    private static Optional<PerfRing> open(ByteBuffer attribute, long osThreadId, int core, int pages)
            throws IOException {
        int file = NativeThread.openPerfEvent(attribute, osThreadId, core, CLOSED_ON_EXEC);
        if (file < 0 && Native.getLastError() == NO_SUCH_THREAD) {
            return Optional.empty();
        }
        if (file < 0) {
            throw refused("perf events");
        }
        int bytes = (1 + pages) * PAGE_BYTES;
        Pointer mapped = NativeThread.map(bytes, PROT_READ, MAP_SHARED, file);
        if (mapped == null) {
            IOException refused = refused("the ring of perf events");
            NativeThread.close(file);
            throw refused;
        }
        return Optional.of(new PerfRing(file, mapped, pages * PAGE_BYTES));
    }

    private static IOException refused(String what) {
        int error = Native.getLastError();
        return new IOException(what + " are refused: " + REASONS.getOrDefault(error, "error " + error));
    }

    /** Gets records, the newest first. */
    @FunctionalInterface
    interface Visitor {
        /**
         * A record.
         *
         * @param header its first eight bytes: type, flags and length
         * @param position where it begins
         * @return whether those before it are of no interest
         */
        boolean record(long header, long position);
    }

    /**
     * Shows the records to a visitor until that has seen enough.
     *
     * @return false if the ring no longer holds all that the visitor wanted, or what it was shown was overwritten meanwhile
     */
    boolean newestFirst(Visitor visitor) {
        long newest = newest();
        long position = newest;
        boolean complete = false;
        while (!complete && position - newest < bytes()) {
            long header = word(position);
            int size = (int) (header >>> 48);
            // Without a size, nothing was ever written here.
            complete = size == 0 || visitor.record(header, position);
            position += size;
        }
        // Records written meanwhile have overwritten the oldest ones.
        return complete && position - newest() <= bytes();
    }

    /** Bytes that were written so far, modulo 2⁶⁴. */
    long written() {
        return -newest();
    }

    /**
     * Records only what a condition holds for.
     *
     * @param condition on the tracepoint's fields
     * @throws IOException if the kernel refuses it
     */
    void filter(String condition) throws IOException {
        ByteBuffer text = NativeThread.buffer(condition.length() + 1);
        text.put(condition.getBytes(StandardCharsets.US_ASCII));
        if (NativeThread.control(file, SET_FILTER, NativeThread.address(text)) != 0) {
            throw refused("conditions of tracepoints");
        }
    }

    /** Where the newest record begins; falls with each record. */
    long newest() {
        long position = head.getLong(DATA_HEAD);
        VarHandle.acquireFence();
        return position;
    }

    /** Bytes that the ring holds. */
    private int bytes() {
        return mask + 1;
    }

    /** Eight bytes at a position, a multiple of eight. */
    long word(long position) {
        return data.getLong((int) position & mask);
    }

    @Override
    public void close() {
        NativeThread.unmap(mapped, (long) PAGE_BYTES + bytes());
        NativeThread.close(file);
    }
}
