package io.straggler.jfr.chunk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a recording, read ahead on several threads, and handed over in their order to the thread that asks for them. So what
 * is made of them does not depend on the number of threads.
 *
 * <p>Memory: no more than is allowed. Chunks for which that is too little are mapped, and if need be one at a time.
 */
public final class ChunksAhead implements AutoCloseable {
    private final List<ChunkPlace> places;
    private final int threads;
    private final long mostBytes;
    private final ExecutorService readers;
    private final KnownTypes types = new KnownTypes();
    private final Deque<ChunkBuffer> buffers = new ArrayDeque<>();
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private long bytesAhead;

    /** Which events of a chunk are wanted. */
    public interface Filters {
        /** Returns the filter of a type by its name, {@code null} for none; asked and used on another thread. */
        @Nullable
        EventFilter of(String typeName);
    }

    /** Takes chunks. */
    public interface Taker {
        void take(int number, Opening chunk) throws IOException;
    }

    /** A chunk that may still be being read. Damage that keeps it from being read at all throws {@link CorruptChunkException}. */
    public interface Opening {
        Chunk chunk() throws IOException;
    }

    private record Ahead(int number, ChunkBuffer buffer, Future<Chunk> reading) {}

    /**
     * @param places of the chunks, in order
     * @param mostBytes that may be read ahead
     */
    ChunksAhead(List<ChunkPlace> places, int threads, long mostBytes) {
        this.places = places;
        this.threads = threads;
        this.mostBytes = mostBytes;
        this.readers = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "straggler-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Reads all chunks once.
     *
     * @param filters of each chunk, by its number; asked some chunks ahead
     */
    public void readAll(IntFunction<Filters> filters, Taker taker) throws IOException {
        int next = 0;
        while (next < places.size() || !ahead.isEmpty()) {
            if (next < places.size() && hasRoomFor(places.get(next).extent())) {
                readAhead(next, filters.apply(next));
                next++;
            } else {
                takeFirst(taker);
            }
        }
    }

    private boolean hasRoomFor(ChunkExtent extent) {
        return ahead.isEmpty() || ahead.size() <= threads && bytesAhead + extent.sizeBytes() <= mostBytes;
    }

    private void readAhead(int number, Filters filters) {
        ChunkPlace place = places.get(number);
        ChunkBuffer buffer = buffers.isEmpty() ? new ChunkBuffer(mostBytes / (threads + 1)) : buffers.pop();
        bytesAhead += place.extent().sizeBytes();
        ahead.add(new Ahead(number, buffer, readers.submit(() -> {
            Chunk chunk = read(place, buffer);
            chunk.select(filters::of);
            return chunk;
        })));
    }

    private Chunk read(ChunkPlace place, ChunkBuffer buffer) throws IOException {
        ByteBuffer bytes = buffer.read(place.channel(), place.extent());
        ChunkPlace.Constants constants = place.constants();
        return constants == null
                ? Chunk.of(bytes, place.extent(), types)
                : Chunk.ofPiece(bytes, place.extent(), Chunk.of(mapped(constants), constants.extent(), types));
    }

    private static ByteBuffer mapped(ChunkPlace.Constants constants) throws IOException {
        return constants
                .channel()
                .map(FileChannel.MapMode.READ_ONLY, 0, constants.extent().sizeBytes());
    }

    private void takeFirst(Taker taker) throws IOException {
        Ahead first = ahead.remove();
        taker.take(first.number, () -> chunk(first.reading));
        bytesAhead -= places.get(first.number).extent().sizeBytes();
        buffers.push(first.buffer);
    }

    private static Chunk chunk(Future<Chunk> reading) throws IOException {
        try {
            return reading.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the recording was read");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            if (e.getCause() instanceof RuntimeException damaged) {
                throw damaged;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Ends the threads; what they are reading is of no use any more. */
    @Override
    public void close() {
        readers.shutdownNow();
    }
}
