package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.Outlier;
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
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.OsThreadIds;
import io.straggler.sampler.stack.AsyncProfilerStacks;
import io.straggler.sampler.stack.JavaStacks;
import io.straggler.sampler.stack.SamplerException;
import io.straggler.sampler.stack.StackSource;
import io.straggler.sampler.stack.TargetThread;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Captures stacks of what is late, in the best way that works here: by timers on the measured threads, by a thread that watches them,
 * continuously, by Java's own means, or not at all. {@link #summary} says which it was and why.
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
    private final List<TargetThread> targets = new CopyOnWriteArrayList<>();
    private final SamplerCounters counters = new SamplerCounters();
    private final Spans spans = new Spans();
    private final PacingCore pacingCore = PacingCore.open(NanoClock.SYSTEM);
    private final StringBuilder why = new StringBuilder();
    private final long takenBefore;

    /** Null if stacks are not taken at all. */
    private StackSource source;

    /** Null unless stacks are taken by timers. */
    private TimerSampling timers;

    /** Null unless a thread asks for stacks. */
    private WatchingThread watching;

    private volatile long armDelayNs = WARM_UP_ARM_DELAY_NS;
    private volatile long thresholdNs = Long.MAX_VALUE;
    private long taken;
    private boolean closed;

    private Sampler(InFlight inFlight, NormalSamples normalSamples, SamplerOptions options, CaptureListener listener) {
        this.options = options;
        this.listener = listener;
        for (SamplerMode mode : SamplerMode.values()) {
            if (source == null && options.mode() != SamplerMode.OFF && mode.compareTo(options.mode()) >= 0) {
                open(mode);
            }
        }
        if (source instanceof AsyncProfilerStacks stacks && mode() == SamplerMode.TRIGGERED) {
            openTimers(stacks, inFlight, normalSamples);
        }
        if (timers == null && (mode() == SamplerMode.TRIGGERED || mode() == SamplerMode.JAVA)) {
            watching = new WatchingThread(
                    inFlight,
                    targets,
                    source,
                    listener,
                    NanoClock.SYSTEM,
                    sleeper(),
                    counters,
                    options.overheadCheck(),
                    Runtime.getRuntime().availableProcessors());
        }
        if (why.length() == 0) {
            why.append(options.mode() == SamplerMode.OFF ? "switched off" : "it works here");
        }
        takenBefore = source == null ? 0 : source.taken();
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
        } else if (sampler.watching != null) {
            sampler.watching.start();
        }
        return sampler;
    }

    private void open(SamplerMode mode) {
        try {
            source = switch (mode) {
                case TRIGGERED -> AsyncProfilerStacks.onRequest(options.recording());
                case CONTINUOUS -> AsyncProfilerStacks.periodic(options.recording(), options.periodNs());
                case JAVA -> new JavaStacks(listener, NanoClock.SYSTEM);
                case OFF -> null;
            };
        } catch (SamplerException e) {
            explain("not " + mode.label() + ", because " + e.getMessage());
        }
    }

    private void openTimers(AsyncProfilerStacks stacks, InFlight inFlight, NormalSamples normalSamples) {
        try {
            timers = TimerSampling.open(stacks, inFlight, normalSamples, options, listener, counters);
            explain("by a kernel timer on the measured thread");
        } catch (SamplerException e) {
            explain("by a thread that watches the measured one, because " + e.getMessage());
        }
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
        return source == null ? SamplerMode.OFF : source.mode();
    }

    /** What the pacing thread has to call. */
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

    private void watch(Thread watched, ThreadRole role) {
        OptionalLong osThreadId = NativeThread.available() ? OsThreadIds.of(watched) : OptionalLong.empty();
        // Without the operating system's id the Java one tells threads apart as well.
        long id = osThreadId.orElse(watched.getId());
        WatchedThread identity = new WatchedThread(watched.getName(), watched.getId(), id, role);
        if (source instanceof AsyncProfilerStacks stacks && stacks.mode() == SamplerMode.CONTINUOUS) {
            stacks.add(watched);
        }
        if (timers != null) {
            if (osThreadId.isPresent()) {
                timers.watch(id, role);
            } else {
                timers.uncaptured();
            }
        } else if (watching != null && (osThreadId.isPresent() || source.mode() == SamplerMode.JAVA)) {
            targets.add(new TargetThread(identity, watched));
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
        } else if (watching != null) {
            watching.arm(armDelayNs, CaptureBackoff.following(armDelayNs));
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
        if (watching != null) {
            watching.disarm();
        }
        if (timers != null) {
            timers.look();
        }
        if (recordsSpans()) {
            spans.emit();
        }
    }

    private boolean recordsSpans() {
        return source instanceof AsyncProfilerStacks;
    }

    /** What the sampler did. Complete after {@link #close}. */
    public SamplerSummary summary() {
        TimerTrigger trigger = timers == null ? null : timers.trigger();
        return new SamplerSummary(
                mode(),
                why + (timers == null ? "" : timers.troubles()) + counters.troubles(),
                trigger == null ? armDelayNs : trigger.armDelayNs(),
                trigger == null ? 0 : trigger.marginNs(),
                timers == null ? 0 : timers.costs().captureNs(),
                counters.allDue(),
                taken,
                counters.normalSamplesDue(),
                trigger == null ? 0 : trigger.innocent(),
                trigger == null ? counters.cappedIterations() : trigger.cappedIterations(),
                counters.lateTotalNs(),
                counters.lateMaxNs());
    }

    /** Ends sampling; async-profiler's recording is complete afterwards. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (watching != null) {
            watching.close();
        }
        if (timers != null) {
            timers.close();
        }
        pacingCore.close();
        if (source != null) {
            taken = source.taken() - takenBefore;
            source.close();
        }
    }
}
