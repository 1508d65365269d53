package io.straggler.harness.series;

import io.straggler.model.file.Links;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A {@link LatencyLog} that is brought up to date while a program runs. What is finished is written once, so that this costs the same however long the log
 * has become; what still changes stands behind it, and is replaced each time. Whoever reads meanwhile, or after a kill, finds all that was finished.
 *
 * <p>For one thread.
 */
public final class GrowingLatencyLog {
    private final Path file;

    /** Length of the finished part in bytes; the next writing replaces what is behind it. */
    private long finished;

    public GrowingLatencyLog(Path file) {
        this.file = file;
    }

    /** Whether it holds nothing that is finished: it was never written, or is {@linkplain #restart to be written anew}. */
    public boolean empty() {
        return finished == 0;
    }

    /** Restarts the log: the next writing replaces everything. */
    public void restart() {
        finished = 0;
    }

    /**
     * Writes on.
     *
     * @param next what was finished since the last time
     * @param open what is not, all of it
     * @throws IOException if it cannot be written, is a link, or somebody else has cut it off
     */
    public void write(Intervals next, Intervals open) throws IOException {
        Gathered gathered = new Gathered();
        LatencyLog.write(gathered, empty(), next);
        long finishedNext = finished + gathered.length;
        LatencyLog.write(gathered, false, open);
        Links.refuse(file);
        try (RandomAccessFile written = new RandomAccessFile(file.toFile(), "rw")) {
            if (written.length() < finished) {
                throw new IOException(file + " was deleted or cut off by somebody else");
            }
            written.setLength(finished);
            written.seek(finished);
            written.write(gathered.bytes, 0, gathered.length);
        }
        finished = finishedNext;
    }

    /**
     * Bytes in memory. The JDK's streams would do, but a JVM's compiler goes by how its own classes were used by anybody: with a buffer of the JDK's that this
     * thread fills now and then, it compiled the rare way through that class into the hot code of a server.
     */
    private static final class Gathered extends OutputStream {
        private byte[] bytes = new byte[8192];
        private int length;

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
            System.arraycopy(from, offset, bytes, length, count);
            length += count;
        }
    }
}
