package io.straggler.sampler.carrier;

import io.straggler.model.NanoClock;
import io.straggler.model.StackSample;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.CaptureBudget;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Source and budgets of stacks for all virtual threads that are late. For one thread, which looks. */
public final class VirtualSampling implements AutoCloseable {
    private final Stacks stacks;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final SamplingCosts costs;
    private final AskingBudget budget;

    /** Budget of stacks of carriers beyond the first of an iteration. */
    private final CaptureBudget captures;

    /** Null where the JVM alone knows stacks. */
    private final @Nullable Carriers carriers;

    private volatile long taken;

    /** A way to ask for a thread's stack. */
    @FunctionalInterface
    public interface Stacks {
        /** The stack now; empty if the thread is gone. */
        Optional<StackSample> of(Thread thread, long id, NanoClock clock);
    }

    /**
     * @param stacks of threads that no carrier has
     * @param carriers whose stacks are those of the threads that they carry, closed with this; null where the JVM alone knows stacks
     * @param budget of asking, shared with whoever else asks
     */
    public VirtualSampling(
            Stacks stacks,
            @Nullable Carriers carriers,
            AskingBudget budget,
            CaptureListener listener,
            NanoClock clock,
            SamplingCosts costs) {
        this.stacks = stacks;
        this.carriers = carriers;
        this.budget = budget;
        this.listener = listener;
        this.clock = clock;
        this.costs = costs;
        this.captures = new CaptureBudget(costs.captureNs(), clock.nanoTime());
    }

    Optional<StackSample> ask(Thread thread, long id) {
        long fromNs = clock.nanoTime();
        Optional<StackSample> stack = stacks.of(thread, id, clock);
        budget.asked(fromNs, clock.nanoTime());
        return stack;
    }

    void report(StackSample stack) {
        taken = taken + 1;
        listener.stack(stack);
    }

    @Nullable
    Carried carried(long tagNs, long id) {
        return carriers == null ? null : new Carried(tagNs, id, carriers, listener, clock, costs);
    }

    NanoClock clock() {
        return clock;
    }

    AskingBudget budget() {
        return budget;
    }

    CaptureBudget captures() {
        return captures;
    }

    /** Stacks so far that the JVM was asked for. From any thread. */
    public long taken() {
        return taken;
    }

    @Override
    public void close() {
        if (carriers != null) {
            carriers.close();
        }
    }
}
