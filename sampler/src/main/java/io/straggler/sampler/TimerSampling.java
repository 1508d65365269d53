package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.NormalSamples;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.Throttling;
import io.straggler.sampler.stack.AsyncProfilerStacks;
import io.straggler.sampler.stack.SamplerException;
import io.straggler.sampler.stack.Signals;
import io.straggler.sampler.stack.ThreadTimer;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.FaultCost;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.OwnUsage;
import io.straggler.sampler.usage.SamplerCounters;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.ThreadReading;
import io.straggler.sampler.usage.ThrottleHistory;
import io.straggler.sampler.usage.UsageSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sampling by timers: the trigger on the pacing thread, the thread beside it, and what they share. */
final class TimerSampling implements AutoCloseable {
    private final AsyncProfilerStacks source;
    private final TimerCosts costs;
    private final long faultNs;
    private final TimerTrigger trigger;
    private final SamplerThread thread;
    private final LateLog log;
    private final SwitchRecords switches;
    private final SamplerCounters counters;
    private final List<AutoCloseable> resources = new CopyOnWriteArrayList<>();
    private volatile boolean blocked;
    private volatile long uncaptured;

    private TimerSampling(
            AsyncProfilerStacks source,
            TimerCosts costs,
            long faultNs,
            TimerTrigger trigger,
            SamplerThread thread,
            LateLog log,
            SwitchRecords switches,
            SamplerCounters counters) {
        this.source = source;
        this.costs = costs;
        this.faultNs = faultNs;
        this.trigger = trigger;
        this.thread = thread;
        this.log = log;
        this.switches = switches;
        this.counters = counters;
    }

    /** @throws SamplerException saying why timers do not work here */
    static TimerSampling open(
            AsyncProfilerStacks source,
            InFlight inFlight,
            NormalSamples normalSamples,
            SamplerOptions options,
            CaptureListener listener,
            SamplerCounters counters) {
        TimerCosts costs;
        long faultNs = FaultCost.measureNs();
        try (ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), source.signal())) {
            costs = TimerCosts.measure(source, timer);
        }
        normalSamples.cost(costs.captureNs());
        LateLog log = new LateLog();
        TimerTrigger trigger = new TimerTrigger(inFlight, normalSamples, options, costs, log, NanoClock.SYSTEM);
        SwitchRecords switches = new SwitchRecords(options.witness());
        SamplerThread thread = new SamplerThread(
                trigger,
                log,
                listener,
                counters,
                costs,
                faultNs,
                NanoClock.SYSTEM,
                new ThrottleHistory(Throttling.open(NanoClock.SYSTEM.nanoTime())),
                switches);
        return new TimerSampling(source, costs, faultNs, trigger, thread, log, switches, counters);
    }

    void start() {
        thread.start();
    }

    TimerTrigger trigger() {
        return trigger;
    }

    TimerCosts costs() {
        return costs;
    }

    SamplingCosts samplingCosts() {
        return new SamplingCosts(costs.captureNs(), faultNs);
    }

    /** Captures a thread, if it can. The pacing thread's own call comes first. */
    void watch(WatchedThread watched) {
        long osThreadId = watched.osThreadId();
        ThreadRole role = watched.role();
        ThreadTimer timer;
        try {
            timer = ThreadTimer.create(osThreadId, source.signal());
        } catch (SamplerException e) {
            // It has ended, or there are no more timers to be had.
            uncaptured();
            return;
        }
        UsageSource usage =
                role == ThreadRole.HELPER ? ThreadReading.open(osThreadId, NanoClock.SYSTEM) : OwnUsage.open();
        switches.watch(osThreadId, role == ThreadRole.HELPER ? SwitchRecords.HELPER_PAGES : SwitchRecords.PACING_PAGES);
        TimedThread timed = new TimedThread(
                osThreadId,
                timer,
                timer.forAnotherThread(),
                timer.forAnotherThread(),
                usage,
                switches.waitTimes(osThreadId));
        thread.others().mayWait(watched);
        if (role != ThreadRole.HELPER) {
            trigger.pace(timed, role);
        } else if (!trigger.help(timed)) {
            timer.close();
            if (usage != null) {
                usage.close();
            }
            switches.forget(osThreadId);
            uncaptured();
            return;
        }
        resources.add(timer);
        if (usage != null) {
            resources.add(usage);
        }
    }

    /**
     * Captures a helper once. On the pacing thread, while the trigger rests.
     *
     * @return whether it has a timer
     */
    boolean captureOnce(long osThreadId, long atNs) {
        for (int i = 0; i < trigger.threads().helpers(); i++) {
            TimedThread helper = trigger.threads().helper(i);
            if (helper.osThreadId() == osThreadId) {
                helper.captureAt(atNs);
                counters.dueWhileIdle();
                return true;
            }
        }
        return false;
    }

    /** A watched thread cannot be captured. */
    void uncaptured() {
        uncaptured = uncaptured + 1;
    }

    /** Looks whether the pacing thread, which calls this, lets the signal through. */
    void look() {
        blocked |= Signals.blocked(source.signal());
    }

    /** Returns what works less well than it could, to follow another sentence; empty if nothing does. */
    String troubles() {
        return switches.troubles()
                + (blocked
                        ? "; but the task's thread blocks signal " + source.signal()
                                + ", so it was not captured: unblock it"
                        : "")
                + (uncaptured > 0
                        ? "; " + uncaptured
                                + " of the watched threads are not captured: there are too many, or they are virtual and enter no stages, have ended or had not begun"
                        : "");
    }

    @Override
    public void close() {
        trigger.close();
        thread.close();
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("timers and the files of scheduler statistics must close: " + e, e);
            }
        }
    }
}
