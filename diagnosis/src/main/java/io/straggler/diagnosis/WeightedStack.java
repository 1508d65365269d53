package io.straggler.diagnosis;

import io.straggler.model.StackFrame;
import java.util.List;

/**
 * A stack and the time that it stands for.
 *
 * @param frames root first, leaf last; never empty
 * @param weightNs the time that it stands for
 * @param samples how many captures had this stack; zero for a stretch that none covers
 */
public record WeightedStack(List<StackFrame> frames, long weightNs, long samples) {
    public WeightedStack {
        frames = List.copyOf(frames);
    }
}
