package io.straggler.diagnosis.budget.reading;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.FrameKind;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Code that stacks of normal iterations show.
 *
 * @param compiled methods that were compiled in one of them
 * @param own methods of the program's that are in one of them; empty where none was taken
 */
public record NormalCode(Set<String> compiled, Set<String> own) {
    /** Where there are no such stacks. */
    public static final NormalCode UNKNOWN = new NormalCode(Set.of(), Set.of());

    private static final Set<FrameKind> COMPILED =
            EnumSet.of(FrameKind.COMPILED, FrameKind.COMPILED_C1, FrameKind.INLINED);

    public NormalCode {
        compiled = Set.copyOf(compiled);
        own = Set.copyOf(own);
    }

    /** @param stacks of normal iterations */
    public static NormalCode of(List<List<StackFrame>> stacks) {
        Set<String> compiled = new HashSet<>();
        Set<String> own = new HashSet<>();
        for (List<StackFrame> stack : stacks) {
            for (StackFrame frame : stack) {
                if (COMPILED.contains(frame.kind())) {
                    compiled.add(frame.name());
                }
                if (!frame.kind().isNative() && !PlatformMethods.contain(frame.name())) {
                    own.add(frame.name());
                }
            }
        }
        return new NormalCode(compiled, own);
    }

    /**
     * Returns the share of normal iterations that each cause takes by their stacks; code is not among them.
     *
     * @param samples how often each stack of normal iterations was taken
     */
    public static Map<Cause, Double> causes(Map<List<StackFrame>, Long> samples) {
        double all = samples.values().stream().mapToLong(Long::longValue).sum();
        Map<Cause, Double> shares = new EnumMap<>(Cause.class);
        samples.forEach((stack, taken) -> StackCauses.of(stack)
                .or(() -> NativeCalls.waited(stack))
                .or(() -> NativeCalls.calledFor(stack))
                .ifPresent(cause -> shares.merge(cause, taken / all, Double::sum)));
        return shares;
    }

    /** Whether normal iterations are known to get there too, or nothing is known of them. */
    boolean reaches(String method) {
        return own.isEmpty() || own.contains(method);
    }
}
