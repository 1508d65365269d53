package io.straggler.agent.inside;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.RunDescription;
import io.straggler.sampler.served.AgentThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where events and stacks go. JFR keeps chunks in its repository, and writes them into the run folder at the end; async-profiler writes beside. A report
 * puts together what lies apart when the program still runs, or was killed.
 */
final class AgentRecording {
    /** Part of the recording's limit, one in this number, for each of two files of stacks. */
    private static final int STACKS_PART = 8;

    private final RunFolder folder;
    private final long mostBytes;
    private final InProcessRecording recording;
    private final EventEmitter emitter;
    private final DiskRoom room;

    private AgentRecording(RunFolder folder, long mostBytes, InProcessRecording recording, EventEmitter emitter) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.recording = recording;
        this.emitter = emitter;
        this.room = DiskRoom.of(folder.path());
    }

    /** @throws AgentException if JFR cannot record here, or the disk has no room */
    static AgentRecording start(RunFolder folder, long armDelayNs, long mostBytes, long sinceEpochMs) {
        DiskRoom.of(folder.path()).lack(0).ifPresent(lack -> {
            throw new AgentException(lack + ".");
        });
        try {
            InProcessRecording recording = InProcessRecording.toFile(
                    folder.recording(), Duration.ofNanos(armDelayNs), mostBytes - 2 * mostBytes / STACKS_PART);
            try {
                FilledFolder.begin(folder, Path.of(System.getProperty("jdk.jfr.repository", "")), sinceEpochMs);
                return new AgentRecording(folder, mostBytes, recording, new EventEmitter(0));
            } catch (RuntimeException | Error | IOException e) {
                recording.close();
                throw e;
            }
        } catch (RecordingException | IOException e) {
            throw new AgentException("The calls cannot be recorded: " + e.getMessage() + ".");
        }
    }

    EventEmitter emitter() {
        return emitter;
    }

    /** Where async-profiler is to write. */
    Path stacks() {
        return folder.stacks();
    }

    /** Keeps the last part of the stacks, when there are many: async-profiler's file is put aside, in place of the one before. */
    void boundStacks(AgentThreads served) throws IOException {
        if (Files.exists(stacks()) && Files.size(stacks()) > mostBytes / STACKS_PART) {
            Path next = folder.path().resolve("stacks-next.jfr");
            served.continueIn(next);
            Files.move(stacks(), folder.earlierStacks(), StandardCopyOption.ATOMIC_MOVE);
            // The profiler has it open, and goes on in it.
            Files.move(next, stacks());
        }
    }

    /** Returns what the disks lack for going on: a sentence without its end; empty if they have enough. */
    Optional<String> lackOfRoom() {
        return room.lack(recording.sizeBytes() + stacksBytes());
    }

    private long stacksBytes() {
        return folder.earlierStacks().toFile().length() + stacks().toFile().length();
    }

    /** Records events that last as long as the arm delay. */
    void follow(long armDelayNs) {
        recording.follow(Duration.ofNanos(armDelayNs));
    }

    /**
     * Completes the recording, once the sampler is closed.
     *
     * @param leaving whether the JVM is exiting: then JFR ends its recordings by itself, at the same time
     */
    void finish(RunDescription run, Intervals intervals, boolean leaving) throws IOException {
        run.runs().forEach(outcome -> emitter.outcome(run.task(), outcome));
        emitter.sampler(run.sampler());
        intervals.forEach(interval -> emitter.interval(LatencyLog.record(interval)));
        if (leaving) {
            return;
        }
        recording.stop();
        emitter.close();
        for (Path part : List.of(folder.earlierStacks(), stacks())) {
            if (Files.exists(part)) {
                Recordings.append(folder.recording(), part);
                Files.delete(part);
            }
        }
    }

    /** Ends it where nothing was begun. */
    void abandon() {
        recording.stop();
        emitter.close();
    }
}
