package io.straggler.agent.inside;

import io.straggler.ExitHooks;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.agent.inside.latency.RollingThreshold;
import io.straggler.agent.inside.metrics.Metrics;
import io.straggler.anyrecording.AgentStatus;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Messages;
import io.straggler.sampler.linux.SystemFiles;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.usage.CompilerDemand;
import io.straggler.sampler.usage.QuietCompilers;
import java.io.Closeable;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Session from attaching to detaching: calls are observed, slow ones captured and recorded, and the run folder is kept
 * up to date by another thread.
 *
 * <p>Lifecycle: {@link #start}, then {@link #stop} once or more; or it ends by itself, after its duration or when something breaks. Whatever breaks
 * is reported once, and never to the program.
 *
 * <p>Threads: start and stop on any, not at once; the rest on the session's own.
 */
final class AgentSession {
    private static final long SECOND_NS = 1_000_000_000L;

    /** At least, from one writing of the run folder to the next. */
    private static final long CHECKPOINT_NS = 2 * SECOND_NS;

    /** At most, however long it takes. */
    private static final long LAST_CHECKPOINT_NS = 30 * SECOND_NS;

    /**
     * Largest part of the time, one in this number, for writing: code that is not compiled yet, or gets no core, writes
     * seldom.
     */
    private static final long PARTS_OF_TIME = 400;

    private static final long PATIENCE_S = 30;
    private static final long FOREVER_NS = Long.MAX_VALUE / 4;

    private final AgentOptions options;
    private final RunFolder folder;
    private final Instrumented instrumented;
    private final Metrics metrics;
    private final Consumer<String> complaints;
    private final DefinedHook hook = DefinedHook.find();
    private final StatusRequests statusRequests = new StatusRequests();
    private final long attachedEpochMs = System.currentTimeMillis();
    private final AtomicReference<String> reason = new AtomicReference<>();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private final AtomicBoolean countingAsked = new AtomicBoolean();
    private final CountDownLatch countingBegun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "straggler-agent");
    private final Thread exitHook = new Thread(() -> stop("the program ended"), "straggler-agent-exit");
    private final AgentRecording recording;
    private final AgentThreads served;
    private final CallRecorder calls;
    private final CallStatistics statistics;
    private final LateCalls late;
    private final RunWriter writer;

    /** Whether the program is new, and its code not compiled. */
    private boolean cold;

    private boolean leaving;

    /** Detector of the end of the time in which the program's code is being compiled, if that matters. */
    private Optional<QuietCompilers> settling = Optional.empty();

    /** Whether calls, and the time that the session lasts, count only from then on. */
    private boolean later;

    private long lastingNs;
    private long endNs;
    private long nextSecondNs;
    private long nextCheckpointNs;

    /** Why it ended before it was asked to; null unless the disk was full. */
    private @Nullable String endedEarly;

    private AgentSession(
            AgentOptions options,
            RunFolder folder,
            Instrumented instrumented,
            Metrics metrics,
            boolean running,
            Consumer<String> complaints) {
        this.options = options;
        this.cold = !running && options.begin() == AgentOptions.Begin.AT_ONCE;
        this.folder = folder;
        this.instrumented = instrumented;
        this.metrics = metrics;
        this.complaints = complaints;
        // A benchmark's thread has one call after the other, and moves its timer seldom.
        long leastNs = options.begin() == AgentOptions.Begin.BY_PROGRAM ? 0 : 2 * AgentThreads.MIN_WATCHED_NS;
        RollingThreshold threshold = new RollingThreshold(options.threshold(), leastNs, System.nanoTime());
        recording =
                AgentRecording.start(folder, threshold.armDelayNs(), options.sizeBytes(), System.currentTimeMillis());
        try {
            served = AgentThreads.start(
                    recording.stacks(), threshold.armDelayNs(), options.witness(), recording.emitter());
        } catch (RuntimeException | Error e) {
            recording.abandon();
            throw e;
        }
        calls = new CallRecorder(served, instrumented, hook.unended(), this::breaks);
        statistics =
                new CallStatistics(calls, served, recording, threshold, options.begin() == AgentOptions.Begin.AT_ONCE);
        late = new LateCalls(calls, served, recording.emitter(), instrumented.names());
        writer = new RunWriter(options, folder, instrumented, served, calls, statistics, late);
    }

    /**
     * Begins.
     *
     * @param running whether the program runs already
     * @param complaints receives what breaks, a sentence
     * @throws AgentException if it cannot; then nothing was changed
     */
    static AgentSession start(
            AgentOptions options, Instrumentation instrumentation, boolean running, Consumer<String> complaints) {
        Instrumented instrumented = Instrumented.find(options, instrumentation, running);
        Metrics metrics = metrics(options);
        try {
            AgentSession session = new AgentSession(
                    options, RunFolder.create(options.out()), instrumented, metrics, running, complaints);
            session.begin();
            return session;
        } catch (RunFolderException e) {
            metrics.close();
            throw new AgentException(e.getMessage() + ".");
        } catch (RuntimeException | Error e) {
            metrics.close();
            throw e;
        }
    }

    private static Metrics metrics(AgentOptions options) {
        try {
            return Metrics.open(options.metrics());
        } catch (IOException e) {
            throw new AgentException(Messages.of(e));
        }
    }

    private void begin() {
        try {
            recording.emitter().environment(writer.environment());
            writeFirst();
            statistics.begin();
            hook.observe(calls);
            instrumented.install();
            thread.setDaemon(true);
            thread.start();
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
        ExitHooks.add(exitHook);
        System.setProperty(AgentStatus.ATTACHED, folder.path().toString());
    }

    private void abandon() {
        hook.leave(calls);
        instrumented.close();
        served.close();
        recording.abandon();
    }

    RunFolder folder() {
        return folder;
    }

    AgentOptions options() {
        return options;
    }

    boolean over() {
        return ended.getCount() == 0;
    }

    /**
     * Calls count from now on, where the options wait for that. Returns when that is so.
     *
     * @throws AgentException if they count already
     */
    void count() {
        if (options.begin() != AgentOptions.Begin.BY_PROGRAM || !countingAsked.compareAndSet(false, true)) {
            throw new AgentException(
                    options.begin() == AgentOptions.Begin.WHEN_COMPILED && !statistics.counting()
                            ? "Calls count when the JVM's compilers are quiet, which begin=compiled waits for."
                            : "Calls count already.");
        }
        await(countingBegun);
    }

    /**
     * State of the session now.
     *
     * @throws AgentException if it ends meanwhile
     */
    AgentStatus status() {
        return statusRequests.ask(this::over);
    }

    /** Time after which the session ends by itself, from when calls count; empty for never. */
    private OptionalLong leftNs() {
        if (options.duration().isEmpty()) {
            return OptionalLong.empty();
        }
        boolean waiting = later && !statistics.counting();
        return OptionalLong.of(waiting ? lastingNs : Math.max(0, endNs - System.nanoTime()));
    }

    private static void await(CountDownLatch opened) {
        try {
            opened.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it, and waits until the folder is complete. */
    void stop(String why) {
        leaving |= Thread.currentThread() == exitHook;
        reason.compareAndSet(null, why);
        LockSupport.unpark(thread);
        await(ended);
    }

    /** On whichever thread of the program met it: nothing is observed any more. */
    private void breaks(Throwable thrown) {
        hook.leave(calls);
        broken.compareAndSet(null, described(thrown));
        reason.compareAndSet(null, "it broke");
    }

    private static String described(Throwable thrown) {
        return thrown instanceof IOException || thrown instanceof RunFolderException
                ? "its run folder can no longer be written: " + thrown.getMessage()
                : "of a defect of its own: " + thrown;
    }

    private void run() {
        try {
            observe();
        } catch (Throwable e) {
            breaks(e);
        }
        try {
            finish();
        } catch (Throwable e) {
            broken.compareAndSet(null, described(e));
        }
        if (broken.get() != null) {
            complaints.accept("Straggler ended because " + broken.get() + ".");
        } else if (endedEarly != null) {
            complaints.accept("Straggler ended. " + endedEarly);
        }
        countingBegun.countDown();
        System.clearProperty(AgentStatus.ATTACHED);
        giveFilesBack();
        ended.countDown();
        statusRequests.refuse();
    }

    /** Closes the jars that the agent's classes are from, until one of them is needed again: the program has a limited number of descriptors. */
    private static void giveFilesBack() {
        if (AgentSession.class.getClassLoader() instanceof Closeable jars) {
            try {
                jars.close();
            } catch (IOException e) {
                // The jars stay open.
            }
        }
    }

    private void observe() throws IOException {
        settling = settling();
        later = settling.isPresent() && !cold;
        lastingNs = options.duration().map(Duration::toNanos).orElse(FOREVER_NS);
        endNs = statistics.startNs() + (later ? FOREVER_NS : lastingNs);
        nextSecondNs = statistics.startNs() + SECOND_NS;
        nextCheckpointNs = nextSecondNs;
        metrics.refresh(writer::metrics);
        if (statistics.counting()) {
            FilledFolder.count(folder);
        }
        while (reason.get() == null) {
            long pauseNs = turn();
            if (reason.get() == null) {
                served.rest(pauseNs);
            }
        }
    }

    /**
     * Looks once for whatever is due. This is a method because the JVM soon compiles what is called often, and takes
     * minutes to compile a loop that sleeps.
     *
     * @return how long to sleep
     */
    private long turn() throws IOException {
        long pauseNs = served.sweep();
        calls.waits().report(recording.emitter());
        late.report(statistics.thresholdNs(), statistics.counting());
        instrumented.follow();
        long nowNs = System.nanoTime();
        settle(nowNs);
        boolean writes = nowNs - nextSecondNs >= 0 || nowNs - nextCheckpointNs >= 0;
        if (writes) {
            served.leave();
        }
        if (nowNs - nextSecondNs >= 0) {
            nextSecondNs = nowNs + SECOND_NS;
            statistics.takeSecond(nowNs);
            metrics.refresh(writer::metrics);
            statusRequests.answer(() -> writer.status(attachedEpochMs, leftNs()));
            calls.forget();
            recording.lackOfRoom().ifPresent(this::endEarly);
        }
        if (nowNs - nextCheckpointNs >= 0) {
            writer.write(describe(RunStatus.OK, ""));
            recording.boundStacks(served);
            nextCheckpointNs = nowNs + untilNextCheckpointNs(System.nanoTime() - nowNs);
        }
        if (writes) {
            served.comeBack();
        }
        if (nowNs - endNs >= 0) {
            reason.compareAndSet(null, "its time was over");
        }
        return pauseNs;
    }

    /** Lets calls count from now on, if that is what they waited for. */
    private void settle(long nowNs) throws IOException {
        if (cold) {
            statistics.cold(nowNs, late.outliers());
            cold = !settling.orElseThrow().over(nowNs);
        } else if (!statistics.counting()
                && (countingAsked.get() || later && settling.orElseThrow().over(nowNs))) {
            statistics.count(!later);
            FilledFolder.count(folder);
            countingBegun.countDown();
            endNs = later ? statistics.startNs() + lastingNs : endNs;
        }
    }

    private static long untilNextCheckpointNs(long tookNs) {
        return Math.min(LAST_CHECKPOINT_NS, Math.max(CHECKPOINT_NS, PARTS_OF_TIME * tookNs));
    }

    private Optional<QuietCompilers> settling() {
        if (options.begin() != AgentOptions.Begin.WHEN_COMPILED && !cold) {
            return Optional.empty();
        }
        long nowNs = System.nanoTime();
        CompilerDemand demand = new CompilerDemand(SystemFiles.ofThisMachine(), nowNs);
        return Optional.of(new QuietCompilers(nowNs, demand::cores));
    }

    /** While there is room for what was recorded so far. */
    private void endEarly(String lack) {
        endedEarly = lack + ": what was recorded until then is here.";
        reason.compareAndSet(null, "the disk was full");
    }

    private void finish() throws IOException {
        hook.leave(calls);
        metrics.close();
        if (!leaving) {
            instrumented.close();
        }
        served.close();
        late.report(statistics.thresholdNs(), statistics.counting());
        statistics.takeSecond(System.nanoTime());
        RunDescription run = broken.get() == null
                ? describe(RunStatus.OK, "")
                : describe(RunStatus.FAILED, "the agent ended because " + broken.get());
        recording.finish(run, writer.intervals(), leaving);
        writer.write(run);
        if (!leaving) {
            FilledFolder.end(folder);
            ExitHooks.remove(exitHook);
        }
    }

    /** Writes once at first, so that the classes for it are loaded now, and not while calls are observed. */
    private void writeFirst() {
        try {
            writer.write(describe(RunStatus.OK, ""));
        } catch (IOException e) {
            throw new AgentException("The run folder must be writable: " + e.getMessage() + ".");
        }
    }

    private RunDescription describe(RunStatus status, String why) {
        return writer.describe(status, why, Stream.ofNullable(endedEarly).toList());
    }
}
