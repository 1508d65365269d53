package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.Outlier;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import io.straggler.sampler.carrier.Carriers;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.OsThreadIds;
import io.straggler.sampler.stack.AsyncProfilerStacks;
import io.straggler.sampler.stack.JavaStacks;
import io.straggler.sampler.stack.SamplerException;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Captures stacks of what is late, in the best way that works here: by timers on the measured threads, at a fixed period, by asking the JVM, or
 * not at all. {@link #summary} says which it was and why.
 *
 * <p>Lifecycle: {@link #start}, give {@link #hook} to the harness and register as its {@link RunListener}, {@link #close}. It works while
 * a run or a warm-up is paced; in the warm-up only to get its own code warm.
 *
 * <p>Threads: start and close on one thread; the listener's methods where {@link RunListener} says.
 */
public final class Sampler implements RunListener, AutoCloseable {
    private static final long WARM_UP_ARM_DELAY_NS = 1_000_000;

    private final SamplerOptions options;
    private final CaptureListener listener;
    private final IdleThreads idle;
    private final List<AskingThread.Target> targets = new CopyOnWriteArrayList<>();
    private final SamplerCounters counters = new SamplerCounters();
    private final Spans spans = new Spans();
    private final PacingCore pacingCore = PacingCore.open(NanoClock.SYSTEM);
    private final StringBuilder why = new StringBuilder();
    private final long takenBefore;

    /** The one that works. */
    private SamplerMode mode = SamplerMode.OFF;

    /** Null unless async-profiler takes the stacks. */
    private AsyncProfilerStacks profiler;

    /** Null unless stacks are taken by timers. */
    private @Nullable TimerSampling timers;

    /** Null unless the JVM is asked for stacks. */
    private @Nullable AskingThread asking;

    /** Null until a virtual thread works on an iteration. */
    private volatile @Nullable AskedStages askedStages;

    private volatile boolean armed;

    private volatile long armDelayNs = WARM_UP_ARM_DELAY_NS;
    private volatile long thresholdNs = Long.MAX_VALUE;
    private long taken;
    private boolean closed;

    private Sampler(InFlight inFlight, NormalSamples normalSamples, SamplerOptions options, CaptureListener listener) {
        this.options = options;
        this.listener = listener;
        this.idle = new IdleThreads(listener, NanoClock.SYSTEM);
        for (SamplerMode candidate : SamplerMode.values()) {
            if (mode == SamplerMode.OFF
                    && options.mode() != SamplerMode.OFF
                    && candidate.compareTo(options.mode()) >= 0) {
                open(candidate, inFlight, normalSamples);
            }
        }
        if (why.length() == 0) {
            why.append(means(mode));
        }
        takenBefore = profiler == null ? 0 : profiler.taken();
    }

    private static String means(SamplerMode mode) {
        return switch (mode) {
            case TRIGGERED -> "by a kernel timer on the measured thread";
            case CONTINUOUS -> "at a fixed period, by async-profiler";
            case JAVA -> "by asking the JVM, which answers at safepoints";
            case OFF -> "switched off";
        };
    }

    /**
     * Starts the first way that works, from {@code options.mode()} on.
     *
     * @param inFlight what to watch
     * @param normalSamples where to say which normal iterations a stack is taken of
     */
    public static Sampler start(
            InFlight inFlight, NormalSamples normalSamples, SamplerOptions options, CaptureListener listener) {
        Sampler sampler = new Sampler(inFlight, normalSamples, options, listener);
        if (sampler.timers != null) {
            sampler.timers.start();
        } else if (sampler.asking != null) {
            sampler.asking.start();
        }
        return sampler;
    }

    private void open(SamplerMode candidate, InFlight inFlight, NormalSamples normalSamples) {
        if (candidate == SamplerMode.CONTINUOUS && !options.overheadCheck().equals(OverheadCheck.NONE)) {
            explain("not continuous, because that is never off, which an overhead check needs");
            return;
        }
        try {
            switch (candidate) {
                case TRIGGERED -> openTimers(inFlight, normalSamples);
                case CONTINUOUS -> profiler = AsyncProfilerStacks.periodic(options.recording(), options.periodNs());
                case JAVA ->
                    asking = new AskingThread(
                            inFlight,
                            targets,
                            JavaStacks::of,
                            listener,
                            NanoClock.SYSTEM,
                            sleeper(),
                            counters,
                            options.overheadCheck());
                case OFF -> {}
            }
            mode = candidate;
        } catch (SamplerException e) {
            explain("not " + candidate.label() + ", because " + e.getMessage());
        }
    }

    private void openTimers(InFlight inFlight, NormalSamples normalSamples) {
        AsyncProfilerStacks stacks = AsyncProfilerStacks.onRequest(options.recording());
        try {
            timers = TimerSampling.open(stacks, inFlight, normalSamples, options, listener, counters);
        } catch (SamplerException e) {
            stacks.close();
            throw e;
        }
        profiler = stacks;
        explain(means(SamplerMode.TRIGGERED));
    }

    private void explain(String sentence) {
        why.append(why.length() == 0 ? "" : "; ").append(sentence);
    }

    private static LongConsumer sleeper() {
        return NativeThread.available() ? NativeSleep::sleep : LockSupport::parkNanos;
    }

    /** Version of the async-profiler that loads here. Throws {@link SamplerException} saying why none does. */
    public static String asyncProfilerVersion() {
        return AsyncProfilerStacks.examine();
    }

    /** The mode that works. */
    public SamplerMode mode() {
        return mode;
    }

    /** Returns the hook that the pacing thread has to call. */
    public PacingHook hook() {
        if (timers != null) {
            return timers.trigger();
        }
        return NativeThread.available() ? new SleepingHook() : PacingHook.NONE;
    }

    /** Only sleeps, and not by parking. */
    private static final class SleepingHook implements PacingHook {
        @Override
        public void sleep(long ns) {
            NativeSleep.sleep(ns);
        }
    }

    @Override
    public void pacingThreadStarted(ThreadRole role) {
        watch(Thread.currentThread(), role);
    }

    @Override
    public void threadWatched(Thread watched) {
        watch(watched, ThreadRole.HELPER);
    }

    @Override
    public void stagesOnVirtualThreads(OpenStages stages) {
        if (mode != SamplerMode.TRIGGERED && mode != SamplerMode.JAVA) {
            return;
        }
        AskedStages asked = new AskedStages(
                stages,
                JavaStacks::of,
                listener,
                NanoClock.SYSTEM,
                sleeper(),
                counters,
                options.overheadCheck(),
                timers == null ? null : new Carriers(profiler.signal(), options.witness(), NanoClock.SYSTEM),
                timers == null ? new SamplingCosts(0, 0) : timers.samplingCosts());
        askedStages = asked;
        if (armed) {
            asked.arm(armDelayNs);
        }
        asked.start();
    }

    private void watch(Thread watched, ThreadRole role) {
        OptionalLong osThreadId = NativeThread.available() ? OsThreadIds.of(watched) : OptionalLong.empty();
        // Without the operating system's id the Java one tells threads apart as well.
        long id = osThreadId.orElse(watched.getId());
        WatchedThread identity = new WatchedThread(watched.getName(), watched.getId(), id, role);
        if (mode == SamplerMode.CONTINUOUS) {
            profiler.add(watched);
        }
        if (timers != null) {
            if (osThreadId.isPresent()) {
                timers.watch(identity);
            } else {
                timers.uncaptured();
            }
        } else if (asking != null) {
            targets.add(new AskingThread.Target(identity, watched));
        }
        if (role == ThreadRole.HELPER) {
            idle.add(watched, id);
        } else {
            idle.of(role);
        }
        listener.watching(identity);
    }

    @Override
    public void runStarting(RunId runId, Phase phase) {
        // Not before setUp: threads that it starts would inherit the one core.
        options.pinCpu().ifPresent(NativeThread::pinCurrent);
        pacingCore.settle(phase == Phase.MEASURED);
        if (recordsSpans()) {
            spans.anchor();
        }
        if (timers != null) {
            timers.trigger().arm(armDelayNs, thresholdNs);
        } else if (asking != null) {
            asking.arm(armDelayNs);
        }
        armed = true;
        AskedStages asked = askedStages;
        if (asked != null) {
            asked.arm(armDelayNs);
        }
    }

    @Override
    public void jitterThreadStarted(int cpu) {
        pacingCore.leave(NativeThread.currentId());
        NativeThread.pinCurrent(cpu);
        NativeThread.sleepPrecisely();
    }

    @Override
    public void thresholdSet(long outlierNs, long newArmDelayNs) {
        thresholdNs = outlierNs;
        armDelayNs = newArmDelayNs;
    }

    @Override
    public void outlier(Outlier outlier) {
        if (recordsSpans()) {
            spans.add(outlier);
        }
    }

    @Override
    public void runFinished(RunId runId, Phase phase) {
        if (asking != null) {
            asking.disarm();
        }
        armed = false;
        AskedStages asked = askedStages;
        if (asked != null) {
            asked.disarm();
        }
        idle.look(timers == null ? IdleThreads.NO_CAPTURES : timers::captureOnce);
        if (timers != null) {
            timers.look();
        }
        if (recordsSpans()) {
            spans.emit();
        }
    }

    private boolean recordsSpans() {
        return profiler != null;
    }

    /** Returns a summary of the sampler's work. Complete after {@link #close}. */
    public SamplerSummary summary() {
        TimerTrigger trigger = timers == null ? null : timers.trigger();
        AskedStages asked = askedStages;
        String virtual = asked == null
                ? ""
                : "; stacks of virtual threads are those of their carriers or, where they waited, the JVM's";
        long askedFor = asked == null ? 0 : asked.taken();
        return SamplerSummary.of(mode, why + (timers == null ? "" : timers.troubles()) + virtual + counters.troubles())
                .armDelayNs(trigger == null ? armDelayNs : trigger.armDelayNs())
                .marginNs(trigger == null ? 0 : trigger.marginNs())
                .captureNs(timers == null ? 0 : timers.costs().captureNs())
                .signalsSent(counters.allDue() + askedFor)
                .capturesTaken(taken + askedFor)
                .normalSamples(counters.normalSamplesDue())
                .innocentCaptures(trigger == null ? 0 : trigger.innocent())
                .lateTotalNs(counters.lateTotalNs())
                .lateMaxNs(counters.lateMaxNs())
                .build();
    }

    /** Ends sampling; async-profiler's recording is complete afterwards. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (asking != null) {
            asking.close();
            taken = asking.taken();
        }
        AskedStages asked = askedStages;
        if (asked != null) {
            asked.close();
        }
        if (timers != null) {
            timers.close();
        }
        pacingCore.close();
        if (profiler != null) {
            taken = profiler.taken() - takenBefore;
            profiler.close();
        }
    }
}
