package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.StackSpan;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Roles that the steps have found for single stacks; later steps read those stacks differently. */
final class StackRoles {
    private final List<List<StackSpan>> stacks;
    private final List<TakenStacks> taken;
    private final Set<Integer> stoodStill = new HashSet<>();
    private final Map<Integer, Cause> insideCall = new HashMap<>();
    private final Set<Integer> endsOffCpu = new HashSet<>();

    /** @param stacks that were captured, by thread */
    StackRoles(List<List<StackSpan>> stacks) {
        this.stacks = stacks;
        this.taken = stacks.stream().map(TakenStacks::new).toList();
    }

    /** Notes those that were taken in time that is known to have been no work: they show where the thread happened to stand. */
    void stall(IntervalSet stood) {
        if (stood.lengthNs() > 0) {
            stacks.forEach(own -> own.stream()
                    .filter(stack -> stood.contains(stack.timeNs()))
                    .forEach(stack -> stoodStill.add(stack.index())));
        }
    }

    /** Whether it says nothing about code. */
    boolean stoodStill(StackSpan stack) {
        return stoodStill.contains(stack.index());
    }

    /**
     * Marks stacks that were taken in a call that blocked: they stand for the whole call, whose inner part is the
     * event.
     */
    void surround(Cause cause, IntervalSet blocked) {
        surround(cause, blocked, stack -> true);
    }

    /** Marks some of the stacks that were taken in a call that blocked. */
    void surround(Cause cause, IntervalSet blocked, Predicate<StackSpan> which) {
        if (blocked.lengthNs() > 0) {
            stacks.forEach(own -> own.stream()
                    .filter(stack -> blocked.contains(stack.timeNs()) && which.test(stack))
                    .forEach(stack -> insideCall.put(stack.index(), cause)));
        }
    }

    /**
     * Returns the cause whose call a stack was taken in, so that the time around the stack belongs to that cause, too;
     * null for none.
     */
    @Nullable
    Cause insideCall(StackSpan stack) {
        return insideCall.get(stack.index());
    }

    /** Notes those that end a time off the core, by index. */
    void endOffCpu(Collection<Integer> indices) {
        endsOffCpu.addAll(indices);
    }

    /** Notes those that were asked for in time off the core, for the most part, or taken in it. */
    void endOffCpu(IntervalSet stood) {
        if (stood.count() > 0) {
            taken.forEach(own -> endOffCpu(own.from(stood.startNs()), stood));
        }
    }

    private void endOffCpu(List<StackSpan> taken, IntervalSet stood) {
        long endNs = stood.toNs(stood.count() - 1);
        for (StackSpan stack : taken) {
            // A stack is asked for only after the one in front of it was taken.
            if (stack.askedNs() > endNs) {
                return;
            }
            long silentNs = stack.timeNs() - stack.askedNs();
            if (2 * stood.within(stack.askedNs(), stack.timeNs()).lengthNs() > silentNs
                    || stood.contains(stack.timeNs())) {
                endsOffCpu.add(stack.index());
            }
        }
    }

    /** Whether it ends a time off the core: it says nothing about what came between its request and itself. */
    boolean endsOffCpu(StackSpan stack) {
        return endsOffCpu.contains(stack.index());
    }
}
