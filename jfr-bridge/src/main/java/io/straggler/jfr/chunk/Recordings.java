package io.straggler.jfr.chunk;

import io.straggler.model.file.InputFiles;
import io.straggler.model.file.Links;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Recordings as files: they are sequences of chunks, so one can be appended to another. */
public final class Recordings {
    private Recordings() {}

    /**
     * Appends the chunks of one recording to another, which is created when it does not exist.
     *
     * <p>A chunk that is incomplete is appended all the same: readers that can will read it as far as it goes. When appending
     * itself fails, the target is cut back to what it was.
     *
     * @return what is not whole in the appended file, the first sentences of it; empty when all is well
     * @throws RecordingException when {@code chunkFile} is no recording, {@code target} is a link, or either file cannot be used
     */
    public static List<String> append(Path target, Path chunkFile) {
        Problems problems = new Problems();
        try (FileChannel from = opened(chunkFile)) {
            new ChunkScan(from, chunkFile.toString(), problems::add).chunks();
            append(from, target);
        } catch (IOException e) {
            throw new RecordingException(
                    "recording must be appendable: file=" + chunkFile + ", target=" + target + ", error=" + e, e);
        }
        return problems.sentences();
    }

    private static FileChannel opened(Path chunkFile) throws IOException {
        InputFiles.requireRegular(chunkFile);
        return FileChannel.open(chunkFile);
    }

    private static void append(FileChannel from, Path target) throws IOException {
        Links.refuse(target);
        InputFiles.requireRegular(target);
        try (FileChannel to = FileChannel.open(
                target,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            requireRecording(to, target);
            long before = to.size();
            try {
                transfer(from, to);
            } catch (IOException e) {
                to.truncate(before);
                throw e;
            }
        }
    }

    private static void requireRecording(FileChannel target, Path file) throws IOException {
        ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES);
        target.read(magic, 0);
        if (target.size() > 0 && (magic.hasRemaining() || magic.getInt(0) != ChunkExtent.MAGIC)) {
            throw new RecordingException("target must be empty or begin with the JFR signature: target=" + file);
        }
    }

    private static void transfer(FileChannel from, FileChannel to) throws IOException {
        long size = from.size();
        to.position(to.size());
        long done = 0;
        while (done < size) {
            long bytes = from.transferTo(done, size - done, to);
            if (bytes <= 0) {
                throw new IOException("file became shorter while it was copied");
            }
            done += bytes;
        }
    }
}
