package io.straggler.jfr.record;

import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.event.OwnEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * A JFR recording of this JVM under {@link EventSettings}.
 *
 * <p>Lifecycle: started by the factory methods, stopped once by {@link #stop()} or {@link #close()}, which do the same; later
 * calls do nothing. With a file, the file is complete when either returns; when the JVM exits without, JFR writes it on the
 * way out. A JVM that is killed leaves its chunks in JFR's repository below {@code java.io.tmpdir} instead.
 *
 * <p>Threads: any, one at a time. Starting and stopping begin a new chunk in every running recording, which takes
 * milliseconds: keep both out of what is measured.
 */
public final class InProcessRecording implements AutoCloseable {
    private static final String NAME = "Straggler";

    private final Recording recording;
    private final @Nullable Path file;

    /** Whether its chunks are to stay in the repository when it is stopped, which they do until it is closed. */
    private final boolean staysOpen;

    private InProcessRecording(Recording recording, @Nullable Path file, boolean staysOpen) {
        this.recording = recording;
        this.file = file;
        this.staysOpen = staysOpen;
    }

    /**
     * Starts a recording that ends up in {@code file}, replacing what is there.
     *
     * @throws RecordingException when JFR is not available or the file cannot be written
     */
    public static InProcessRecording toFile(Path file, Duration armDelay) {
        return toFile(file, armDelay, 0);
    }

    /**
     * Starts a recording that keeps only the last chunks.
     *
     * @param mostBytes what JFR keeps; it deletes whole chunks, the oldest first; 0 for everything
     */
    public static InProcessRecording toFile(Path file, Duration armDelay, long mostBytes) {
        Recording recording = newRecording(armDelay);
        try {
            recording.setToDisk(true);
            recording.setMaxSize(mostBytes);
            recording.setDestination(file);
            recording.setDumpOnExit(true);
            recording.start();
        } catch (IOException | RuntimeException e) {
            recording.close();
            throw new RecordingException("recording file must be writable: file=" + file, e);
        }
        return new InProcessRecording(recording, file, false);
    }

    /**
     * Starts a recording that stays in JFR's repository, where only its last chunks are kept: another process follows it. When it
     * is stopped its last chunk is complete, and what is there stays until the JVM exits in an orderly way.
     *
     * @param mostBytes what JFR keeps; it deletes whole chunks, the oldest first
     * @throws RecordingException when JFR is not available or the repository cannot be written
     */
    public static InProcessRecording toRepository(Duration armDelay, long mostBytes) {
        Recording recording = newRecording(armDelay);
        try {
            recording.setToDisk(true);
            recording.setMaxSize(mostBytes);
            recording.start();
        } catch (RuntimeException e) {
            recording.close();
            throw new RecordingException("JFR's repository must be writable: " + e.getMessage(), e);
        }
        return new InProcessRecording(recording, null, true);
    }

    /**
     * Starts a recording without a file, only for its settings: while it runs, the recordings that the user started contain
     * what it asks for. JFR applies the lowest threshold of all running recordings to each of them.
     */
    public static InProcessRecording raisingSettings(Duration armDelay) {
        Recording recording = newRecording(armDelay);
        recording.setToDisk(false);
        recording.start();
        return new InProcessRecording(recording, null, false);
    }

    /** The recordings that run in this JVM and were not started by this class, by {@code -XX:StartFlightRecording} say. */
    public static List<UserRecording> userRecordings() {
        if (!FlightRecorder.isInitialized()) {
            return List.of();
        }
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getState() == RecordingState.RUNNING)
                .filter(recording -> !recording.getName().equals(NAME))
                .map(recording ->
                        new UserRecording(recording.getName(), Optional.ofNullable(recording.getDestination())))
                .toList();
    }

    /** Derives the event settings anew, when the arm delay has become known. Takes effect at once, without a new chunk. */
    public void follow(Duration armDelay) {
        if (running()) {
            recording.setSettings(EventSettings.derivedFrom(armDelay));
        }
    }

    /** Whether it records. Whoever runs in this JVM may stop it, and so does the JVM when it ends. */
    public boolean running() {
        return recording.getState() == RecordingState.RUNNING;
    }

    /** Returns the bytes that JFR keeps of the recording on disk so far, without the chunk that it is writing. */
    public long sizeBytes() {
        return recording.getSize();
    }

    /**
     * Stops the recording and completes its file.
     *
     * @return the file, if it has one
     * @throws RecordingException when the file could not be written
     */
    public Optional<Path> stop() {
        try {
            try {
                if (running()) {
                    recording.stop();
                }
            } finally {
                if (!staysOpen) {
                    recording.close();
                }
            }
        } catch (RuntimeException e) {
            throw new RecordingException("recording must be complete after stopping: file=" + file, e);
        }
        return Optional.ofNullable(file);
    }

    /** Stops it and forgets what was recorded, if it has no file. */
    public void discard() {
        recording.close();
    }

    @Override
    public void close() {
        stop();
    }

    private static Recording newRecording(Duration armDelay) {
        var settings = EventSettings.derivedFrom(armDelay);
        try {
            Recording recording = new Recording(settings);
            recording.setName(NAME);
            OwnEvents.register();
            return recording;
        } catch (IllegalStateException e) {
            throw new RecordingException("JFR must be available in this JVM: " + e.getMessage(), e);
        }
    }

    /**
     * A recording that someone else started.
     *
     * @param name as in {@code jcmd JFR.check}
     * @param destination where it will be written, if that is known
     */
    public record UserRecording(String name, Optional<Path> destination) {}
}
