package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.OverheadCheck;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.VirtualThreads;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.Carried;
import io.straggler.sampler.carrier.Carriers;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.AskingRehearsal;
import io.straggler.sampler.stack.CaptureBudget;
import io.straggler.sampler.stack.PolledIteration;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Has stacks taken of virtual threads while they work on late iterations. No timer can be set on these, because the kernel does not know them: of one that a thread of the system
 * carries, that thread's stack is taken; of one that waits, the JVM is asked.
 *
 * <p>Its thread looks at all open stages twice within the arm delay. The first stack of a stage is due at the arm delay after its iteration's intended start, further ones as
 * {@link PolledIteration} and {@link AskingBudget} say. Without a core it misses what is late meanwhile.
 *
 * <p>Threads: {@link #turn} on its own; the rest on any.
 */
final class AskedStages {
    /** Longest sleep in nanoseconds, so that the thread notices when it is closed. */
    private static final long MAX_SLEEP_NS = 5_000_000;

    /** Shortest time in nanoseconds between two looks. */
    private static final long MIN_SLEEP_NS = 100_000;

    /** Least age in nanoseconds of a stage that is asked for a stack, where its iteration was late before it began. */
    private static final long MIN_AGE_NS = 100_000;

    /** Shortest distance in nanoseconds between two stacks of a stage. */
    private static final long MIN_INTERVAL_NS = 200_000;

    /** Time in nanoseconds after which it is looked whether the same carrier still has a thread. */
    private static final long LOOK_AGAIN_NS = 200_000;

    /** Looking takes one part in so many and one of the time, as long as it is not interrupted. */
    private static final int PARTS_OF_TIME = 2;

    /** Name of threads that have none. */
    private static final String UNNAMED = "virtual";

    private final OpenStages stages;
    private final Stacks stacks;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final LongConsumer sleep;
    private final SamplerCounters counters;
    private final OverheadCheck overheadCheck;
    private final AskingBudget budget;

    /** Of stacks of carriers beyond the first of a stage. */
    private final CaptureBudget captures;

    /** Null where the JVM alone knows stacks. */
    private final @Nullable Carriers carriers;

    private final Carried.Costs costs;

    /** Stages of which stacks are due, by their places. */
    private final Map<Integer, LateStage> late = new HashMap<>();

    private final Thread thread = new Thread(this::loop, "straggler-virtual");
    private volatile boolean closed;
    private volatile boolean armed;
    private volatile long armDelayNs;
    private volatile long taken;

    /** A way to ask for a thread's stack. */
    @FunctionalInterface
    interface Stacks {
        /** The stack now; empty if the thread is gone. */
        Optional<StackSample> of(Thread thread, long id, NanoClock clock);
    }

    /**
     * @param carriers whose stacks are those of the threads that they carry; null where the JVM alone knows stacks
     */
    AskedStages(
            OpenStages stages,
            Stacks stacks,
            CaptureListener listener,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters,
            OverheadCheck overheadCheck,
            @Nullable Carriers carriers,
            Carried.Costs costs) {
        this.stages = stages;
        this.stacks = stacks;
        this.listener = listener;
        this.clock = clock;
        this.sleep = sleep;
        this.counters = counters;
        this.overheadCheck = overheadCheck;
        this.budget = new AskingBudget(clock.nanoTime());
        this.captures = new CaptureBudget(costs.captureNs(), clock.nanoTime());
        this.carriers = carriers;
        this.costs = costs;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Starts to look, with this arm delay. */
    void arm(long delayNs) {
        armDelayNs = delayNs;
        armed = true;
    }

    /** Stops to look; what is under way is finished. */
    void disarm() {
        armed = false;
    }

    /** Stacks so far. */
    long taken() {
        return taken;
    }

    /** Ends the thread and waits for it, also on a thread that was interrupted. */
    void close() {
        closed = true;
        Threads.joinUninterruptibly(thread);
        late.values().forEach(LateStage::end);
        late.clear();
        if (carriers != null) {
            carriers.close();
        }
    }

    private void loop() {
        if (NativeThread.available()) {
            NativeThread.sleepPrecisely();
            NativeThread.wakeUpSoon();
        }
        try {
            AskingRehearsal.perform();
            while (!closed) {
                sleep.accept(turn());
            }
        } catch (RuntimeException | Error e) {
            // The run goes on without these stacks, and its summary says why.
            counters.broke(e);
        }
    }

    /** One look. Returns how long to sleep until the next one, in nanoseconds. */
    long turn() {
        long nowNs = clock.nanoTime();
        if (!armed || overheadCheck.off(nowNs)) {
            late.values().forEach(LateStage::end);
            late.clear();
            return MAX_SLEEP_NS;
        }
        late.values().removeIf(LateStage::over);
        long nextNs = nowNs + armDelayNs / 2;
        for (int place = stages.nextOpen(0); place < stages.places(); place = stages.nextOpen(place + 1)) {
            nextNs = Math.min(nextNs, look(place));
        }
        long doneNs = clock.nanoTime();
        long restNs = Math.max(MIN_SLEEP_NS, PARTS_OF_TIME * Math.min(doneNs - nowNs, MIN_SLEEP_NS));
        return Math.max(restNs, Math.min(MAX_SLEEP_NS, nextNs - doneNs));
    }

    /** Returns when to look at the stage in a place again. */
    private long look(int place) {
        LateStage known = late.get(place);
        if (known == null) {
            long fromNs = stages.fromNs(place);
            long tagNs = stages.tagNs(place);
            Thread worker = stages.thread(place);
            long dueNs = Math.max(tagNs + armDelayNs, fromNs + MIN_AGE_NS);
            boolean free = budget.freeForFirst(clock.nanoTime());
            if (fromNs == 0 || worker == null || !free || dueNs - clock.nanoTime() > 0) {
                return dueNs;
            }
            if (stages.fromNs(place) != fromNs) {
                return fromNs;
            }
            known = new LateStage(place, fromNs, tagNs, dueNs, worker);
            late.put(place, known);
        }
        return known.look();
    }

    /** A stage of which stacks are due. */
    private final class LateStage {
        private final int place;
        private final long fromNs;
        private final long tagNs;
        private final Thread worker;
        private final WatchedThread identity;
        private final PolledIteration polled = new PolledIteration();

        /** Null where stacks of carriers cannot be had. */
        private final @Nullable Carried carried;

        private long dueNs;

        /** When it was last looked at; when it became late before that. */
        private long lookedNs;

        /** Where it waits, without a carrier; null while it does not. */
        private @Nullable StackSample waitStack;

        private long waitSinceNs;

        private LateStage(int place, long fromNs, long tagNs, long dueNs, Thread worker) {
            this.place = place;
            this.fromNs = fromNs;
            this.tagNs = tagNs;
            this.dueNs = dueNs;
            this.lookedNs = dueNs;
            this.worker = worker;
            this.identity = identity(worker);
            this.carried = carriers == null
                    ? null
                    : new Carried(tagNs, identity.osThreadId(), carriers, listener, clock, costs);
            polled.dueNs(fromNs);
            listener.watching(identity);
        }

        /** Whether the stage was closed; then nothing of it is looked at any more. */
        private boolean over() {
            boolean over = stages.fromNs(place) != fromNs;
            if (over) {
                end();
            }
            return over;
        }

        private void end() {
            endWait(clock.nanoTime());
            if (carried != null) {
                carried.leave();
            }
            listener.released(identity);
        }

        /** Returns when to do so again. */
        private long look() {
            long nowNs = clock.nanoTime();
            boolean captured = carried != null && carried.look(worker);
            boolean waits = !captured && VirtualThreads.carrier(worker).isEmpty();
            boolean due = dueNs - nowNs <= 0;
            if (!waits) {
                endWait(nowNs);
            }
            if (captured && due && (polled.first() || !captures.inDebt(nowNs))) {
                capture(nowNs);
            } else if (waits && waitStack == null && budget.freeForFirst(nowNs)
                    || !captured && due && (polled.first() || budget.free(nowNs))) {
                ask(nowNs, waits);
            }
            lookedNs = nowNs;
            return Math.min(dueNs, nowNs + LOOK_AGAIN_NS);
        }

        private long intervalNs() {
            return Math.max(MIN_INTERVAL_NS, armDelayNs / 2);
        }

        private void next(long nowNs, long intervalNs) {
            polled.add(nowNs, intervalNs);
            dueNs = polled.dueNs(fromNs);
        }

        private void capture(long nowNs) {
            listener.captured(new Capture(Purpose.LATE, tagNs, identity.osThreadId(), dueNs, nowNs));
            Objects.requireNonNull(carried).capture(nowNs);
            captures.take(polled.first() ? 0 : 1, nowNs);
            next(nowNs, captures.apartNs(nowNs, intervalNs()));
        }

        /** @param waits whether no carrier has it: then it is where its stack shows until it is seen on one, or its stack is another */
        private void ask(long askedNs, boolean waits) {
            Optional<StackSample> answer = stacks.of(worker, identity.osThreadId(), clock);
            budget.asked(askedNs, clock.nanoTime());
            // If the stage was closed meanwhile, the stack may show the next one.
            if (answer.isPresent() && stages.fromNs(place) == fromNs) {
                StackSample stack = answer.get();
                listener.captured(new Capture(Purpose.LATE, tagNs, identity.osThreadId(), dueNs, askedNs));
                if (!waits || stack.running()) {
                    endWait(askedNs);
                    report(stack);
                } else if (waitStack == null || !waitStack.frames().equals(stack.frames())) {
                    endWait(askedNs);
                    waitStack = stack;
                    waitSinceNs = Math.max(lookedNs, fromNs);
                }
            }
            next(askedNs, budget.apartNs(intervalNs()));
        }

        /** It has not waited since, or its stage is over. */
        private void endWait(long nowNs) {
            StackSample stack = waitStack;
            if (stack != null) {
                waitStack = null;
                report(new StackSample(
                        waitSinceNs, Math.max(nowNs, waitSinceNs + 1), stack.osThreadId(), false, stack.frames()));
            }
        }

        private void report(StackSample stack) {
            taken = taken + 1;
            listener.stack(stack);
        }
    }

    private static WatchedThread identity(Thread worker) {
        String name = worker.getName();
        return new WatchedThread(name.isEmpty() ? UNNAMED : name, worker.getId(), -worker.getId(), ThreadRole.HELPER);
    }
}
