package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.chunk.RecordedType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Findings of a reading of all iterations: how many there are, on which threads, and what explains it if there are none. Threads: one.
 */
final class IterationTally {
    private final RecordedFacts facts = new RecordedFacts();
    private final Set<Long> threads = new LinkedHashSet<>();
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

    /** Takes the types of a chunk. */
    void add(Chunk chunk) {
        for (RecordedType type : chunk.types()) {
            Set<String> fields = fieldsByType.computeIfAbsent(type.name, name -> new LinkedHashSet<>());
            type.fields.forEach(field -> fields.add(field.name()));
        }
    }

    /** Takes an iteration. */
    void add(long startNs, long endNs, long thread) {
        if (threads.size() < RecordedIterations.MOST_THREADS) {
            threads.add(thread);
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
     * What there was.
     *
     * @param file the recording
     * @param problems what could not be read of it
     * @throws io.straggler.jfr.chunk.RecordingException if there are no iterations, with the reason
     */
    RecordedIterations checked(Path file, IterationQuery query, Problems problems) {
        new Refusal(file, query, fieldsByType, problems).check(seen, matched, lasting, idle, refused);
        return new RecordedIterations(matched, idle, threads, facts);
    }
}
