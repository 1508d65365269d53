package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers the code that stacks run, in the order in which siblings stand in a tree. */
final class CodeRanks {
    private final Map<StackFrame, Integer> ranks;
    private final Map<Code, Integer> rankOfCode;

    private CodeRanks(Map<StackFrame, Integer> ranks, Map<Code, Integer> rankOfCode) {
        this.ranks = ranks;
        this.rankOfCode = rankOfCode;
    }

    static CodeRanks of(List<WeightedStack> stacks) {
        Set<StackFrame> frames = new HashSet<>();
        stacks.forEach(stack -> frames.addAll(stack.frames()));
        Set<Code> distinct = new HashSet<>();
        frames.forEach(frame -> distinct.add(Code.of(frame)));
        List<Code> ordered = new ArrayList<>(distinct);
        Collections.sort(ordered);
        Map<Code, Integer> rankOfCode = new HashMap<>();
        ordered.forEach(code -> rankOfCode.put(code, rankOfCode.size()));
        Map<StackFrame, Integer> ranks = new HashMap<>();
        frames.forEach(frame -> ranks.put(frame, rankOfCode.get(Code.of(frame))));
        return new CodeRanks(ranks, rankOfCode);
    }

    int size() {
        return rankOfCode.size();
    }

    /** The code's number; −1 for code that no stack runs. */
    int rankOf(StackFrame frame) {
        Integer rank = ranks.get(frame);
        return rank == null ? rankOfCode.getOrDefault(Code.of(frame), -1) : rank;
    }

    int[] ranksOf(List<StackFrame> frames) {
        return frames.stream().mapToInt(ranks::get).toArray();
    }

    private record Code(String name, FrameFamily family) implements Comparable<Code> {
        private static final Comparator<Code> ORDER =
                Comparator.comparing(Code::name).thenComparing(Code::family);

        static Code of(StackFrame frame) {
            return new Code(frame.name(), FrameFamily.of(frame.kind()));
        }

        @Override
        public int compareTo(Code other) {
            return ORDER.compare(this, other);
        }
    }
}
