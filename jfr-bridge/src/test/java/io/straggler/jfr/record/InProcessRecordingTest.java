package io.straggler.jfr.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.record.InProcessRecording.UserRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InProcessRecordingTest {
    @TempDir
    Path directory;

    @Test
    void shouldCompleteTheFileOnceWhenStopped() throws IOException {
        Path file = directory.resolve("run.jfr");
        Files.writeString(file, "an older file");
        try (InProcessRecording recording = InProcessRecording.toFile(file, Recorded.ARM_DELAY)) {
            assertThat(recording.stop()).contains(file);
            byte[] bytes = Recorded.bytes(file);
            assertThat(recording.stop()).contains(file);
            assertThat(Recorded.bytes(file)).isEqualTo(bytes);
        }
        assertThat(RecordingFile.readAllEvents(file)).isNotEmpty();
    }

    @Test
    void shouldSayWhichFileCannotBeWritten() {
        Path file = directory.resolve("missing").resolve("run.jfr");

        assertThatThrownBy(() -> InProcessRecording.toFile(file, Recorded.ARM_DELAY))
                .isInstanceOf(RecordingException.class)
                .hasMessage("recording file must be writable: file=" + file);
    }

    @Test
    void shouldTellTheUsersRecordingsFromItsOwn() {
        int before = InProcessRecording.userRecordings().size();
        Path destination = directory.resolve("user.jfr");
        try (Recording users = new Recording();
                InProcessRecording own = InProcessRecording.raisingSettings(Recorded.ARM_DELAY)) {
            users.setName("the user's");
            setDestination(users, destination);
            assertThat(InProcessRecording.userRecordings()).hasSize(before);
            users.start();
            assertThat(InProcessRecording.userRecordings())
                    .hasSize(before + 1)
                    .contains(new UserRecording("the user's", Optional.of(destination)));
            assertThat(own.stop()).isEmpty();
        }
        assertThat(InProcessRecording.userRecordings()).hasSize(before);
    }

    @Test
    void shouldRaiseTheSettingsOfTheUsersRecording() throws IOException {
        Path file = directory.resolve("user.jfr");
        try (Recording users = new Recording()) {
            users.start();
            System.gc();
            try (InProcessRecording raised = InProcessRecording.raisingSettings(Recorded.ARM_DELAY)) {
                System.gc();
                raised.stop();
            }
            System.gc();
            users.stop();
            users.dump(file);
        }
        // Only the second of the three collections was asked for, and it is in the user's file.
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("jdk.GarbageCollection"))
                .filteredOn(event -> event.getString("cause").equals("System.gc()"))
                .hasSize(1);
    }

    @Test
    void shouldPairTheClocksAtBothEndsOfEveryChunk() throws IOException {
        Path file = Recorded.recording(directory.resolve("run.jfr"), 0, emitter -> {});
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);

        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .contains("straggler.ClockPairAtChunkBegin", "straggler.ClockPairAtChunkEnd");
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().startsWith("straggler.ClockPair"))
                .allSatisfy(pair -> {
                    assertThat(pair.getLong("pid"))
                            .isEqualTo(ProcessHandle.current().pid());
                    assertThat(pair.getLong("nanosAfter")).isGreaterThanOrEqualTo(pair.getLong("nanosBefore"));
                });
    }

    private static void setDestination(Recording recording, Path file) {
        try {
            recording.setDestination(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
