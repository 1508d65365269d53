package io.straggler.sampler.served;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.usage.SamplerCounters;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.UsageSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports late iterations to a listener: what was captured of them, what the system charged to their threads, and each thread once. For the
 * sweeping thread.
 */
final class LateReports {
    private final CaptureListener listener;
    private final ThreadCaptureSchedules schedules;
    private final @Nullable StallWitness witness;
    private final long captureNs;
    private final long faultNs;

    /** From a thread's first late iteration on: most threads never have one. */
    private final SwitchRecords switches;

    private final SwitchRates rates = new SwitchRates();
    private long countedNs;

    private final SamplerCounters counters = new SamplerCounters();
    private final Set<Long> reported = new HashSet<>();
    private long innocent;
    private long firstCaptures;

    /**
     * @param witness null where the system keeps no statistics of threads
     * @param switches closed with this
     * @param captureNs what a capture takes
     * @param faultNs what a minor page fault takes
     */
    LateReports(
            CaptureListener listener,
            ThreadCaptureSchedules schedules,
            @Nullable StallWitness witness,
            SwitchRecords switches,
            long captureNs,
            long faultNs) {
        this.listener = listener;
        this.schedules = schedules;
        this.witness = witness;
        this.switches = switches;
        this.captureNs = captureNs;
        this.faultNs = faultNs;
    }

    /**
     * Has the kernel record switches of the calling thread for a moment: whether it does is known before the first iteration is late, and its report
     * does not wait for classes to be loaded.
     */
    void tryOut(long osThreadId, long nowNs) {
        switches.watchServed(osThreadId);
        switches.between(osThreadId, nowNs, nowNs);
        switches.forget(osThreadId);
    }

    /** Looks what records of the cores cost, and ends those of threads that switch too often. */
    void look(long nowNs) {
        switches.look(nowNs);
        if (nowNs - countedNs >= SwitchRates.MIN_NS) {
            countedNs = nowNs;
            switches.counts((osThreadId, count) -> {
                rates.recorded(osThreadId, nowNs, count);
                if (rates.often(osThreadId)) {
                    switches.forget(osThreadId);
                    rates.unrecorded(osThreadId);
                }
            });
        }
    }

    /** Returns what works less well than it could, to follow another sentence; empty if nothing does. */
    String troubles() {
        return switches.troubles();
    }

    /**
     * Reports one, and returns whether a stack of it was due because it was late.
     *
     * @param sinceNs from when on it matters when the thread had no core: the start of the iteration, on whichever thread that was
     */
    boolean report(AgentThread thread, LateIteration late, long tagNs, long sinceNs, boolean outlier) {
        reportThread(thread);
        if (late.normalSampleNs() != 0) {
            counters.dueForNormalSample();
            captured(Purpose.NORMAL, tagNs, late.osThreadId(), late.normalSampleNs());
        }
        LongConsumer each = atNs -> captured(Purpose.LATE, tagNs, late.osThreadId(), atNs);
        int captures =
                thread.timed() ? schedules.of(late, each) : thread.polled().of(late.startNs(), each);
        counters.due(captures);
        innocent += captures > 0 && !outlier ? 1 : 0;
        firstCaptures += captures > 0 ? 1 : 0;
        if (outlier && captures == 0 && !thread.timed() && thread.polled().refused(late.startNs())) {
            counters.capped();
        }
        if (outlier && late.before()[UsageSource.TIME] != 0) {
            listener.used(usage(
                    late, tagNs, sinceNs, captures, witness == null ? 0 : witness.ended(late.startNs(), late.endNs())));
            rates.charged(late.osThreadId(), late.after());
            recordSwitches(late.osThreadId());
        } else if (outlier && sinceNs < late.startNs() && thread.timed()) {
            // This stage has no readings, yet it may have come late because its thread had no core.
            Optional<OffCoreTimes> offCore = switches.between(late.osThreadId(), sinceNs, late.endNs());
            if (offCore.isPresent()) {
                listener.used(ThreadUsage.of(tagNs, late.osThreadId())
                        .between(late.startNs(), late.startNs())
                        .offCore(offCore)
                        .build());
            }
            recordSwitches(late.osThreadId());
        }
        return captures > 0;
    }

    /** Has the kernel record the switches of a thread from now on, unless there are too many. */
    private void recordSwitches(long osThreadId) {
        if (!rates.often(osThreadId)) {
            switches.watchServed(osThreadId);
        }
    }

    /** Reports the captures of what a thread did while an iteration was queued for it, as captures of that iteration. */
    void reportInFront(AgentThread thread, LateIteration other, long tagNs) {
        reportThread(thread);
        if (thread.timed()) {
            counters.due(schedules.of(other, atNs -> captured(Purpose.LATE, tagNs, other.osThreadId(), atNs)));
        }
    }

    /** Reports who a thread is, once. */
    void reportThread(AgentThread thread) {
        if (reported.add(thread.identity().osThreadId())) {
            listener.watching(thread.identity());
        }
    }

    /** A thread has ended. */
    void ended(WatchedThread thread) {
        switches.forget(thread.osThreadId());
        rates.forget(thread.osThreadId());
        if (reported.remove(thread.osThreadId())) {
            listener.released(thread);
        }
    }

    private void captured(Purpose purpose, long tagNs, long osThreadId, long dueNs) {
        listener.captured(new Capture(purpose, tagNs, osThreadId, dueNs, dueNs));
    }

    private ThreadUsage usage(LateIteration late, long tagNs, long sinceNs, int captures, long heldBackNs) {
        long minorFaults = charged(late, UsageSource.MINOR);
        return ThreadUsage.of(tagNs, late.osThreadId())
                .between(late.before()[UsageSource.TIME], late.after()[UsageSource.TIME])
                .runDelayNs(charged(late, UsageSource.RUN_DELAY))
                .cpuNs(charged(late, UsageSource.CPU))
                .minorFaults(minorFaults)
                .majorFaults(charged(late, UsageSource.MAJOR))
                .voluntarySwitches(charged(late, UsageSource.VOLUNTARY))
                .involuntarySwitches(charged(late, UsageSource.INVOLUNTARY))
                .faultsNs(minorFaults * faultNs)
                .capturesNs(captures * captureNs)
                .throttledNs(heldBackNs)
                .offCore(switches.between(
                        late.osThreadId(), Math.min(sinceNs, late.before()[UsageSource.TIME]), late.endNs()))
                .build();
    }

    private static long charged(LateIteration late, int what) {
        return late.after()[what] - late.before()[what];
    }

    /** Ends recording switches. */
    void close() {
        switches.close();
    }

    /** Returns the counts of captures that were due so far. */
    SamplerCounters counters() {
        return counters;
    }

    /** How many iterations were captured as late. */
    long firstCaptures() {
        return firstCaptures;
    }

    /** How many iterations were captured as late that were no outliers. */
    long innocent() {
        return innocent;
    }
}
