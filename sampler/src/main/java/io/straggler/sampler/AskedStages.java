package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.OverheadCheck;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.Carriers;
import io.straggler.sampler.carrier.LateVirtual;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.carrier.VirtualSampling;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.AskingRehearsal;
import io.straggler.sampler.stack.PolledIteration;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.HashMap;
import java.util.Map;
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

    /** Length of the rest after a look, as a multiple of what the look took. A look that was interrupted counts as {@link #MIN_SLEEP_NS}. */
    private static final int RESTS_PER_LOOK = 2;

    private final OpenStages stages;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final OverheadCheck overheadCheck;
    private final AskingBudget budget;
    private final VirtualSampling sampling;

    /** Stages with stacks due, by their places. */
    private final Map<Integer, LateStage> late = new HashMap<>();

    private final RepeatingThread thread;
    private volatile boolean armed;
    private volatile long armDelayNs;

    /**
     * @param stacks of threads that no carrier has
     * @param carriers whose stacks are those of the threads that they carry; null where the JVM alone knows stacks
     */
    AskedStages(
            OpenStages stages,
            VirtualSampling.Stacks stacks,
            CaptureListener listener,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters,
            OverheadCheck overheadCheck,
            @Nullable Carriers carriers,
            SamplingCosts costs) {
        this.stages = stages;
        this.listener = listener;
        this.clock = clock;
        this.overheadCheck = overheadCheck;
        this.budget = new AskingBudget(clock.nanoTime());
        this.sampling = new VirtualSampling(stacks, carriers, budget, listener, clock, costs);
        this.thread = new RepeatingThread(
                "straggler-virtual", AskingRehearsal::perform, () -> sleep.accept(turn()), counters);
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
        return sampling.taken();
    }

    /** Ends the thread and waits for it, also on a thread that was interrupted. */
    void close() {
        thread.close();
        late.values().forEach(LateStage::end);
        late.clear();
        sampling.close();
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
        long restNs = Math.max(MIN_SLEEP_NS, RESTS_PER_LOOK * Math.min(doneNs - nowNs, MIN_SLEEP_NS));
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
            // Not of another stage, nor of one that its thread has left behind open.
            if (stages.fromNs(place) != fromNs || !worker.isAlive()) {
                return clock.nanoTime() + armDelayNs;
            }
            known = new LateStage(place, fromNs, tagNs, dueNs, worker);
            late.put(place, known);
        }
        return known.look();
    }

    /** Stage with stacks due. */
    private final class LateStage {
        private final int place;
        private final long fromNs;
        private final Thread worker;
        private final WatchedThread identity;
        private final LateVirtual thread;

        private LateStage(int place, long fromNs, long tagNs, long dueNs, Thread worker) {
            this.place = place;
            this.fromNs = fromNs;
            this.worker = worker;
            this.identity = identity(worker);
            PolledIteration polled = new PolledIteration();
            polled.dueNs(fromNs);
            long id = identity.osThreadId();
            this.thread = new LateVirtual(
                    sampling,
                    tagNs,
                    dueNs,
                    worker,
                    id,
                    this::goesOn,
                    polled,
                    (atNs, askedNs) -> listener.captured(new Capture(Purpose.LATE, tagNs, id, atNs, askedNs)),
                    () -> 0);
            listener.watching(identity);
        }

        private boolean goesOn() {
            return stages.fromNs(place) == fromNs && worker.isAlive();
        }

        /** Whether the stage was closed; then nothing of it is looked at any more. */
        private boolean over() {
            boolean over = !goesOn();
            if (over) {
                end();
            }
            return over;
        }

        private void end() {
            thread.end();
            listener.released(identity);
        }

        /** Returns when to do so again. */
        private long look() {
            return thread.look(Math.max(MIN_INTERVAL_NS, armDelayNs / 2));
        }
    }

    private static WatchedThread identity(Thread worker) {
        String name = worker.getName();
        return new WatchedThread(
                name.isEmpty() ? WatchedThread.VIRTUAL : name, worker.getId(), -worker.getId(), ThreadRole.HELPER);
    }
}
