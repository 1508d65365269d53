package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.StackSample;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.sampler.stack.PolledIteration;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Asks the JVM for stacks of what is late, where async-profiler cannot be used. It sleeps until an iteration could be late, looks at what is in
 * flight, and asks. Without a core it misses what is late meanwhile.
 *
 * <p>It looks again right before it asks, so that it does not hit the iteration behind.
 */
final class AskingThread {
    /** Longest sleep in nanoseconds, so that the thread notices when it is closed. */
    private static final long MAX_SLEEP_NS = 50_000_000;

    /** Sleep in nanoseconds while it is disarmed. */
    private static final long DISARMED_SLEEP_NS = 5_000_000;

    /** Minimum distance of two stacks in nanoseconds. Closer together, the profile would be of the profiler. */
    private static final long MIN_INTERVAL_NS = 20_000;

    /** Asking takes one part in 20 of an iteration's time at most. */
    private static final int PARTS_OF_ITERATION = 20;

    /** Longest cost of asking in nanoseconds that counts. Asking that took longer was interrupted. */
    private static final long MAX_COST_NS = 1_000_000;

    /** Maximum number of stacks of each other thread than the pacing one in an iteration: that may be what it waits for. */
    private static final int MAX_OF_HELPERS = 2;

    /**
     * A thread whose stacks are taken.
     *
     * @param identity names and ids
     * @param thread thread itself
     */
    record Target(WatchedThread identity, Thread thread) {}

    /** A way to take a thread's stack. */
    @FunctionalInterface
    interface Stacks {
        /** The stack now; empty if the thread is gone. */
        Optional<StackSample> of(Thread thread, long osThreadId, NanoClock clock);
    }

    private final InFlight inFlight;
    private final List<Target> targets;
    private final Stacks stacks;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final LongConsumer sleep;
    private final SamplerCounters counters;
    private final OverheadCheck overheadCheck;
    private final RepeatingThread thread;
    private final InFlightView view = new InFlightView();
    private final PolledIteration asked = new PolledIteration();
    private volatile boolean armed;
    private volatile long armDelayNs;
    private volatile long taken;
    private long lastStartNs;
    private int rounds;

    /** @param targets threads, the pacing one first; may grow */
    AskingThread(
            InFlight inFlight,
            List<Target> targets,
            Stacks stacks,
            CaptureListener listener,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters,
            OverheadCheck overheadCheck) {
        this.inFlight = inFlight;
        this.targets = targets;
        this.stacks = stacks;
        this.listener = listener;
        this.clock = clock;
        this.sleep = sleep;
        this.counters = counters;
        this.overheadCheck = overheadCheck;
        this.thread = new RepeatingThread("straggler-sampler", () -> {}, this::turn, counters);
    }

    void start() {
        thread.start();
    }

    /** Starts to look, with this arm delay. From any thread. */
    void arm(long delayNs) {
        armDelayNs = delayNs;
        armed = true;
    }

    /** Stops to look; what is under way is finished. From any thread. */
    void disarm() {
        armed = false;
    }

    /** Stacks so far. From any thread. */
    long taken() {
        return taken;
    }

    /** Ends the thread and waits for it, also on a thread that was interrupted. */
    void close() {
        thread.close();
    }

    /** One round of the loop. */
    void turn() {
        long nowNs = clock.nanoTime();
        if (!armed || overheadCheck.off(nowNs)) {
            sleepUntil(armed ? overheadCheck.blockEndNs(nowNs) : nowNs + DISARMED_SLEEP_NS);
            return;
        }
        inFlight.read(view);
        if (!view.busy()) {
            sleepUntil(saturatedSum(view.nextIntendedNs(), armDelayNs));
            return;
        }
        long startNs = view.startNs();
        long dueNs = dueNs(startNs);
        if (nowNs - dueNs >= 0) {
            ask(view.intendedNs(), startNs, dueNs);
            dueNs = dueNs(startNs);
        }
        // An iteration that begins after this look cannot be late any sooner.
        sleepUntil(Math.min(dueNs, nowNs + armDelayNs));
    }

    private long dueNs(long startNs) {
        return Math.max(startNs + armDelayNs, asked.dueNs(startNs));
    }

    private void ask(long tagNs, long startNs, long dueNs) {
        rounds = startNs == lastStartNs ? rounds + 1 : 0;
        lastStartNs = startNs;
        long fromNs = clock.nanoTime();
        for (int i = 0; i < targets.size() && (i == 0 || rounds < MAX_OF_HELPERS); i++) {
            // Whatever kept this thread from a core since it looked, it must not hit the iteration behind.
            inFlight.read(view);
            if (!view.busy() || view.startNs() != startNs) {
                return;
            }
            askFor(targets.get(i), tagNs, dueNs);
        }
        long costNs = Math.min(clock.nanoTime() - fromNs, MAX_COST_NS);
        asked.add(fromNs, Math.max(Math.max(MIN_INTERVAL_NS, armDelayNs / 2), PARTS_OF_ITERATION * costNs));
    }

    private void askFor(Target target, long tagNs, long dueNs) {
        long osThreadId = target.identity().osThreadId();
        long askedNs = clock.nanoTime();
        stacks.of(target.thread(), osThreadId, clock).ifPresent(stack -> {
            taken = taken + 1;
            listener.stack(stack);
            counters.sent(Math.max(0, askedNs - dueNs));
            listener.captured(new Capture(Purpose.LATE, tagNs, osThreadId, dueNs, askedNs));
        });
    }

    private void sleepUntil(long atNs) {
        long nowNs = clock.nanoTime();
        long sleepNs = Math.min(atNs, nowNs + MAX_SLEEP_NS) - nowNs;
        if (sleepNs > 0) {
            sleep.accept(sleepNs);
        }
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < a ? Long.MAX_VALUE : sum;
    }
}
