package io.straggler.flamegraph;

import io.straggler.diagnosis.OutlierStacks;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which stacks a file holds. Patterns have to match the whole name of a frame or thread, as in async-profiler's converter. Threads: one, because names and stacks that
 * were matched are remembered.
 */
public final class StackSelection {
    private final Map<Long, String> threadNames;
    private final Names included;
    private final Names excluded;
    private final Optional<Names> threads;

    /** Recordings share equal stacks; so do these. */
    private final Map<List<StackFrame>, List<StackFrame>> lineNamed = new IdentityHashMap<>();

    /**
     * A selection of the stacks of a run.
     *
     * @param threadNames by the system's number
     * @param include only stacks with a frame that matches one of these; all stacks if there are none
     * @param exclude no stacks with a frame that matches one of these
     * @param threads only stacks of threads that match
     */
    public StackSelection(
            Map<Long, String> threadNames, List<Pattern> include, List<Pattern> exclude, Optional<Pattern> threads) {
        this.threadNames = Map.copyOf(threadNames);
        this.included = new Names(include);
        this.excluded = new Names(exclude);
        this.threads = threads.map(List::of).map(Names::new);
    }

    /**
     * All stacks of a run.
     *
     * @param threadNames by the system's number
     */
    public static StackSelection all(Map<Long, String> threadNames) {
        return new StackSelection(threadNames, List.of(), List.of(), Optional.empty());
    }

    /** Names that some patterns match. */
    private static final class Names {
        private final List<Pattern> patterns;

        /** Recordings have few names, and each of them on many stacks. */
        private final Map<String, Boolean> known = new HashMap<>();

        private Names(List<Pattern> patterns) {
            this.patterns = List.copyOf(patterns);
        }

        private boolean contain(String name) {
            return known.computeIfAbsent(
                    name,
                    any -> patterns.stream().anyMatch(one -> one.matcher(any).matches()));
        }

        private boolean containAny(List<StackFrame> frames) {
            return !patterns.isEmpty() && frames.stream().anyMatch(frame -> contain(frame.name()));
        }
    }

    /** Frames of a stack as the file shows them, with lines in their names; empty for a stack that is not selected. */
    public Optional<List<StackFrame>> shown(StackSample stack) {
        return ofThreads(stack).filter(this::selects);
    }

    /** Whether any stack of an outlier is selected, or would be if it had one: an outlier without stacks is in a file without a selection only. */
    public boolean showsAnyOf(DiagnosedOutlier outlier) {
        return isAll()
                || outlier.stacks().stream().anyMatch(stack -> shown(stack).isPresent());
    }

    /** Stacks of outliers, heaviest first. Time that no stack covers belongs to no thread. */
    public List<WeightedStack> weighted(Collection<DiagnosedOutlier> outliers) {
        return OutlierStacks.of(outliers, threadNames, this::ofThreads).stream()
                .filter(stack -> threads.isEmpty() || !stack.isUnseen())
                .filter(stack -> selects(stack.frames()))
                .toList();
    }

    /** Stacks with a frame that is selected. */
    public List<WeightedStack> only(List<WeightedStack> stacks) {
        return stacks.stream()
                .map(stack -> new WeightedStack(lineNamed(stack.frames()), stack.weightNs(), stack.samples()))
                .filter(stack -> selects(stack.frames()))
                .toList();
    }

    private boolean isAll() {
        return included.patterns.isEmpty() && excluded.patterns.isEmpty() && threads.isEmpty();
    }

    private boolean selects(List<StackFrame> frames) {
        return (included.patterns.isEmpty() || included.containAny(frames)) && !excluded.containAny(frames);
    }

    private Optional<List<StackFrame>> ofThreads(StackSample stack) {
        return isOfThreads(stack) ? Optional.of(lineNamed(stack.frames())) : Optional.empty();
    }

    private List<StackFrame> lineNamed(List<StackFrame> frames) {
        return lineNamed.computeIfAbsent(
                frames, stack -> stack.stream().map(StackFrame::lineNamed).toList());
    }

    private boolean isOfThreads(StackSample stack) {
        return threads.isEmpty()
                || threads.get()
                        .contain(threadNames.getOrDefault(stack.osThreadId(), Long.toString(stack.osThreadId())));
    }
}
