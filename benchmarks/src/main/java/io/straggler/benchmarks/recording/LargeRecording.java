package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A recording of any length: a small one, again and again, each time as if it had gone on. */
final class LargeRecording {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private LargeRecording() {}

    /**
     * Records a number of slow iterations in a separate JVM.
     *
     * @param flags of that JVM
     * @param rounds of other threads for each of them: the more, the rarer outliers are in the file
     */
    static Path smallOne(Path folder, List<String> flags, long slow, long rounds)
            throws IOException, InterruptedException {
        Path recording = folder.resolve("small.jfr");
        ChildJvm.run(flags, MixedRecording.class, recording, slow, rounds);
        return recording;
    }

    /** Repeats {@code recording} until there are at least as many bytes. */
    static void repeat(Path recording, Path target, long bytes) throws IOException {
        List<RepeatedChunk> chunks = RepeatedChunk.of(recording);
        long startNs =
                chunks.stream().mapToLong(RepeatedChunk::startEpochNs).min().orElseThrow();
        long endNs = chunks.stream().mapToLong(RepeatedChunk::endEpochNs).max().orElseThrow();
        long seconds = (endNs - startNs) / NANOS_PER_SECOND + 1;
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int copy = 0; out.position() < bytes; copy++) {
                for (RepeatedChunk chunk : chunks) {
                    for (ByteBuffer part = chunk.copy(copy, copy * seconds); part.hasRemaining(); ) {
                        out.write(part);
                    }
                }
            }
        }
    }
}
