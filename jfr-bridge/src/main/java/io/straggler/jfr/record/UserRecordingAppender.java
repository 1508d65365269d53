package io.straggler.jfr.record;

import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Appends a chunk file to the recordings that the user started, at the moment when JFR has written them, which is usually when
 * the JVM exits. So one file holds the JVM's events, ours and the stacks.
 *
 * <p>A recording without a destination cannot be appended to; the chunk file is then left where it is.
 */
public final class UserRecordingAppender implements FlightRecorderListener {
    private final Path chunkFile;
    private final Map<Long, Path> destinations = new HashMap<>();
    private final Set<Long> open = new HashSet<>();

    private UserRecordingAppender(Path chunkFile) {
        this.chunkFile = chunkFile;
    }

    /** Appends {@code chunkFile} to every recording that runs now once it closes, and deletes it after the last. */
    public static void appendOnClose(Path chunkFile) {
        UserRecordingAppender appender = new UserRecordingAppender(chunkFile);
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING && recording.getDestination() != null) {
                appender.destinations.put(
                        recording.getId(), recording.getDestination().toAbsolutePath());
                appender.open.add(recording.getId());
            }
        }
        FlightRecorder.addListener(appender);
    }

    /** Called by JFR, under a lock of its own, on whichever thread changes a recording. */
    @Override
    public synchronized void recordingStateChanged(Recording recording) {
        Path destination = destinations.get(recording.getId());
        if (recording.getState() != RecordingState.CLOSED || destination == null || !open.remove(recording.getId())) {
            return;
        }
        try {
            if (Files.exists(destination)) {
                // The user may have named a link.
                Recordings.append(destination.toRealPath(), chunkFile);
            }
            if (open.isEmpty()) {
                Files.deleteIfExists(chunkFile);
            }
        } catch (RecordingException | IOException e) {
            // Too late to say so in this JVM: the chunk file stays, and can be appended by hand.
            open.add(recording.getId());
        }
    }
}
