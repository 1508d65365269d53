package io.straggler.cli.fork;

import io.straggler.RunFolder;
import io.straggler.jfr.keep.RecordingFollower;
import io.straggler.jfr.keep.Retention;
import io.straggler.jfr.keep.RetentionLimits;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

    /** Room for the chunks that JFR keeps, and for all that is written when the run is over. */
    private static final long ENOUGH_BYTES = 128L << 20;

    private static final long NEARLY_FULL_BYTES = 48L << 20;

    private final RunFolder folder;
    private final RecordingFollower follower;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private @Nullable Thread thread;
    private boolean nearlyFull;

    private FollowedFork(RunFolder folder, Path links, LiveCauses causes) {
        this.folder = folder;
        this.follower = new RecordingFollower(
                folder.repository(),
                links,
                folder.recording(),
                RetentionLimits.USUAL,
                causes.wanted() ? causes::add : null);
    }

    /**
     * Makes the folders.
     *
     * @return null if the recording cannot be followed: the JVM then writes it on its own, and nothing of it is dropped
     */
    static @Nullable FollowedFork prepare(RunFolder folder, List<String> jvmArguments, LiveCauses causes)
            throws IOException {
        boolean ownOptions =
                jvmArguments.stream().anyMatch(argument -> argument.startsWith("-XX:FlightRecorderOptions"));
        if (ownOptions || folder.path().toString().contains("\"") || usableBytes(folder.path()) < ENOUGH_BYTES) {
            return null;
        }
        Files.createDirectory(folder.repository());
        return new FollowedFork(folder, Files.createDirectory(folder.path().resolve("chunks")), causes);
    }

    /** What the JVM has to be started with. */
    String jvmArgument() {
        return "-XX:FlightRecorderOptions=repository=\"" + folder.repository().toAbsolutePath() + "\",maxchunksize="
                + CHUNK_SIZE + ",stackdepth=" + STACK_DEPTH;
    }

    /** @param endRun ends the measured run gently */
    void start(Runnable endRun) {
        thread = new Thread(() -> follow(endRun), "straggler-follower");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(Runnable endRun) {
        // Nobody waits for it, and the measured JVM may want every core.
        NativeThread.giveWay();
        try {
            while (!ended.await(POLL_MS, TimeUnit.MILLISECONDS)) {
                follower.poll();
                if (!nearlyFull && usableBytes(folder.path()) < NEARLY_FULL_BYTES) {
                    nearlyFull = true;
                    problems.add("The run was ended early, because the disk was nearly full: less than "
                            + (NEARLY_FULL_BYTES >> 20) + " MB were left for "
                            + folder.path().getParent() + ".");
                    endRun.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            problems.add("The recording was followed only in part while the run went on: " + e + ".");
        }
    }

    /** Keeps the rest. */
    Retention finish() throws InterruptedException {
        ended.countDown();
        if (thread != null) {
            thread.join();
        }
        Retention kept = follower.finish(folder.stacks());
        for (String problem : problems) {
            kept = kept.plus(Retention.problem(problem));
        }
        return kept;
    }

    /** By one system call; zero where the file system does not say, and then nothing is followed. */
    private static long usableBytes(Path path) {
        return path.toFile().getUsableSpace();
    }
}
