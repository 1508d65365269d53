package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkFile;
import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import io.straggler.model.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows the recording of another JVM, chunk by chunk, and keeps of it what has to do with outliers.
 *
 * <p>A chunk is read when it is complete, for the outliers in it, and again when those after it have been read too: an outlier is
 * reported when it is over, and its beginning may lie a chunk or more before. Then what is kept of it is appended to the target.
 *
 * <p>Lifecycle: {@link #poll} from time to time while the JVM runs, {@link #finish} once when it has ended. Threads: one at a time.
 * Memory: one chunk, 16 bytes for each busy period with an outlier, and what the listener is given. Errors: nothing is thrown;
 * what was lost is reported at the end.
 */
public final class RecordingFollower {
    /** Chunks follow each other without a gap. */
    private static final long GAP_NS = 1_000_000;

    private final Repository repository;
    private final RetentionLimits limits;
    private final @Nullable Consumer<RecordedRun> listener;
    private final Problems problems = new Problems();
    private final RetainedRecording kept;
    private final OutlierPeriods periods = new OutlierPeriods();
    private final RetainedEvents choice = new RetainedEvents(periods);
    private final Deque<ChunkFile> unread = new ArrayDeque<>();
    private final Deque<ChunkFile> waiting = new ArrayDeque<>();
    private final Set<String> unkept = new HashSet<>();
    private @Nullable ChunkFile last;
    private long waitingBytes;
    private long readBytes;
    private boolean choosing;

    /**
     * @param repository the folder that the JVM uses as its repository
     * @param links an empty folder of our own, on the same file system
     * @param target what is kept; made when there is something to keep
     * @param listener is given what is kept of each chunk while the JVM runs; null for nobody
     */
    public RecordingFollower(
            Path repository,
            Path links,
            Path target,
            RetentionLimits limits,
            @Nullable Consumer<RecordedRun> listener) {
        this.limits = limits;
        this.repository = new Repository(repository, links);
        this.kept = new RetainedRecording(target, links.resolve("unfinished"), problems::add);
        this.listener = listener;
    }

    /** Goes on where another follower, whose process has ended, left off. At most once, before anything else. */
    public void resume() {
        try {
            unread.addAll(repository.leftFiles());
        } catch (IOException e) {
            problems.add("The recording could not be followed: " + e + ".");
        }
    }

    /** Names of the files that could not be kept, for lack of room say: they stay where they are. After {@link #finish}. */
    public Set<String> unkept() {
        return Set.copyOf(unkept);
    }

    /** Reads what the JVM has completed since, and keeps what is ready. */
    public void poll() {
        discover();
        // The newest is being written, whatever its header says.
        while (unread.size() > 1 && isComplete(unread.peek())) {
            read(unread.poll());
            discover(); // In time, however long reading takes.
        }
        while (!waiting.isEmpty() && (isSettled(waiting.peek()) || waitingBytes > limits.waitingBytes())) {
            ChunkFile file = waiting.poll();
            keep(file, this::report);
            forget(file);
            discover();
        }
    }

    /**
     * Reads and keeps the rest, once the JVM has ended, by whatever means.
     *
     * @param stacks async-profiler's recording of the same JVM; may be missing
     */
    public Retention finish(Path stacks) {
        discover();
        unread.forEach(this::read);
        ChunkFile stacksFile = ChunkFile.of(stacks);
        if (Files.exists(stacks)) {
            scan(stacksFile);
        }
        boolean whole = !choosing && waitingBytes + stacksFile.bytes() <= limits.wholeBytes();
        waiting.add(stacksFile);
        for (ChunkFile file : waiting) {
            if (whole && file.bytes() > 0) {
                note(file, kept.add(file));
            } else {
                keep(file, path -> {});
            }
            release(file);
        }
        List<Notice> missing = missing();
        kept.finish();
        return new Retention(
                readBytes,
                kept.bytes(),
                periods.outliers(),
                Stream.concat(problems.sentences().stream().map(Notice::of), missing.stream())
                        .toList());
    }

    private List<Notice> missing() {
        List<Notice> missing = new ArrayList<>();
        if (periods.onlyCounted() > 0) {
            missing.add(Notice.of(Code.RECORDING_FULL, periods.outliers(), periods.onlyCounted()));
        }
        if (periods.begunTooEarly() > 0) {
            missing.add(Notice.of(Code.BEGUN_TOO_EARLY, periods.begunTooEarly()));
        }
        return missing;
    }

    private void discover() {
        try {
            unread.addAll(repository.newFiles());
        } catch (IOException e) {
            problems.add("The recording could not be followed: " + e + ".");
        }
    }

    private static boolean isComplete(ChunkFile file) {
        try {
            return file.isComplete();
        } catch (IOException e) {
            return true; // It is gone, which is reported when it is read.
        }
    }

    /** Takes note of the outliers in a file; what is kept of it is decided later. */
    private void read(ChunkFile file) {
        scan(file);
        waiting.add(file);
        waitingBytes += file.bytes();
        kept.withChunks(file, periods::scan);
        if (!file.chunks().isEmpty()) {
            reportGap(file);
            last = file;
        }
    }

    private void scan(ChunkFile file) {
        try {
            file.scan(problems::add);
        } catch (RecordingException e) {
            problems.add(e.getMessage() + ".");
        } catch (IOException e) {
            problems.add("A part of the recording was lost: " + file.name() + ", " + e + ".");
        }
        readBytes += file.bytes();
    }

    private void reportGap(ChunkFile file) {
        long gapNs = last == null ? 0 : file.startEpochNs() - last.endEpochNs();
        if (gapNs > GAP_NS) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%.3f s of the recording are missing before %s: deleted before they were read.",
                    gapNs / 1e9,
                    file.name()));
        }
    }

    private boolean isSettled(ChunkFile file) {
        return file.chunks().isEmpty()
                || last != null
                        && last.endEpochNs() - file.endEpochNs()
                                >= limits.held().toNanos();
    }

    /** Keeps what is to be kept of a file; one in which nothing can be read is kept as it is. */
    private void keep(ChunkFile file, Consumer<Path> added) {
        if (file.bytes() == 0) {
            return;
        }
        if (file.chunks().isEmpty()) {
            note(file, kept.add(file));
            return;
        }
        choosing = true;
        if (kept.bytes() >= limits.keptBytes()) {
            periods.close();
        }
        note(file, kept.add(file, choice::of, added));
    }

    private void note(ChunkFile file, boolean written) {
        if (!written) {
            unkept.add(file.name());
        }
    }

    private void report(Path chunk) {
        if (listener == null) {
            return;
        }
        try {
            listener.accept(RecordingReader.read(chunk));
        } catch (RecordingException e) {
            // It is damaged, which is reported when all of the recording is read.
        }
    }

    private void forget(ChunkFile file) {
        waitingBytes -= file.bytes();
        if (!file.chunks().isEmpty()) {
            periods.droppedUntil(file);
        }
        release(file);
    }

    private void release(ChunkFile file) {
        if (unkept.contains(file.name())) {
            return;
        }
        try {
            file.release();
        } catch (IOException e) {
            problems.add("A temporary file was left behind: " + file.path() + ".");
        }
    }
}
