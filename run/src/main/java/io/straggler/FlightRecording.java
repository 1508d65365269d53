package io.straggler;

import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.jfr.record.InProcessRecording.UserRecording;
import io.straggler.jfr.record.UserRecordingAppender;
import io.straggler.model.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recording of one measured JVM: where events go, and where async-profiler's stacks join them.
 *
 * <ul>
 *   <li>With a run folder, a recording of our own, and the stacks are appended to its file.
 *   <li>With a run folder that has a folder for JFR's repository, a parent process follows: both stay where they are.
 *   <li>With recordings that the user started, by {@code -XX:StartFlightRecording} say, and no folder, one without a file that
 *       raises their settings; the stacks are appended to the user's file when JFR has written it.
 *   <li>With neither, nothing.
 * </ul>
 */
final class FlightRecording implements RunListener, AutoCloseable {
    /** Bytes that JFR keeps for a parent that follows: more than a minute's worth of most recordings. */
    private static final long FOLLOWED_BYTES = 32 << 20;

    /**
     * How often the settings are changed at the start. So the code that changes them when the threshold is known is compiled before a run
     * is measured.
     */
    private static final int REHEARSALS = 5;

    private final @Nullable InProcessRecording recording;
    private final @Nullable Path target;
    private final Path stacks;
    private final List<UserRecording> users;
    private final boolean followed;
    private boolean finished;

    private FlightRecording(
            @Nullable InProcessRecording recording,
            @Nullable Path target,
            Path stacks,
            List<UserRecording> users,
            boolean followed) {
        this.recording = recording;
        this.target = target;
        this.stacks = stacks;
        this.users = users;
        this.followed = followed;
    }

    /** @param folder or null */
    static FlightRecording start(StragglerOptions options, @Nullable RunFolder folder) {
        FlightRecording started = open(options, folder);
        for (int i = 0; i < REHEARSALS && started.recording != null; i++) {
            started.recording.follow(options.provisionalArmDelay());
        }
        return started;
    }

    private static FlightRecording open(StragglerOptions options, @Nullable RunFolder folder) {
        Path stacks = temporaryFile(folder);
        if (options.jfr() == StragglerOptions.Jfr.OFF) {
            return new FlightRecording(null, null, stacks, List.of(), false);
        }
        Duration armDelay = options.provisionalArmDelay();
        List<UserRecording> users = InProcessRecording.userRecordings();
        try {
            if (folder != null) {
                return isFollowed(folder)
                        ? followed(armDelay, folder, stacks, users)
                        : inFile(armDelay, folder, stacks, users);
            }
            return new FlightRecording(
                    users.isEmpty() ? null : InProcessRecording.raisingSettings(armDelay), null, stacks, users, false);
        } catch (RecordingException e) {
            throw new RunFolderException(e.getMessage() + ". Use --jfr off to do without.", e);
        }
    }

    private static FlightRecording inFile(Duration armDelay, RunFolder folder, Path stacks, List<UserRecording> users) {
        Path file = folder.recording();
        return new FlightRecording(InProcessRecording.toFile(file, armDelay), file, stacks, users, false);
    }

    /** JFR may have its repository elsewhere after all; then nobody could follow. */
    private static FlightRecording followed(
            Duration armDelay, RunFolder folder, Path stacks, List<UserRecording> users) {
        InProcessRecording recording = InProcessRecording.toRepository(armDelay, FOLLOWED_BYTES);
        if (folder.holdsChunks()) {
            return new FlightRecording(recording, null, stacks, users, true);
        }
        recording.discard();
        return inFile(armDelay, folder, stacks, users);
    }

    private static boolean isFollowed(RunFolder folder) {
        return Files.isDirectory(folder.repository());
    }

    private static Path temporaryFile(@Nullable RunFolder folder) {
        if (folder != null && isFollowed(folder)) {
            return folder.stacks();
        }
        try {
            return folder == null
                    ? Files.createTempFile("straggler-stacks-", ".jfr")
                    : Files.createTempFile(folder.path(), ".stacks-", ".jfr");
        } catch (IOException e) {
            throw RunFolder.cannotWrite(
                    folder == null ? Path.of(System.getProperty("java.io.tmpdir")) : folder.path(), e);
        }
    }

    /** Where async-profiler is to write. */
    Path stacksFile() {
        return stacks.toAbsolutePath();
    }

    @Override
    public void thresholdSet(long thresholdNs, long armDelayNs) {
        if (recording != null) {
            recording.follow(Duration.ofNanos(armDelayNs));
        }
    }

    /**
     * Completes the recording, once the sampler is closed.
     *
     * @return what was lost, a sentence each
     */
    List<String> finish() {
        if (finished) {
            return List.of();
        }
        finished = true;
        List<String> warnings = new ArrayList<>();
        try {
            if (recording != null) {
                if (!recording.running()) {
                    warnings.add(
                            "The recording had been stopped when the run was over, by the task or because the JVM was"
                                    + " ending: what came after that is not in it.");
                }
                recording.stop();
            }
            joinStacks(warnings);
        } catch (RecordingException e) {
            warnings.add("The recording is not complete: " + e.getMessage());
        }
        return warnings;
    }

    private void joinStacks(List<String> warnings) {
        if (followed) {
            return;
        }
        if (target != null && hasStacks()) {
            warnings.addAll(Recordings.append(target, stacks));
        } else if (target == null && !users.isEmpty() && hasStacks()) {
            UserRecordingAppender.appendOnClose(stacks);
            return;
        }
        try {
            Files.deleteIfExists(stacks);
        } catch (IOException e) {
            warnings.add("A temporary file was left behind: " + stacks);
        }
    }

    private boolean hasStacks() {
        try {
            return Files.size(stacks) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        finish();
    }
}
