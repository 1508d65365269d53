package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.OverheadCheck;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.AskingRehearsal;
import io.straggler.sampler.stack.PolledIteration;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the JVM for the stacks of virtual threads while they work on late iterations. No timer can be set on these: the kernel does not know them.
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
    private final @Nullable PolledIteration[] asked;

    /** Threads whose stacks were taken, as long as their stages are open. */
    private final Map<Open, WatchedThread> shown = new HashMap<>();

    private final Thread thread = new Thread(this::loop, "straggler-virtual");
    private volatile boolean closed;
    private volatile boolean armed;
    private volatile long armDelayNs;
    private volatile long taken;

    /** An open stage. */
    private record Open(int place, long fromNs) {}

    /** A way to ask for a thread's stack. */
    @FunctionalInterface
    interface Stacks {
        /** The stack now; empty if the thread is gone. */
        Optional<StackSample> of(Thread thread, long id, NanoClock clock);
    }

    AskedStages(
            OpenStages stages,
            Stacks stacks,
            CaptureListener listener,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters,
            OverheadCheck overheadCheck) {
        this.stages = stages;
        this.stacks = stacks;
        this.listener = listener;
        this.clock = clock;
        this.sleep = sleep;
        this.counters = counters;
        this.overheadCheck = overheadCheck;
        this.budget = new AskingBudget(clock.nanoTime());
        this.asked = new PolledIteration[stages.places()];
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
    }

    private void loop() {
        if (NativeThread.available()) {
            NativeThread.sleepPrecisely();
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
            return MAX_SLEEP_NS;
        }
        long nextNs = nowNs + armDelayNs / 2;
        shown.entrySet().removeIf(one -> {
            boolean over = stages.fromNs(one.getKey().place) != one.getKey().fromNs;
            if (over) {
                listener.released(one.getValue());
            }
            return over;
        });
        for (int place = stages.nextOpen(0); place < stages.places(); place = stages.nextOpen(place + 1)) {
            long fromNs = stages.fromNs(place);
            if (fromNs != 0) {
                nextNs = Math.min(nextNs, look(place, fromNs));
            }
        }
        return Math.max(MIN_SLEEP_NS, Math.min(MAX_SLEEP_NS, nextNs - clock.nanoTime()));
    }

    /** Returns when the next stack of the stage is due. */
    private long look(int place, long fromNs) {
        long tagNs = stages.tagNs(place);
        Thread worker = stages.thread(place);
        PolledIteration polled = asked[place];
        if (polled == null) {
            polled = new PolledIteration();
            asked[place] = polled;
        }
        long dueNs = polled.dueNs(fromNs);
        boolean first = dueNs == fromNs;
        if (first) {
            dueNs = Math.max(tagNs + armDelayNs, fromNs + MIN_AGE_NS);
        }
        long nowNs = clock.nanoTime();
        if (worker != null && dueNs - nowNs <= 0 && (first ? budget.freeForFirst(nowNs) : budget.free(nowNs))) {
            ask(place, fromNs, worker, tagNs, dueNs);
            polled.add(nowNs, budget.apartNs(Math.max(MIN_INTERVAL_NS, armDelayNs / 2)));
            return polled.dueNs(fromNs);
        }
        return dueNs;
    }

    private void ask(int place, long fromNs, Thread worker, long tagNs, long dueNs) {
        long askedNs = clock.nanoTime();
        Optional<StackSample> stack = stacks.of(worker, -worker.getId(), clock);
        budget.asked(askedNs, clock.nanoTime());
        // If the stage was closed meanwhile, the stack may show the next one.
        if (stack.isPresent() && stages.fromNs(place) == fromNs) {
            taken = taken + 1;
            WatchedThread identity = identity(worker);
            if (shown.putIfAbsent(new Open(place, fromNs), identity) == null) {
                listener.watching(identity);
            }
            listener.stack(stack.get());
            listener.captured(new Capture(Purpose.LATE, tagNs, -worker.getId(), dueNs, askedNs));
        }
    }

    private static WatchedThread identity(Thread worker) {
        String name = worker.getName();
        return new WatchedThread(name.isEmpty() ? UNNAMED : name, worker.getId(), -worker.getId(), ThreadRole.HELPER);
    }
}
