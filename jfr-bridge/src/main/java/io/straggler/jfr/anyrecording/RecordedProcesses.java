package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordingException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The processes that wrote the chunks of a file. Threads are known by numbers that another process, in another container, may have given to other
 * threads. So a file that holds chunks of two processes is refused.
 *
 * <p>async-profiler writes chunks of its own beside the JVM's, and states another start of the same process.
 */
final class RecordedProcesses {
    /** Type of the event in which a chunk names its process. */
    static final String TYPE = "jdk.JVMInformation";

    private static final int MOST_NAMED = 4;

    /** Time for which chunks overlap that cannot be of one writer, whatever the wall clock was set to meanwhile. */
    private static final long OVERLAP_NS = 1_000_000_000;

    private final Set<Started> started = new LinkedHashSet<>();
    private final Set<Long> profiled = new LinkedHashSet<>();
    private final List<ChunkExtent> ofJvms = new ArrayList<>();
    private final List<ChunkExtent> ofProfilers = new ArrayList<>();

    /** A process as its JVM states it; numbers are given again. */
    private record Started(long pid, long epochMs) {
        private String words() {
            return "process " + pid + " of " + Instant.ofEpochMilli(epochMs);
        }
    }

    /** Takes a chunk; returns who takes its events of {@link #TYPE}. */
    Consumer<EventView> add(ChunkExtent extent, Chunk chunk) {
        boolean profiler = chunk.types().stream().anyMatch(type -> type.name.startsWith("profiler."));
        (profiler ? ofProfilers : ofJvms).add(extent);
        return row -> {
            long pid = row.number("pid");
            if (pid > 0 && profiler) {
                profiled.add(pid);
            } else if (pid > 0) {
                started.add(new Started(pid, row.number("jvmStartTime")));
            }
        };
    }

    /** @throws RecordingException if there are several */
    void requireOne(Path file) {
        List<String> named = new ArrayList<>();
        started.forEach(one -> named.add(one.words()));
        profiled.stream()
                .filter(pid -> started.stream().noneMatch(one -> one.pid == pid))
                .forEach(pid -> named.add("process " + pid));
        if (named.size() > 1) {
            String more = named.size() > MOST_NAMED ? " and " + (named.size() - MOST_NAMED) + " more" : "";
            throw refused(
                    file,
                    named.size() + " JVMs ("
                            + named.stream().limit(MOST_NAMED).collect(Collectors.joining(", ", "", more)) + ")");
        }
        if (overlap(ofJvms) || overlap(ofProfilers)) {
            throw refused(file, "several JVMs, for some of its chunks were written at the same time");
        }
    }

    private static boolean overlap(List<ChunkExtent> ofOneKind) {
        List<ChunkExtent> ordered = new ArrayList<>(ofOneKind);
        ordered.sort(Comparator.comparingLong(ChunkExtent::startEpochNs));
        ChunkExtent last = null;
        for (ChunkExtent next : ordered) {
            if (last != null && overlap(last, next)) {
                return true;
            }
            last = next;
        }
        return false;
    }

    /** Whether a chunk begins before the end of an earlier one on both clocks. A damaged copy has the beginning of what it was copied from. */
    private static boolean overlap(ChunkExtent one, ChunkExtent next) {
        double ticks = one.durationNs() * (one.ticksPerSecond() / 1e9);
        return next.startEpochNs() > one.startEpochNs()
                && next.startEpochNs() + OVERLAP_NS < one.startEpochNs() + one.durationNs()
                && next.startTicks() < one.startTicks() + ticks;
    }

    private static RecordingException refused(Path file, String what) {
        return new RecordingException(file + ": holds recordings of " + what
                + ", whose threads may have the same numbers. Report on one JVM at a time: jfr disassemble --max-chunks 1 "
                + file + " writes each chunk into a file of its own, and those of one JVM can be joined.");
    }
}
