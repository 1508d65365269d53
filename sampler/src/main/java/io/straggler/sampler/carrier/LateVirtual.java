package io.straggler.sampler.carrier;

import io.straggler.model.StackSample;
import io.straggler.model.StackSample.Origin;
import io.straggler.model.VirtualThreads;
import io.straggler.sampler.stack.PolledIteration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread while it works on a late iteration: while a carrier has it, the carrier's stack is taken now and then; when none has, the JVM is asked where it waits, and what it
 * answers stands until a carrier has it again. For one thread, which looks.
 */
public final class LateVirtual {
    /** Time in nanoseconds after which it is looked whether a thread is where it was. */
    private static final long LOOK_AGAIN_NS = 200_000;

    private final VirtualSampling sampling;
    private final Thread thread;
    private final long id;
    private final BooleanSupplier goesOn;
    private final PolledIteration polled;
    private final Captured captured;
    private final LongSupplier parkedNs;
    private final long tagNs;

    /** Null where stacks of carriers cannot be had. */
    private final @Nullable Carried carried;

    private long dueNs;

    /** Instant of the last look; before the first one, instant at which its first stack was due. */
    private long lookedNs;

    /** Stack of the wait that it is in, without a carrier; null while it is in none. */
    private @Nullable StackSample waitStack;

    private long waitSinceNs;

    /** Whether the JVM was asked since no carrier has it: it may also be runnable, and wait for a carrier. */
    private boolean askedOfWait;

    /** Hears of requests for stacks. */
    @FunctionalInterface
    public interface Captured {
        void at(long dueNs, long askedNs);
    }

    /**
     * @param tagNs of the iteration
     * @param dueNs when its first stack is due
     * @param id of the thread, below zero
     * @param goesOn whether it still works on the iteration
     * @param polled when stacks of the iteration were asked for
     * @param parkedNs when it parked, while it does so; 0 otherwise, and where nobody knows
     */
    public LateVirtual(
            VirtualSampling sampling,
            long tagNs,
            long dueNs,
            Thread thread,
            long id,
            BooleanSupplier goesOn,
            PolledIteration polled,
            Captured captured,
            LongSupplier parkedNs) {
        this.parkedNs = parkedNs;
        this.tagNs = tagNs;
        this.sampling = sampling;
        this.thread = thread;
        this.id = id;
        this.goesOn = goesOn;
        this.polled = polled;
        this.captured = captured;
        this.dueNs = dueNs;
        this.lookedNs = dueNs;
        this.carried = sampling.carried(tagNs, id);
    }

    /**
     * Takes a stack if one is due.
     *
     * @param intervalNs between the first two stacks of an iteration
     * @return when to look again
     */
    public long look(long intervalNs) {
        long nowNs = sampling.clock().nanoTime();
        Optional<String> carrier = VirtualThreads.carrier(thread);
        Carried on = carried != null && carried.seen(carrier) ? carried : null;
        boolean waits = carrier.isEmpty();
        boolean due = dueNs - nowNs <= 0;
        if (!waits) {
            endWait(nowNs);
            askedOfWait = false;
        }
        if (on != null) {
            if (due && (polled.first() || !sampling.captures().inDebt(nowNs))) {
                capture(on, nowNs, intervalNs);
            }
        } else if (waits && !askedOfWait && sampling.budget().freeForFirst(nowNs)
                || due && (polled.first() || sampling.budget().free(nowNs))) {
            ask(nowNs, waits, intervalNs);
        }
        lookedNs = nowNs;
        return Math.min(dueNs, nowNs + LOOK_AGAIN_NS);
    }

    private void capture(Carried on, long nowNs, long intervalNs) {
        captured.at(dueNs, nowNs);
        on.capture(nowNs);
        sampling.captures().take(polled.first() ? 0 : 1, nowNs);
        next(nowNs, sampling.captures().apartNs(nowNs, intervalNs));
    }

    /** @param waits whether no carrier has it */
    private void ask(long askedNs, boolean waits, long intervalNs) {
        askedOfWait = waits;
        Optional<StackSample> answer = sampling.ask(thread, id);
        // If the iteration is over meanwhile, the stack may show the next one.
        if (answer.isPresent() && goesOn.getAsBoolean()) {
            StackSample stack = answer.get();
            captured.at(dueNs, askedNs);
            if (!waits || stack.running()) {
                endWait(askedNs);
                sampling.report(stack);
            } else if (waitStack == null || !waitStack.frames().equals(stack.frames())) {
                endWait(askedNs);
                waitStack = stack;
                waitSinceNs = sinceNs(stack.timeNs());
            }
        }
        next(askedNs, sampling.budget().apartNs(intervalNs));
    }

    /** Beginning of a wait that was seen for the first time: when the thread parked, or else the last look before. */
    private long sinceNs(long seenNs) {
        long parked = parkedNs.getAsLong();
        return parked != 0 && parked - tagNs >= 0 && parked - seenNs < 0 ? parked : lookedNs;
    }

    private void next(long nowNs, long intervalNs) {
        polled.add(nowNs, intervalNs);
        dueNs = polled.nextNs();
    }

    /** It has not waited since, or its iteration is over. */
    private void endWait(long nowNs) {
        StackSample stack = waitStack;
        if (stack != null) {
            waitStack = null;
            sampling.report(new StackSample(
                    Origin.WAIT,
                    waitSinceNs,
                    Math.max(nowNs, waitSinceNs + 1),
                    stack.osThreadId(),
                    false,
                    stack.frames()));
        }
    }

    /** Its iteration is over, or is not looked at any more. */
    public void end() {
        endWait(sampling.clock().nanoTime());
        if (carried != null) {
            carried.end();
        }
    }
}
