package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.stacks.InOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Captured stacks of one thread in order of time, found by when they were taken. */
final class TakenStacks {
    private final List<StackSpan> ordered;

    /** @param ordered by the time at which they were taken */
    TakenStacks(List<StackSpan> ordered) {
        this.ordered = ordered;
    }

    /** The first stack after an instant and not after another; null for none. */
    @Nullable
    StackSpan first(long afterNs, long untilNs) {
        int first = firstFrom(afterNs + 1);
        return first < ordered.size() && ordered.get(first).timeNs() <= untilNs ? ordered.get(first) : null;
    }

    /** Stacks from one instant to another, both included. */
    List<StackSpan> between(long fromNs, long untilNs) {
        int from = firstFrom(fromNs);
        return ordered.subList(from, Math.max(from, firstFrom(untilNs + 1)));
    }

    /** The last stack before an instant, the first of several at once; null for none. */
    @Nullable
    StackSpan lastBefore(long timeNs) {
        int last = firstFrom(timeNs) - 1;
        return last < 0 ? null : ordered.get(firstFrom(ordered.get(last).timeNs()));
    }

    /** The first stack after an instant; null for none. */
    @Nullable
    StackSpan firstAfter(long timeNs) {
        return first(timeNs, Long.MAX_VALUE);
    }

    /** Stacks from an instant on. */
    List<StackSpan> from(long timeNs) {
        return ordered.subList(firstFrom(timeNs), ordered.size());
    }

    private int firstFrom(long timeNs) {
        return InOrder.firstFrom(ordered.size(), i -> ordered.get(i).timeNs(), timeNs);
    }
}
