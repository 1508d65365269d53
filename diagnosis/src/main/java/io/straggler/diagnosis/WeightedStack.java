package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.Optional;

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

    /** A bracketed frame for the time of an outlier that none of its stacks stands for, if there is any. */
    public static Optional<WeightedStack> unseen(DiagnosedOutlier outlier) {
        if (outlier.unseenNs() <= 0) {
            return Optional.empty();
        }
        boolean seen = false;
        for (int i = 0; i < outlier.stacks().size(); i++) {
            StackSample stack = outlier.stacks().get(i);
            seen |= outlier.owners().contains(stack.osThreadId())
                    && (outlier.stacksNs().get(i) > 0 || !stack.ofInterval());
        }
        return Optional.of(new WeightedStack(List.of(seen ? BEFORE_FIRST_STACK : NO_STACK), outlier.unseenNs(), 0));
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
