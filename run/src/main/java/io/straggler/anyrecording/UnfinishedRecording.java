package io.straggler.anyrecording;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.model.file.InputFiles;
import io.straggler.model.file.WholeFile;
import io.straggler.sampler.linux.OtherProcess;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The recording of a run folder that a program fills or filled by itself, whose parts still lie apart: because the program runs, or because it
 * was killed. A file in the folder says where they are.
 *
 * @param processId of the program
 * @param repository the folder in which its JVM keeps chunks
 * @param sinceEpochMs chunks that the JVM wrote last before are not of this run
 * @param counting whether iterations count already
 */
record UnfinishedRecording(long processId, Path repository, long sinceEpochMs, boolean counting) {
    private static final String FILE = "unfinished.properties";

    /** Largest length of the file in bytes: numbers and a path are far shorter. */
    private static final int MAX_BYTES = 1 << 16;

    private static final long LOOK_EVERY_MS = 10;

    /** Says in a folder where its recording is. */
    void write(RunFolder folder) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("pid", Long.toString(processId));
        properties.setProperty("repository", repository.toString());
        properties.setProperty("since", Long.toString(sinceEpochMs));
        properties.setProperty("counting", Boolean.toString(counting));
        WholeFile.writeText(folder.path().resolve(FILE), out -> properties.store(out, null));
    }

    UnfinishedRecording nowCounting() {
        return new UnfinishedRecording(processId, repository, sinceEpochMs, true);
    }

    /** Returns this recording for a copy of the folder. */
    UnfinishedRecording moved(long itsProcessId, Path chunks) {
        return new UnfinishedRecording(itsProcessId, chunks, sinceEpochMs, counting);
    }

    /** The recording lies in the folder, whole. */
    static void finished(RunFolder folder) throws IOException {
        Files.deleteIfExists(folder.path().resolve(FILE));
    }

    /**
     * Refuses links in the place of what is put together or rewritten: whoever made the folder could have files outside of it changed or copied.
     *
     * @throws RunFolderException if there is one
     */
    private static void requireNoLinks(RunFolder folder) {
        for (Path file : List.of(
                folder.path().resolve(FILE),
                folder.runJson(),
                folder.recording(),
                folder.earlierStacks(),
                folder.stacks())) {
            if (Files.isSymbolicLink(file)) {
                throw new RunFolderException(file.getFileName()
                        + " of a run that was not finished must be a file, and is a link: file=" + file);
            }
        }
    }

    /** A sentence, or nothing, on where the recording is that is not in the folder. */
    String origin(RunFolder folder) throws IOException {
        return written(folder) ? "" : repository(folder).origin(folder);
    }

    private NamedRepository repository(RunFolder folder) {
        return new NamedRepository(repository, processId, folder.path().resolve(FILE));
    }

    /** Returns the unfinished recording of a folder; empty if the recording is whole, or its state unknown. */
    static Optional<UnfinishedRecording> of(RunFolder folder) {
        Path file = folder.path().resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(InputFiles.text(file, MAX_BYTES)));
            return Optional.of(new UnfinishedRecording(
                    Long.parseLong(properties.getProperty("pid", "")),
                    Path.of(properties.getProperty("repository", "")),
                    Long.parseLong(properties.getProperty("since", "")),
                    Boolean.parseBoolean(properties.getProperty("counting", ""))));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether the program still runs, as far as its number shows. */
    boolean runs() {
        return new OtherProcess(processId).alive();
    }

    /** Whether it records on, into chunks. If not, it has ended, or is about to: then the parts of the recording are moved. */
    boolean records(RunFolder folder) throws IOException {
        return runs() && repository(folder).exists() && !written(folder);
    }

    /**
     * Waits until the program has ended, or has ended its recording.
     *
     * @throws IOException if it is interrupted
     */
    void awaitEnd(RunFolder folder, Duration longest) throws IOException {
        long untilNs = System.nanoTime() + longest.toNanos();
        while (runs() && of(folder).isPresent() && System.nanoTime() - untilNs < 0) {
            try {
                Thread.sleep(LOOK_EVERY_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for process " + processId + " to end", e);
            }
        }
    }

    /**
     * Puts together elsewhere what was recorded so far. Replaces the target; there is none if nothing was recorded.
     *
     * @throws RunFolderException if parts are links, or belong to something else
     */
    void copySoFar(RunFolder folder, Path target) throws IOException {
        requireNoLinks(folder);
        Files.deleteIfExists(target);
        if (written(folder)) {
            append(target, folder.recording());
        } else {
            for (Path chunk : repository(folder).chunks(folder, sinceEpochMs)) {
                append(target, chunk);
            }
        }
        append(target, folder.earlierStacks());
        append(target, folder.stacks());
    }

    /**
     * Puts the recording of a program that has ended together in the folder.
     *
     * @return whether the program's JVM had written its part when it ended
     */
    boolean complete(RunFolder folder) throws IOException {
        requireNoLinks(folder);
        boolean written = written(folder);
        if (written) {
            for (Path part : List.of(folder.earlierStacks(), folder.stacks())) {
                append(folder.recording(), part);
                // At once: if there is no room for the next, this one is not appended again.
                Files.deleteIfExists(part);
            }
        } else {
            Path target = folder.path().resolve("recording.jfr.unfinished");
            try {
                copySoFar(folder, target);
                if (Files.exists(target)) {
                    Files.move(target, folder.recording(), StandardCopyOption.ATOMIC_MOVE);
                }
            } finally {
                Files.deleteIfExists(target);
            }
            Files.deleteIfExists(folder.earlierStacks());
            Files.deleteIfExists(folder.stacks());
        }
        finished(folder);
        return written;
    }

    /** JFR makes the file when it starts, and writes it when it ends. */
    static boolean written(RunFolder folder) throws IOException {
        return Files.exists(folder.recording()) && Files.size(folder.recording()) > 0;
    }

    /** @throws IOException if it cannot be read or written, so that nothing that it says is lost by deleting it */
    private static void append(Path target, Path part) throws IOException {
        try {
            if (Files.exists(part) && Files.size(part) > 0) {
                Recordings.append(target, part);
            }
        } catch (NoSuchFileException e) {
            // Deleted meanwhile.
        } catch (RecordingException e) {
            // No chunk yet, and so nothing that counts; or it was deleted, or the disk is full.
            if (e.getCause() instanceof IOException cause && !(cause instanceof NoSuchFileException)) {
                throw new IOException(e.getMessage(), cause);
            }
        }
    }
}
