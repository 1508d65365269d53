package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkWalk;
import io.straggler.jfr.chunk.PoolIndex;
import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.chunk.Varlongs;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Constants of a chunk that some events refer to, and constants that these refer to in turn. */
final class ReferredConstants {
    /** Looked up by their names, not by references, in async-profiler's converter. */
    private static final Set<String> WHOLE = Set.of("jdk.types.FrameType", "jdk.types.ThreadState");

    private final RawChunk chunk;
    private final Map<Long, PoolIndex> pools;
    private final Map<RecordedType, Map<Long, Period>> kept = new LinkedHashMap<>();
    private final Map<RecordedType, Set<Long>> seen = new HashMap<>();
    private final Deque<Place> open = new ArrayDeque<>();

    private record Period(int from, int to) {}

    private record Place(RecordedType type, long id, int position) {}

    ReferredConstants(RawChunk chunk) {
        this.chunk = chunk;
        this.pools = chunk.pools();
        for (RecordedType type : chunk.types().all()) {
            PoolIndex pool = pools.get(type.id);
            if (pool != null && WHOLE.contains(type.name)) {
                pool.forEachId(id -> refersTo(type, id));
            }
        }
        follow();
    }

    /** Keeps what the event refers to. */
    void add(RawEvent event) {
        chunk.references(event, this::refersTo);
        follow();
    }

    private void follow() {
        while (!open.isEmpty()) {
            Place place = open.pop();
            int end = chunk.references(place.type(), place.position(), this::refersTo);
            kept.computeIfAbsent(place.type(), type -> new LinkedHashMap<>())
                    .put(place.id(), new Period(place.position(), end));
        }
    }

    private void refersTo(RecordedType type, long id) {
        if (!seen.computeIfAbsent(type, one -> new HashSet<>()).add(id)) {
            return;
        }
        PoolIndex pool = pools.get(type.id);
        Integer position = pool == null ? null : pool.positionOf(id);
        if (position != null) {
            open.push(new Place(type, id, position));
        }
    }

    /** All of them as one checkpoint event that follows no other. */
    byte[] checkpoint() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Varlongs.write(body, ChunkWalk.CHECKPOINT);
        Varlongs.write(body, chunk.extent().startTicks());
        Varlongs.write(body, 0); // duration
        Varlongs.write(body, 0); // no checkpoint before it
        body.write(0); // of no particular kind
        Varlongs.write(body, kept.size());
        kept.forEach((type, constants) -> {
            Varlongs.write(body, type.id);
            Varlongs.write(body, constants.size());
            constants.forEach((id, period) -> {
                Varlongs.write(body, id);
                byte[] bytes = new byte[period.to() - period.from()];
                chunk.range(period.from(), period.to()).get(bytes);
                body.writeBytes(bytes);
            });
        });
        return Varlongs.sized(body.toByteArray());
    }
}
