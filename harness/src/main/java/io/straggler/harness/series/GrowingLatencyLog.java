package io.straggler.harness.series;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A {@link LatencyLog} that is brought up to date while a program runs. What is finished is written once, so that this costs the same however long the log
 * has become; what still changes stands behind it, and is replaced each time. Whoever reads meanwhile, or after a kill, finds all that was finished.
 *
 * <p>For one thread.
 */
public final class GrowingLatencyLog {
    private final Path file;

    /** In bytes: behind it is what the next writing replaces. */
    private long finished;

    public GrowingLatencyLog(Path file) {
        this.file = file;
    }

    /** Whether it holds nothing that is finished: it was never written, or is {@linkplain #restart to be written anew}. */
    public boolean empty() {
        return finished == 0;
    }

    /** What was finished is finished no longer: the next writing replaces all. */
    public void restart() {
        finished = 0;
    }

    /**
     * Writes on.
     *
     * @param next what was finished since the last time
     * @param open what is not, all of it
     * @throws IOException if it cannot be written, or somebody else has cut it off
     */
    public void write(Intervals next, Intervals open) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (channel.size() < finished) {
                throw new IOException(file + " was deleted or cut off by somebody else");
            }
            channel.truncate(finished);
            channel.position(finished);
            boolean begins = empty();
            LatencyLog.write(Channels.newOutputStream(channel), begins, next);
            finished = channel.position();
            LatencyLog.write(Channels.newOutputStream(channel), false, open);
        }
    }
}
