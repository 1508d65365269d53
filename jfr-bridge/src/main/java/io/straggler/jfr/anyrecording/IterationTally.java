package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Evidence;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Findings of a reading of all iterations: how many there are, on which threads, and what explains it if there are none. Threads: one.
 */
final class IterationTally {
    private final RecordedFacts facts = new RecordedFacts();
    private final Set<Long> threads = new LinkedHashSet<>();
    private final RecordedProcesses processes = new RecordedProcesses();
    private final OverlapFinder overlaps = new OverlapFinder();
    private final Map<String, Set<String>> refused = new LinkedHashMap<>();

    /** The fields of each type that a chunk describes. */
    private final Map<String, Set<String>> fieldsByType = new HashMap<>();

    private long seen;
    private long matched;
    private long lasting;
    private long idle;

    RecordedFacts facts() {
        return facts;
    }

    /** Takes the types of a chunk; returns who takes its events of a type that say something of the recording, {@code null} for a type that does not. */
    Function<String, Consumer<EventView>> add(ChunkExtent extent, Chunk chunk, ClockMap clock) {
        for (RecordedType type : chunk.types()) {
            Set<String> fields = fieldsByType.computeIfAbsent(type.name, name -> new LinkedHashSet<>());
            type.fields.forEach(field -> fields.add(field.name()));
        }
        Consumer<EventView> named = processes.add(extent, chunk);
        return name -> {
            Consumer<EventView> fact = facts.consumer(name, chunk, clock);
            return fact != null && name.equals(RecordedProcesses.TYPE) ? fact.andThen(named) : fact;
        };
    }

    /**
     * Takes an iteration.
     *
     * @param clock that its times are of
     */
    void add(long startNs, long endNs, long thread, ClockMap clock) {
        if (threads.size() < RecordedIterations.MAX_THREADS) {
            threads.add(thread);
        }
        if (thread != Evidence.ANY_THREAD) {
            overlaps.add(thread, startNs, endNs, clock);
        }
        matched++;
        lasting += endNs > startNs ? 1 : 0;
    }

    /** Takes what a chunk's filter has seen. */
    void add(IterationFilter filter) {
        seen += filter.seen();
        idle += filter.idle();
        filter.refused()
                .forEach((field, some) -> refused.computeIfAbsent(field, key -> new LinkedHashSet<>())
                        .addAll(some));
    }

    /**
     * Returns the iterations that were counted.
     *
     * @param file name of the recording
     * @param problems what could not be read of it
     * @throws io.straggler.jfr.chunk.RecordingException if there are no iterations, or of several processes, with the reason
     */
    RecordedIterations checked(String file, IterationQuery query, Problems problems) {
        processes.requireOne(file);
        new Refusal(file, query, fieldsByType, problems).check(seen, matched, lasting, idle, refused);
        return new RecordedIterations(matched, idle, threads, overlaps.found(), facts);
    }
}
