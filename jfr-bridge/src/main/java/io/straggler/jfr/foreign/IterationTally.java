package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.RecordedType;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a reading of all iterations has found: how many there are, on which threads, and what explains it if there are none. A recording may
 * be read in ranges: the tallies of all ranges, added in order of the file, equal the tally of the whole recording. Threads: one.
 */
public final class IterationTally implements Serializable {
    private static final long serialVersionUID = 1;

    private final RecordedFacts facts = new RecordedFacts();
    private final LinkedHashSet<Long> threads = new LinkedHashSet<>();
    private final LinkedHashMap<String, LinkedHashSet<String>> refused = new LinkedHashMap<>();

    /** The fields of each type that a chunk describes. */
    private final HashMap<String, LinkedHashSet<String>> fieldsByType = new HashMap<>();

    private long seen;
    private long matched;
    private long lasting;

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
        addThread(thread);
        matched++;
        lasting += endNs > startNs ? 1 : 0;
    }

    private void addThread(long thread) {
        if (threads.size() < RecordedIterations.MOST_THREADS) {
            threads.add(thread);
        }
    }

    /** Takes what a chunk's filter has seen. */
    void add(IterationFilter filter) {
        seen += filter.seen();
        addRefused(filter.refused());
    }

    private void addRefused(Map<String, ? extends Set<String>> values) {
        values.forEach((field, some) ->
                refused.computeIfAbsent(field, key -> new LinkedHashSet<>()).addAll(some));
    }

    /** Adds what later chunks hold. */
    public void add(IterationTally later) {
        facts.add(later.facts);
        later.threads.forEach(this::addThread);
        later.fieldsByType.forEach((type, fields) -> fieldsByType
                .computeIfAbsent(type, name -> new LinkedHashSet<>())
                .addAll(fields));
        seen += later.seen;
        matched += later.matched;
        lasting += later.lasting;
        addRefused(later.refused);
    }

    /**
     * What there was.
     *
     * @param file what the recording is called
     * @param problems what could not be read of it
     * @throws io.straggler.jfr.chunk.RecordingException if there are no iterations, with the reason
     */
    public RecordedIterations checked(String file, IterationQuery query, Collection<String> problems) {
        new Refusal(file, query, fieldsByType, problems).check(seen, matched, lasting, refused);
        return new RecordedIterations(matched, threads, facts);
    }
}
