package io.straggler.jfr.chunk;

import io.straggler.jfr.keep.RawChunk;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.record.InProcessRecording;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import jdk.jfr.Recording;

/** Recordings of several chunks for the tests, and these one by one. */
public final class Chunks {
    private Chunks() {}

    /** Records chunk after chunk what {@code action} emits; it is given the chunk's number. */
    public static Path record(Path file, int count, IntConsumer action) {
        try (InProcessRecording recording = InProcessRecording.toFile(file, Recorded.ARM_DELAY);
                Rotation rotation = new Rotation()) {
            for (int i = 0; i < count; i++) {
                action.accept(i);
                if (i < count - 1) {
                    rotation.next();
                }
            }
            recording.stop();
        }
        return file;
    }

    /** A recording that starts or stops begins a new chunk in all that run. */
    private static final class Rotation implements AutoCloseable {
        private Recording other;

        private void next() {
            if (other == null) {
                other = new Recording();
                other.setToDisk(true);
                other.setMaxAge(Duration.ofDays(1));
                other.start();
            } else {
                close();
            }
        }

        @Override
        public void close() {
            if (other != null) {
                other.close();
                other = null;
            }
        }
    }

    /** The bytes of each chunk. */
    public static List<byte[]> split(Path file) {
        byte[] all = Recorded.bytes(file);
        List<byte[]> chunks = new ArrayList<>();
        for (int at = 0; at < all.length; at += chunks.get(chunks.size() - 1).length) {
            int size = (int) ByteBuffer.wrap(all).getLong(at + 8);
            chunks.add(Arrays.copyOfRange(all, at, at + size));
        }
        return chunks;
    }

    /** A chunk to be copied from. */
    public static RawChunk raw(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return RawChunk.of(buffer, ChunkExtent.parse(buffer, 0));
    }
}
