package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.FrameKind;
import io.straggler.model.GeneratedNames;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.StackSample.Origin;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A stack that was taken by the sampler itself, without async-profiler. */
@Name(StackEvent.NAME)
@Label("Stack Taken in the JVM")
@Category("Straggler")
@Description("A stack that was taken by the sampler itself, without async-profiler")
@StackTrace(false)
public final class StackEvent extends Event {
    public static final String NAME = "straggler.Stack";

    @Label("Time (ns, monotonic clock)")
    long timeNs;

    @Label("Since (ns, monotonic clock)")
    @Description("When the wait began that it shows: the time itself for a stack of an instant")
    long sinceNs;

    @Label("OS Thread Id")
    long osId;

    @Label("Running")
    boolean running;

    @Label("Frames")
    @Description("Root first, one a line")
    String frames;

    @Label("Kinds of Frames")
    @Description("One a line, as in Frames")
    String kinds;

    static void emit(StackSample sample) {
        StackEvent event = new StackEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.timeNs = sample.timeNs();
        event.sinceNs = sample.sinceNs();
        event.osId = sample.osThreadId();
        event.running = sample.running();
        event.frames = EscapedLines.join(
                sample.frames().stream().map(frame -> frame.name()).toList());
        event.kinds = EscapedLines.join(
                sample.frames().stream().map(frame -> frame.kind().name()).toList());
        event.commit();
    }

    /** @throws CorruptChunkException if there are not as many kinds as frames */
    public static StackSample read(EventView row) {
        List<String> names = EscapedLines.split(row.text("frames"));
        List<String> kinds = EscapedLines.split(row.text("kinds"));
        if (names.isEmpty() || names.size() != kinds.size()) {
            throw new CorruptChunkException("stack must have a kind per frame: frames=" + names.size());
        }
        List<StackFrame> frames = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            frames.add(new StackFrame(GeneratedNames.ofFrame(names.get(i)), kind(kinds.get(i))));
        }
        long timeNs = row.number("timeNs");
        long sinceNs = row.number("sinceNs");
        // Recordings of earlier versions do not say since when.
        boolean instant = sinceNs == 0 || sinceNs == timeNs;
        return new StackSample(
                instant ? Origin.CAPTURE : Origin.WAIT,
                instant ? timeNs : sinceNs,
                timeNs,
                row.number("osId"),
                row.flag("running"),
                frames);
    }

    private static FrameKind kind(String name) {
        try {
            return FrameKind.valueOf(name);
        } catch (IllegalArgumentException e) {
            return FrameKind.JAVA; // of a later version
        }
    }
}
