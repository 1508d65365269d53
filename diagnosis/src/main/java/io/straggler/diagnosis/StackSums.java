package io.straggler.diagnosis;

import io.straggler.model.StackFrame;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Weights added up by stack. */
final class StackSums {
    private final Map<List<StackFrame>, Sum> byStack = new LinkedHashMap<>();

    /** Recordings share equal stacks, and hashing a deep one costs more than all else here. */
    private final Map<List<StackFrame>, Sum> byIdentity = new IdentityHashMap<>();

    void add(List<StackFrame> frames, long weightNs) {
        Sum sum = byIdentity.get(frames);
        if (sum == null) {
            sum = byStack.computeIfAbsent(frames, stack -> new Sum());
            byIdentity.put(frames, sum);
        }
        sum.weightNs += weightNs;
        sum.samples++;
    }

    void addUnseen(StackFrame frame, long weightNs) {
        byStack.computeIfAbsent(List.of(frame), stack -> new Sum()).weightNs += weightNs;
    }

    /** All stacks, those of equal weight in order of their first appearance. */
    List<WeightedStack> heaviestFirst() {
        return byStack.entrySet().stream()
                .map(entry -> new WeightedStack(entry.getKey(), entry.getValue().weightNs, entry.getValue().samples))
                .sorted(Comparator.comparingLong(WeightedStack::weightNs).reversed())
                .toList();
    }

    private static final class Sum {
        private long weightNs;
        private long samples;
    }
}
