package io.straggler.agent.inside;

import io.straggler.RunFolder;
import io.straggler.foreign.FilledFolder;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.RunDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where events and stacks go. JFR keeps chunks in its repository, and writes them into the run folder at the end; async-profiler writes beside. A report
 * puts together what lies apart when the program still runs, or was killed.
 */
final class AgentRecording {
    private final RunFolder folder;
    private final InProcessRecording recording;
    private final EventEmitter emitter;

    private AgentRecording(RunFolder folder, InProcessRecording recording, EventEmitter emitter) {
        this.folder = folder;
        this.recording = recording;
        this.emitter = emitter;
    }

    /** @throws AgentException if JFR cannot record here */
    static AgentRecording start(RunFolder folder, long armDelayNs, long mostBytes, long sinceEpochMs) {
        try {
            InProcessRecording recording =
                    InProcessRecording.toFile(folder.recording(), Duration.ofNanos(armDelayNs), mostBytes);
            FilledFolder.begin(folder, Path.of(System.getProperty("jdk.jfr.repository", "")), sinceEpochMs);
            return new AgentRecording(folder, recording, new EventEmitter(0));
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

    /** What lasts that long is recorded. */
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
        if (Files.exists(stacks())) {
            Recordings.append(folder.recording(), stacks());
            Files.delete(stacks());
        }
    }

    /** Ends it where nothing was begun. */
    void abandon() {
        recording.stop();
        emitter.close();
    }
}
