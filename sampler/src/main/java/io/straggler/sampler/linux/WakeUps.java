package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Wake-ups from one core: who made threads ready to run, as the kernel's tracepoint {@code sched:sched_waking} says. For one reader at a time.
 */
public final class WakeUps implements Closeable {
    private static final List<Path> TRACEPOINTS = List.of(
            Path.of("/sys/kernel/tracing/events/sched/sched_waking"),
            Path.of("/sys/kernel/debug/tracing/events/sched/sched_waking"));

    /** Letters and digits of the part of the kernel's format that the layout below rests on. */
    private static final String WOKEN_FIELD = "pidtpidoffset24size4";

    private static final int SAMPLE_RECORD = 9;

    /** Where a record has the thread on the core, its time, and the data of the tracepoint with their length in front. */
    private static final int THREAD = 8;

    private static final int TIME = 16;
    private static final int DATA_LENGTH = 32;

    /** Bits of the word behind the length that are set in an interrupt, by software or hardware. */
    private static final long INTERRUPT = (0x08L | 0x10L) << 48;

    /** The upper half of the word that ends with the number of the thread that is woken. */
    private static final int WOKEN = DATA_LENGTH + 24;

    /** The kernel takes conditions of a page. */
    private static final int MAX_THREADS = 200;

    private final PerfRing ring;

    private WakeUps(PerfRing ring) {
        this.ring = ring;
    }

    /** Gets the wake-ups, the newest first. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A thread was made ready to run.
         *
         * @param processId of the thread that did it; 0 if the core was idle
         * @param interrupt whether it was an interrupt: a timer's or a device's, whichever thread that interrupted
         */
        void woken(long atNs, int processId, int osThreadId, boolean interrupt);
    }

    /**
     * The kernel's number of the tracepoint.
     *
     * @throws IOException saying why it is not to be had
     */
    public static long tracepoint() throws IOException {
        for (Path folder : TRACEPOINTS) {
            try {
                String format = Files.readString(folder.resolve("format"));
                if (!format.replaceAll("[^a-z0-9]", "").contains(WOKEN_FIELD)) {
                    throw new IOException("this kernel writes sched_waking in another form");
                }
                return Long.parseLong(Files.readString(folder.resolve("id")).strip());
            } catch (NoSuchFileException e) {
                continue;
            } catch (AccessDeniedException e) {
                throw new IOException("only root may read " + folder);
            }
        }
        throw new IOException("there is no " + TRACEPOINTS.get(0) + ": tracefs is not mounted");
    }

    /**
     * Starts to record wake-ups of some threads, of the first 200 at most. For others another ring is needed: the kernel lets a condition be set
     * once.
     *
     * @param pages of the ring, a power of two: 56 wake-ups each
     * @throws IOException saying why the kernel refuses
     */
    public static WakeUps open(long tracepoint, int core, int pages, Collection<Long> osThreadIds) throws IOException {
        PerfRing ring = PerfRing.ofTracepoint(tracepoint, core, pages);
        try {
            ring.filter(osThreadIds.stream()
                    .limit(MAX_THREADS)
                    .map(id -> "pid == " + id)
                    .collect(Collectors.joining(" || ")));
        } catch (IOException e) {
            ring.close();
            throw e;
        }
        return new WakeUps(ring);
    }

    /**
     * Reports the wake-ups of a thread in a time.
     *
     * @return false if the ring no longer holds all of them
     */
    public boolean between(long osThreadId, long fromNs, long toNs, Listener listener) {
        return ring.newestFirst((header, position) -> {
            if ((int) header != SAMPLE_RECORD) {
                return false;
            }
            long timeNs = ring.word(position + TIME);
            if (timeNs >= fromNs && timeNs <= toNs && ring.word(position + WOKEN) >>> 32 == osThreadId) {
                long by = ring.word(position + THREAD);
                boolean interrupt = (ring.word(position + DATA_LENGTH) & INTERRUPT) != 0;
                listener.woken(timeNs, (int) by, (int) (by >>> 32), interrupt);
            }
            return timeNs < fromNs;
        });
    }

    @Override
    public void close() {
        ring.close();
    }
}
