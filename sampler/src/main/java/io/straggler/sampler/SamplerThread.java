package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.ThreadAccounting;
import io.straggler.model.hook.Capture;
import io.straggler.model.hook.Capture.Purpose;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.Throttling;
import io.straggler.sampler.stack.Dues;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.Account;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.SamplerAccount;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The thread beside the timers: it sleeps, and now and then reports what the pacing thread left in the log, makes the captures of long
 * outliers rarer, looks at what other threads do, and notices when the whole process stood still. Nothing is missed when it has no core.
 */
final class SamplerThread {
    private static final long PERIOD_NS = 5_000_000;

    /** After so many captures of one iteration the distance between them doubles. */
    private static final int CAPTURES_UNTIL_RARER = 16;

    private final TimerTrigger trigger;
    private final LateLog log;
    private final CaptureListener listener;
    private final SamplerAccount account;
    private final TimerCosts costs;
    private final long faultNs;
    private final NanoClock clock;
    private final Thread thread = new Thread(this::loop, "straggler-sampler");
    private final Throttling throttling = Throttling.open();
    private final long[] entry = new long[LateLog.VALUES];
    private final OtherThreads others;
    private final Map<Long, Dues> dues = new HashMap<>();
    private long throttledNs;
    private volatile boolean closed;

    SamplerThread(
            TimerTrigger trigger,
            LateLog log,
            CaptureListener listener,
            SamplerAccount account,
            TimerCosts costs,
            long faultNs,
            NanoClock clock) {
        this.trigger = trigger;
        this.log = log;
        this.listener = listener;
        this.others = new OtherThreads(listener, clock);
        this.account = account;
        this.costs = costs;
        this.faultNs = faultNs;
        this.clock = clock;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    OtherThreads others() {
        return others;
    }

    /** Ends the thread, waits for it and reports what is left. */
    void close() throws InterruptedException {
        closed = true;
        thread.join();
        drain();
        others.close();
        if (throttling != null) {
            throttling.close();
        }
    }

    private void loop() {
        NativeThread.sleepPrecisely();
        ProcessStalls standstills = ProcessStalls.ofThisThread(clock, listener);
        try {
            while (!closed) {
                long fromNs = clock.nanoTime();
                NativeSleep.sleep(PERIOD_NS);
                if (standstills != null) {
                    standstills.slept(fromNs, fromNs + PERIOD_NS, clock.nanoTime());
                }
                turn(clock.nanoTime());
            }
        } catch (IOException | RuntimeException | Error e) {
            // Captures go on; what they were due for is no longer reported.
            account.broke(e);
        } finally {
            if (standstills != null) {
                standstills.close();
            }
        }
    }

    /** One round. */
    void turn(long nowNs) {
        boolean late = trigger.armed() && trigger.threads().own().due(nowNs);
        others.look(nowNs, late || !log.empty());
        drain();
        if (trigger.armed()) {
            TimedThread own = trigger.threads().own();
            if (own.due(nowNs)) {
                others.late(own.dueNs() - trigger.armDelayNs(), nowNs);
                others.askForOwner(nowNs);
            }
            for (int i = 0; i < trigger.threads().count(); i++) {
                makeRarer(trigger.threads().get(i), nowNs);
            }
        }
    }

    private void makeRarer(TimedThread timed, long nowNs) {
        long dueNs = timed.dueNs();
        long intervalNs = timed.intervalNs();
        Dues known = duesOf(timed.osThreadId());
        if (intervalNs > 0
                && timed.due(nowNs)
                && nowNs - known.phaseBeganNs(dueNs) > CAPTURES_UNTIL_RARER * intervalNs) {
            if (timed.lengthen(dueNs, nowNs)) {
                known.rarer(dueNs, intervalNs, nowNs, 2 * intervalNs);
            }
        }
    }

    private Dues duesOf(long osThreadId) {
        return dues.computeIfAbsent(osThreadId, id -> new Dues());
    }

    private void drain() {
        long throttledBeforeNs = throttledNs;
        boolean any = false;
        while (log.take(entry)) {
            if (!any) {
                any = true;
                throttledNs = readThrottled();
            }
            report(throttledNs - throttledBeforeNs);
        }
        if (!any && throttling != null) {
            throttledNs = readThrottled();
        }
    }

    private long readThrottled() {
        try {
            return throttling == null ? 0 : throttling.throttledNs();
        } catch (IOException e) {
            account.unread();
            return throttledNs;
        }
    }

    private void report(long heldBackNs) {
        long tagNs = entry[LateLog.TAG];
        long osThreadId = entry[LateLog.THREAD];
        long baselineNs = entry[LateLog.BASELINE];
        long dueNs = entry[LateLog.DUE];
        int captures = 0;
        if (baselineNs != 0) {
            captures = 1;
            account.dueForBaseline();
            captured(Purpose.BASELINE, tagNs, osThreadId, baselineNs);
        }
        int late = dueNs == 0
                ? 0
                : duesOf(osThreadId)
                        .until(
                                dueNs,
                                entry[LateLog.INTERVAL],
                                entry[LateLog.END],
                                atNs -> captured(Purpose.LATE, tagNs, osThreadId, atNs));
        account.due(late);
        if (late > 0) {
            others.late(tagNs, entry[LateLog.END]);
        }
        if (late > 0 && entry[LateLog.BEFORE + Account.TIME] != 0) {
            listener.accounted(accounting(tagNs, osThreadId, captures + late, heldBackNs));
        }
    }

    private void captured(Purpose purpose, long tagNs, long osThreadId, long dueNs) {
        listener.captured(new Capture(purpose, tagNs, osThreadId, dueNs, dueNs));
    }

    private ThreadAccounting accounting(long tagNs, long osThreadId, int captures, long heldBackNs) {
        long minorFaults = charged(Account.MINOR);
        return new ThreadAccounting(
                tagNs,
                osThreadId,
                entry[LateLog.BEFORE + Account.TIME],
                entry[LateLog.AFTER + Account.TIME],
                charged(Account.RUN_DELAY),
                charged(Account.CPU),
                minorFaults,
                charged(Account.MAJOR),
                charged(Account.VOLUNTARY),
                charged(Account.INVOLUNTARY),
                minorFaults * faultNs,
                captures * costs.captureNs(),
                heldBackNs);
    }

    private long charged(int what) {
        return entry[LateLog.AFTER + what] - entry[LateLog.BEFORE + what];
    }
}
