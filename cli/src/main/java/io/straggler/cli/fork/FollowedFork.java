package io.straggler.cli.fork;

import io.straggler.RunFolder;
import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.RecordingFollower;
import io.straggler.jfr.keep.Retention;
import io.straggler.jfr.keep.RetentionLimits;
import io.straggler.model.file.DiskSpace;
import io.straggler.model.file.FolderTree;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Follows the recording of one measured JVM from this process, on a thread of its own, and ends the run before the disk is full:
 * a JVM that cannot write its recording ends itself at once, with all that it had measured.
 *
 * <p>Lifecycle: {@link #prepare} before the JVM starts, {@link #start} after, {@link #finish} when it has ended.
 */
final class FollowedFork {
    /** JFR's own setting for the size of a chunk would do too; smaller ones are followed more closely. */
    private static final String CHUNK_SIZE = "4m";

    /** Frames of an event's stack. Of a deeper one the JVM leaves out the root, by which the harness's frames are known. */
    private static final int STACK_DEPTH = 256;

    private static final long POLL_MS = 500;

    private final RunFolder folder;
    private final DiskRoom room;
    private final @Nullable RecordingFollower follower;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private @Nullable Thread thread;
    private boolean nearlyFull;

    private FollowedFork(RunFolder folder, DiskRoom room, @Nullable RecordingFollower follower) {
        this.folder = folder;
        this.room = room;
        this.follower = follower;
    }

    /**
     * Makes the folders. If the recording cannot be followed, the JVM writes it on its own, and nothing of it is dropped; the disk is watched all
     * the same.
     */
    static FollowedFork prepare(RunFolder folder, RunRequest request, LiveCauses causes) throws IOException {
        DiskRoom room = DiskRoom.of(request.given());
        boolean ownOptions =
                request.jvmArguments().stream().anyMatch(argument -> argument.startsWith("-XX:FlightRecorderOptions"));
        if (ownOptions || folder.path().toString().contains("\"")) {
            return new FollowedFork(folder, room, null);
        }
        Files.createDirectory(folder.repository());
        return new FollowedFork(
                folder,
                room,
                new RecordingFollower(
                        folder.repository(),
                        Files.createDirectory(links(folder)),
                        folder.recording(),
                        RetentionLimits.USUAL,
                        causes.wanted() ? causes::add : null));
    }

    private static Path links(RunFolder folder) {
        return folder.path().resolve("chunks");
    }

    /** Argument that the JVM has to be started with; empty if its recording is not followed. */
    Optional<String> jvmArgument() {
        return follower == null
                ? Optional.empty()
                : Optional.of("-XX:FlightRecorderOptions=repository=\""
                        + folder.repository().toAbsolutePath() + "\",maxchunksize=" + CHUNK_SIZE + ",stackdepth="
                        + STACK_DEPTH);
    }

    /** @param endRun ends the measured run gently */
    void start(Runnable endRun) {
        thread = new Thread(() -> follow(endRun), "straggler-follower");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(Runnable endRun) {
        // Gives way: nothing waits for this thread, and the measured JVM may want every core.
        NativeThread.giveWay();
        try {
            while (!ended.await(POLL_MS, TimeUnit.MILLISECONDS)) {
                endWhenNearlyFull(endRun);
                if (follower != null) {
                    follower.poll();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            problems.add("The recording was followed only in part while the run went on: " + e + ".");
        }
    }

    private void endWhenNearlyFull(Runnable endRun) {
        if (nearlyFull) {
            return;
        }
        Path run = Objects.requireNonNull(folder.path().toAbsolutePath().getParent(), "it lies in a run folder");
        room.nearlyFull(run, DiskSpace.usableBytes(run)).ifPresent(why -> {
            nearlyFull = true;
            problems.add(why);
            endRun.run();
        });
    }

    /** Keeps the rest. */
    Retention finish() throws InterruptedException {
        ended.countDown();
        if (thread != null) {
            thread.join();
        }
        Retention kept = follower == null ? Retention.nothing() : finished(follower, folder);
        for (String problem : problems) {
            kept = kept.plus(Retention.problem(problem));
        }
        return kept;
    }

    /** Keeps what a process that has ended since had followed, and what the measured JVM wrote after it. */
    static Retention left(RunFolder folder) throws IOException {
        if (!Files.isDirectory(folder.repository())) {
            return Retention.nothing();
        }
        RecordingFollower follower = new RecordingFollower(
                folder.repository(),
                Files.createDirectories(links(folder)),
                folder.recording(),
                RetentionLimits.USUAL,
                null);
        follower.resume();
        return finished(follower, folder);
    }

    /** Whether parts of a recording lie apart, because there was no room for putting them together. */
    static boolean inParts(RunFolder folder) {
        return Files.isDirectory(folder.repository());
    }

    private static Retention finished(RecordingFollower follower, RunFolder folder) {
        Retention kept = follower.finish(folder.stacks());
        try {
            deleteKept(folder, follower.unkept());
        } catch (IOException e) {
            kept = kept.plus(Retention.problem("Temporary files were left behind: " + e + "."));
        }
        return kept;
    }

    /** Deletes the files that have been added to the recording; those that could not be added stay, until there is room. */
    private static void deleteKept(RunFolder folder, Set<String> unkept) throws IOException {
        if (unkept.isEmpty()) {
            FolderTree.delete(folder.repository());
            FolderTree.delete(links(folder));
        } else {
            try (Stream<Path> files = Files.walk(folder.repository())) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = file.getFileName().toString();
                    if (!unkept.contains(name) || Files.exists(links(folder).resolve(name))) {
                        Files.delete(file);
                    }
                }
            }
        }
        if (!unkept.contains(folder.stacks().getFileName().toString())) {
            Files.deleteIfExists(folder.stacks());
        }
    }
}
