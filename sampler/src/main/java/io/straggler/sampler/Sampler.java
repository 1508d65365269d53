package io.straggler.sampler;

import io.straggler.model.BaselineWindow;
import io.straggler.model.CaptureListener;
import io.straggler.model.InFlight;
import io.straggler.model.NanoClock;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Captures stacks of what is late, in the best way that works here: triggered, else continuous, else by Java's own means, else
 * not at all. {@link #summary} says which it was and why.
 *
 * <p>Lifecycle: {@link #start}, register as the harness's {@link RunListener}, {@link #close}. It works while a run or a warm-up
 * is paced; in the warm-up only to get its own code warm.
 *
 * <p>Threads: start and close on one thread; the listener's methods where {@link RunListener} says.
 */
public final class Sampler implements RunListener, AutoCloseable {
    private static final long WARM_UP_ARM_DELAY_NS = 1_000_000;
    private static final String COMPETES =
            "; every core was busy, so it competed for one with the measured thread, and its tail shows that";

    private final SamplerOptions options;
    private final CaptureListener listener;
    private final List<TargetThread> targets = new CopyOnWriteArrayList<>();
    private final SamplerAccount account = new SamplerAccount();
    private final Spans spans = new Spans();
    private final StackSource source;
    private final SamplerThread thread;
    private final String why;
    private volatile long armDelayNs = WARM_UP_ARM_DELAY_NS;
    private final long takenBefore;
    private long taken;
    private boolean closed;

    private Sampler(
            InFlight inFlight,
            BaselineWindow baseline,
            SamplerOptions options,
            CaptureListener listener,
            StackSource source,
            String why) {
        this.options = options;
        this.listener = listener;
        this.source = source;
        this.why = why;
        Costs costs = source == null ? Costs.UNKNOWN : Costs.measure(source);
        this.takenBefore = source == null ? 0 : source.taken();
        this.thread = source == null || source.mode() == SamplerMode.CONTINUOUS
                ? null
                : new SamplerThread(
                        inFlight,
                        targets,
                        source,
                        listener,
                        baseline,
                        NanoClock.SYSTEM,
                        LockSupport::parkNanos,
                        options,
                        account,
                        costs);
    }

    /**
     * Starts the first mode that works, from {@code options.mode()} on.
     *
     * @param inFlight what to watch
     * @param baseline where to say which iterations a baseline capture disturbs
     */
    public static Sampler start(
            InFlight inFlight, BaselineWindow baseline, SamplerOptions options, CaptureListener listener) {
        StringBuilder why = new StringBuilder();
        StackSource source = null;
        for (SamplerMode mode : SamplerMode.values()) {
            if (mode.compareTo(options.mode()) >= 0 && mode != SamplerMode.OFF && options.mode() != SamplerMode.OFF) {
                source = attempt(mode, () -> open(mode, options, listener), why);
                if (source != null) {
                    break;
                }
            }
        }
        if (why.length() == 0) {
            why.append(options.mode() == SamplerMode.OFF ? "switched off" : "it works here");
        }
        Sampler sampler = new Sampler(inFlight, baseline, options, listener, source, why.toString());
        if (sampler.thread != null) {
            sampler.thread.start();
        }
        return sampler;
    }

    private static StackSource attempt(SamplerMode mode, Supplier<StackSource> open, StringBuilder why) {
        try {
            return open.get();
        } catch (SamplerException e) {
            why.append(why.length() == 0 ? "" : "; ")
                    .append("not ")
                    .append(mode.label())
                    .append(", because ")
                    .append(e.getMessage());
            return null;
        }
    }

    private static StackSource open(SamplerMode mode, SamplerOptions options, CaptureListener listener) {
        return switch (mode) {
            case TRIGGERED -> AsyncProfilerStacks.onRequest(options.recording());
            case CONTINUOUS -> AsyncProfilerStacks.periodic(options.recording(), options.periodNs());
            default -> new JavaStacks(listener, NanoClock.SYSTEM);
        };
    }

    /** Version of the async-profiler that loads here. Throws {@link SamplerException} saying why none does. */
    public static String asyncProfilerVersion() {
        return AsyncProfilerStacks.examine();
    }

    /** The mode that works. */
    public SamplerMode mode() {
        return source == null ? SamplerMode.OFF : source.mode();
    }

    @Override
    public void pacingThreadStarted() {
        threadWatched(Thread.currentThread());
    }

    @Override
    public void threadWatched(Thread watched) {
        OptionalLong osThreadId = NativeThread.available() ? OsThreadIds.of(watched) : OptionalLong.empty();
        // Without the operating system's id the Java one tells threads apart as well.
        long id = osThreadId.orElse(watched.getId());
        WatchedThread identity = new WatchedThread(watched.getName(), watched.getId(), id);
        if (source instanceof AsyncProfilerStacks stacks && stacks.mode() == SamplerMode.CONTINUOUS) {
            stacks.add(watched);
        }
        if (source != null && (osThreadId.isPresent() || source.mode() == SamplerMode.JAVA)) {
            targets.add(new TargetThread(
                    identity, watched, osThreadId.isPresent() ? ThreadReading.open(id, NanoClock.SYSTEM) : null));
        }
        listener.watching(identity);
    }

    @Override
    public void runStarting(RunId runId, Phase phase) {
        // Not before setUp: threads that it starts would inherit the one core.
        options.pinCpu().ifPresent(NativeThread::pinCurrent);
        if (recordsSpans()) {
            spans.anchor();
        }
        if (thread != null) {
            if (phase == Phase.MEASURED) {
                thread.guardFromNow();
            }
            thread.arm(armDelayNs);
        }
    }

    @Override
    public void jitterThreadStarted(int cpu) {
        NativeThread.pinCurrent(cpu);
        NativeThread.sleepPrecisely();
    }

    @Override
    public void thresholdSet(long thresholdNs, long newArmDelayNs) {
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
        if (thread != null) {
            thread.disarm();
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
        return account.summary(mode(), why + (thread != null && thread.competes() ? COMPETES : ""), armDelayNs, taken);
    }

    /** Ends sampling; async-profiler's recording is complete afterwards. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (thread != null) {
            try {
                thread.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        closeReadings();
        if (source != null) {
            taken = source.taken() - takenBefore;
            source.close();
        }
    }

    private void closeReadings() {
        for (TargetThread target : targets) {
            if (target.reading() != null) {
                try {
                    target.reading().close();
                } catch (IOException e) {
                    account.unread();
                }
            }
        }
    }
}
