package io.straggler.sampler;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadUsage;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.CaptureSchedule;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.ProcessStalls;
import io.straggler.sampler.usage.SamplerCounters;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.ThrottleHistory;
import io.straggler.sampler.usage.UsageSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The thread beside the timers: it sleeps, and now and then reports what the pacing thread left in the log, makes the captures of long
 * outliers rarer, looks at what other threads do, and notices when the whole process stood still. Nothing is missed when it has no core.
 */
final class SamplerThread {
    private static final long PERIOD_NS = 5_000_000;

    /** Number of captures of one iteration after which the distance between them doubles. */
    private static final int CAPTURES_UNTIL_RARER = 16;

    private final TimerTrigger trigger;
    private final LateLog log;
    private final CaptureListener listener;
    private final SamplerCounters counters;
    private final TimerCosts costs;
    private final long faultNs;
    private final NanoClock clock;
    private final ThrottleHistory throttled;
    private final SwitchRecords switches;
    private final Thread thread = new Thread(this::loop, "straggler-sampler");
    private final long[] entry = new long[LateLog.VALUES];
    private final OtherThreads others;
    private final Map<Long, CaptureSchedule> schedules = new HashMap<>();
    private volatile boolean closed;

    SamplerThread(
            TimerTrigger trigger,
            LateLog log,
            CaptureListener listener,
            SamplerCounters counters,
            TimerCosts costs,
            long faultNs,
            NanoClock clock,
            ThrottleHistory throttled,
            SwitchRecords switches) {
        this.trigger = trigger;
        this.log = log;
        this.listener = listener;
        this.others = new OtherThreads(listener, clock);
        this.counters = counters;
        this.costs = costs;
        this.faultNs = faultNs;
        this.clock = clock;
        this.throttled = throttled;
        this.switches = switches;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    OtherThreads others() {
        return others;
    }

    /** Ends the thread, waits for it, also on a thread that was interrupted, and reports what is left. */
    void close() {
        closed = true;
        Threads.joinUninterruptibly(thread);
        drain();
        others.close();
        throttled.close();
        switches.close();
    }

    private void loop() {
        NativeThread.sleepPrecisely();
        NativeThread.wakeUpSoon();
        ProcessStalls stalls = ProcessStalls.ofThisThread(clock, listener);
        try {
            while (!closed) {
                long fromNs = clock.nanoTime();
                NativeSleep.sleep(PERIOD_NS);
                if (stalls != null) {
                    stalls.slept(fromNs, fromNs + PERIOD_NS, clock.nanoTime());
                }
                turn(clock.nanoTime());
            }
        } catch (IOException | RuntimeException | Error e) {
            // Captures go on; what they were due for is no longer reported.
            counters.broke(e);
        } finally {
            if (stalls != null) {
                stalls.close();
            }
        }
    }

    /** One round. */
    void turn(long nowNs) {
        boolean late = trigger.armed() && trigger.threads().own().due(nowNs);
        others.look(nowNs, late || !log.empty());
        switches.look(nowNs);
        drain();
        if (trigger.armed()) {
            TimedThread own = trigger.threads().own();
            if (own.due(nowNs)) {
                others.late(own.dueNs() - trigger.armDelayNs(), nowNs);
            }
            for (int i = 0; i < trigger.threads().count(); i++) {
                TimedThread timed = trigger.threads().get(i);
                if (timed.due(nowNs)) {
                    others.askForOwner(nowNs, timed.osThreadId());
                }
                makeRarer(timed, nowNs);
            }
        }
    }

    private void makeRarer(TimedThread timed, long nowNs) {
        long dueNs = timed.dueNs();
        long intervalNs = timed.intervalNs();
        CaptureSchedule known = scheduleOf(timed.osThreadId());
        if (intervalNs > 0
                && timed.due(nowNs)
                && nowNs - known.phaseBeganNs(dueNs) > CAPTURES_UNTIL_RARER * intervalNs) {
            if (timed.lengthen(dueNs, nowNs)) {
                known.rarer(dueNs, intervalNs, nowNs, 2 * intervalNs);
            }
        }
    }

    private CaptureSchedule scheduleOf(long osThreadId) {
        return schedules.computeIfAbsent(osThreadId, id -> new CaptureSchedule());
    }

    private void drain() {
        boolean any = log.take(entry);
        // Behind the first entry, so that what held its iteration back is in the reading.
        if (!throttled.look(clock.nanoTime())) {
            counters.unread();
        }
        while (any) {
            report();
            any = log.take(entry);
        }
    }

    private void report() {
        long tagNs = entry[LateLog.TAG];
        long osThreadId = entry[LateLog.THREAD];
        long normalSampleNs = entry[LateLog.NORMAL];
        long dueNs = entry[LateLog.DUE];
        int captures = 0;
        if (normalSampleNs != 0) {
            captures = 1;
            counters.dueForNormalSample();
            captured(Purpose.NORMAL, tagNs, osThreadId, normalSampleNs);
        }
        int late = dueNs == 0
                ? 0
                : scheduleOf(osThreadId)
                        .until(
                                dueNs,
                                entry[LateLog.INTERVAL],
                                entry[LateLog.END],
                                atNs -> captured(Purpose.LATE, tagNs, osThreadId, atNs));
        counters.due(late);
        if (late > 0) {
            others.late(tagNs, entry[LateLog.END]);
        }
        if ((late > 0 || dueNs == 0) && entry[LateLog.BEFORE + UsageSource.TIME] != 0) {
            listener.used(usage(tagNs, osThreadId, captures + late));
        }
    }

    private void captured(Purpose purpose, long tagNs, long osThreadId, long dueNs) {
        listener.captured(new Capture(purpose, tagNs, osThreadId, dueNs, dueNs));
    }

    private ThreadUsage usage(long tagNs, long osThreadId, int captures) {
        long fromNs = entry[LateLog.BEFORE + UsageSource.TIME];
        long toNs = entry[LateLog.AFTER + UsageSource.TIME];
        long minorFaults = charged(UsageSource.MINOR);
        return ThreadUsage.of(tagNs, osThreadId)
                .between(fromNs, toNs)
                .runDelayNs(charged(UsageSource.RUN_DELAY))
                .cpuNs(charged(UsageSource.CPU))
                .minorFaults(minorFaults)
                .majorFaults(charged(UsageSource.MAJOR))
                .voluntarySwitches(charged(UsageSource.VOLUNTARY))
                .involuntarySwitches(charged(UsageSource.INVOLUNTARY))
                .faultsNs(minorFaults * faultNs)
                .capturesNs(captures * costs.captureNs())
                .throttledNs(throttled.sinceNs(fromNs))
                .offCore(switches.between(osThreadId, fromNs, toNs))
                .build();
    }

    private long charged(int what) {
        return entry[LateLog.AFTER + what] - entry[LateLog.BEFORE + what];
    }
}
