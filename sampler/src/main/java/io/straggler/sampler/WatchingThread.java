package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.StackSource;
import io.straggler.sampler.stack.TargetThread;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The tail trigger where there are no timers: an ordinary thread that watches what is in flight, sleeps until it could be late, and
 * then asks for stacks. Without a core it misses what is late meanwhile.
 *
 * <p>It looks again right before it asks, so that it does not hit the iteration behind. It spins the end of a wait only on a machine
 * with cores to spare: with two of them a spinning thread leaves none for whoever else wakes up.
 */
final class WatchingThread {
    private static final long LONGEST_SLEEP_NS = 50_000_000;

    /** A sleep may end this much late. */
    private static final long WAKE_UP_NS = 60_000;

    /** While something is late its end is looked for this often. */
    private static final long LATE_LOOK_NS = 100_000;

    private static final int CORES_TO_SPARE = 4;

    /** Other threads than the pacing one are captured only so often in one iteration: that may be what it waits for. */
    private static final int MOST_OF_HELPERS = 2;

    private final InFlight inFlight;
    private final List<TargetThread> targets;
    private final StackSource source;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final LongConsumer sleep;
    private final SamplerCounters counters;
    private final OverheadCheck overheadCheck;
    private final boolean spins;
    private final Thread thread = new Thread(this::loop, "straggler-sampler");
    private final InFlightView view = new InFlightView();
    private volatile boolean closed;
    private volatile boolean armed;
    private volatile long armDelayNs;
    private volatile CaptureBackoff gaps;
    private long lateTagNs;
    private long lateStartNs;
    private boolean late;
    private int captures;
    private long dueNs;

    WatchingThread(
            InFlight inFlight,
            List<TargetThread> targets,
            StackSource source,
            CaptureListener listener,
            NanoClock clock,
            LongConsumer sleep,
            SamplerCounters counters,
            OverheadCheck overheadCheck,
            int cores) {
        this.inFlight = inFlight;
        this.targets = targets;
        this.source = source;
        this.listener = listener;
        this.clock = clock;
        this.sleep = sleep;
        this.counters = counters;
        this.overheadCheck = overheadCheck;
        this.spins = cores >= CORES_TO_SPARE;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Starts to look, with this arm delay. From any thread. */
    void arm(long delayNs, CaptureBackoff betweenCaptures) {
        armDelayNs = delayNs;
        gaps = betweenCaptures;
        armed = true;
    }

    /** Stops to look; what is under way is finished. From any thread. */
    void disarm() {
        armed = false;
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
            while (!closed) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            // The run goes on without stacks, and its summary says why.
            counters.broke(e);
        }
    }

    /** One round of the loop. */
    void turn() {
        long nowNs = clock.nanoTime();
        if (!armed || overheadCheck.off(nowNs)) {
            late = false;
            until(armed ? overheadCheck.blockEndNs(nowNs) : nowNs + LONGEST_SLEEP_NS / 10);
            return;
        }
        inFlight.read(view);
        if (!view.busy()) {
            late = false;
            until(Math.min(nowNs + LONGEST_SLEEP_NS, saturatedSum(view.nextIntendedNs(), armDelayNs)));
            return;
        }
        if (!late || view.intendedNs() != lateTagNs || view.startNs() != lateStartNs) {
            late = false;
            long armedAtNs = view.startNs() + armDelayNs;
            if (nowNs - armedAtNs < 0) {
                until(armedAtNs);
                return;
            }
            late = true;
            lateTagNs = view.intendedNs();
            lateStartNs = view.startNs();
            captures = 0;
            dueNs = armedAtNs;
        }
        if (nowNs - dueNs >= 0) {
            capture(nowNs);
        }
        until(Math.min(dueNs, nowNs + LATE_LOOK_NS));
    }

    private void capture(long nowNs) {
        if (captures >= gaps.most()) {
            dueNs = Long.MAX_VALUE / 2;
            counters.capped();
            return;
        }
        for (int i = 0; i < targets.size() && (i == 0 || captures < MOST_OF_HELPERS); i++) {
            // Whatever kept this thread from a core since it looked, it must not hit the iteration behind.
            inFlight.read(view);
            if (!view.busy() || view.intendedNs() != lateTagNs) {
                return;
            }
            TargetThread target = targets.get(i);
            long sentNs = clock.nanoTime();
            if (source.request(target)) {
                counters.sent(Math.max(0, sentNs - dueNs));
                listener.captured(
                        new Capture(Purpose.LATE, lateTagNs, target.identity().osThreadId(), dueNs, sentNs));
            }
        }
        dueNs = Math.max(dueNs, nowNs) + gaps.afterNs(captures);
        captures++;
    }

    private void until(long atNs) {
        long leftNs = atNs - clock.nanoTime();
        long sleepNs = Math.min(LONGEST_SLEEP_NS, spins ? leftNs - WAKE_UP_NS : leftNs);
        if (sleepNs > 0) {
            sleep.accept(sleepNs);
        }
        while (spins && !closed && leftNs < LONGEST_SLEEP_NS && atNs - clock.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < a ? Long.MAX_VALUE : sum;
    }
}
