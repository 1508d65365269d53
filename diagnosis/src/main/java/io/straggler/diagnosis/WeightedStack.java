package io.straggler.diagnosis;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.List;

/**
 * A stack and the time that it stands for.
 *
 * @param frames root first, leaf last; never empty
 * @param weightNs the time that it stands for
 * @param samples how many captures had this stack; zero for an interval that none covers
 */
public record WeightedStack(List<StackFrame> frames, long weightNs, long samples) {
    /** Stands for an outlier's time that its stacks do not, most of it before the first. */
    public static final StackFrame BEFORE_FIRST_STACK = new StackFrame("[before the first stack]", FrameKind.UNSEEN);

    /** Stands for the whole time of an outlier without stacks. */
    public static final StackFrame NO_STACK = new StackFrame("[no stack]", FrameKind.UNSEEN);

    /** How the name of a root begins that stands for one of several threads which share the time. */
    static final String THREAD = "[thread ";

    public WeightedStack {
        frames = List.copyOf(frames);
    }

    /** Whether it stands for time that no stack covers. */
    public boolean isUnseen() {
        return frames.size() == 1 && frames.get(0).kind() == FrameKind.UNSEEN;
    }

    /** The stack whatever thread it is of: without the root that names one of several. */
    public WeightedStack ofAnyThread() {
        StackFrame root = frames.get(0);
        boolean named = frames.size() > 1
                && root.kind() == FrameKind.UNSEEN
                && root.name().startsWith(THREAD);
        return named ? new WeightedStack(frames.subList(1, frames.size()), weightNs, samples) : this;
    }
}
