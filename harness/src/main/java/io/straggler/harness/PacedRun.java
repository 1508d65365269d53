package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.harness.warmup.Compilers;
import io.straggler.harness.warmup.YoungGeneration;
import io.straggler.model.NanoClock;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Messages;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Run of one task in this JVM: set up, warmed up, paced, measured and torn down.
 *
 * <p>Lifecycle: construct; if there is a sampler, hand it {@link #inFlight()} and {@link #normalSamples()}, and its hook to {@link #hook};
 * {@link #execute()} once. {@code execute} may be called on any thread and returns when everything is over; the task runs on a thread of its own.
 * {@link #stop} may be called from any thread at any time.
 */
public final class PacedRun {
    /** After a stop or a timeout, a task has this long to come back before its thread is given up. */
    private static final long GRACE_NS = 2_000_000_000L;

    /** Seconds from one look whether the pacing thread still lives to the next. Rare, for it takes a core. */
    private static final long LOOK_FOR_PACING_S = 10;

    private final Task task;
    private final HarnessOptions options;
    private final RunListener listener;
    private final NanoClock clock = NanoClock.SYSTEM;
    private final NormalSamples normalSamples = new NormalSamples();
    private final Failures failures = new Failures();
    private final Results results = new Results();
    private final TaskSteps steps = new TaskSteps(clock, failures);
    private final TaskPacing pacing;
    private final Completions completions;
    private final TaskHarness harness;
    private final RunRecorder.Wiring wiring;
    private final RecorderThread recorder;
    private final JitterWatch jitter;
    private final CompletableFuture<HarnessResult> result = new CompletableFuture<>();

    /** Set before the thread enters the first of the task's methods, which is the first thing that can be stuck. */
    @SuppressWarnings("NullAway.Init")
    private volatile Thread pacingThread;

    private volatile PacingHook hook = PacingHook.NONE;
    private volatile boolean stopRequested;

    /** The part of the schedule that is paced, or was last. Set before its first iteration. */
    @SuppressWarnings("NullAway.Init")
    private PacedPart measurement;

    /** The part that is not in the results yet; null between parts. */
    private volatile @Nullable PacedPart unconcluded;

    /** Threshold of the warm-up in nanoseconds. */
    private long thresholdNs = Long.MAX_VALUE;

    private long reportedFromNs = Long.MAX_VALUE;

    public PacedRun(Task task, HarnessOptions options, RunListener listener) {
        this.task = task;
        this.options = options;
        this.listener = listener;
        boolean async = task instanceof AsyncTask;
        long nowNs = clock.nanoTime();
        long drainNs = DerivedTimings.drainNs(options);
        IterationLog log = new IterationLog(DerivedTimings.capacity(options, drainNs, async), nowNs, async);
        this.pacing = new TaskPacing(task, clock, options.spinNs(), log, nowNs);
        this.completions = new Completions(log, clock);
        this.harness = new TaskHarness(clock, listener, completions);
        this.wiring = new RunRecorder.Wiring(
                !async, harness.stages(), listener, normalSamples, options.overheadCheck(), clock);
        this.recorder = new RecorderThread(
                log, pacing.inFlight(), clock, drainNs, options.watchedTimeoutNs(), new StuckWatch());
        this.jitter = JitterWatch.of(options, clock, listener);
    }

    /** Returns the state that a sampler watches. */
    public InFlight inFlight() {
        return pacing.inFlight();
    }

    /** Where a sampler says which normal iterations it takes a stack of. */
    public NormalSamples normalSamples() {
        return normalSamples;
    }

    /** Has this called while the pacing thread is idle. Before {@link #execute}. */
    public void hook(PacingHook pacingHook) {
        hook = pacingHook;
        pacing.hook(pacingHook);
        harness.hook(pacingHook);
    }

    /** Ends the run early; what was measured is kept, and the run counts as failed for {@code reason}. From any thread. */
    public void stop(String reason) {
        failures.add(reason, null);
        stopRequested = true;
        recorder.timeout(GRACE_NS);
        pacing.stop();
    }

    /** Runs everything on a new thread and returns the measurements, also after a failure. */
    public HarnessResult execute() {
        return execute(body -> {
            Thread thread = new Thread(body, "straggler-pacer");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /**
     * Runs everything with the task on a thread of the caller's choice.
     *
     * @param executor runs what it is given at once, on a thread other than this one; asked once
     */
    public HarnessResult execute(Executor executor) {
        recorder.start(hook);
        jitter.start(hook);
        try {
            executor.execute(this::pace);
            return awaitResult();
        } finally {
            recorder.stop();
            jitter.stop();
        }
    }

    /** The pacing thread hands over what there is when it ends. One that lacks the memory for that only ends: then it is done here. */
    private HarnessResult awaitResult() {
        boolean interrupted = false;
        while (!result.isDone()) {
            try {
                result.get(LOOK_FOR_PACING_S, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                Thread pacing = pacingThread;
                if (pacing != null && pacing.getState() == Thread.State.TERMINATED && !result.isDone()) {
                    concludeDead();
                }
            } catch (ExecutionException e) {
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result.join();
    }

    private void concludeDead() {
        failures.add("the pacing thread ended before the run was over: there was no memory left", null);
        try {
            PacedPart broken = unconcluded;
            if (broken != null) {
                recorder.finish();
                conclude(broken);
            }
        } catch (RuntimeException | Error e) {
            failures.threw(() -> "harness broke: ", e);
        } finally {
            complete();
        }
    }

    /** The body of the pacing thread. */
    private void pace() {
        pacingThread = Thread.currentThread();
        harness.pacedBy(pacingThread);
        boolean setUp = false;
        try {
            listener.pacingThreadStarted(pacing.async() ? ThreadRole.DISPATCHER : ThreadRole.SEQUENTIAL);
            steps.run("setUp", Long.MAX_VALUE, () -> task.setUp(harness));
            setUp = true;
            warmUp();
            for (int run = 1; run <= options.runs() && !failures.any(); run++) {
                if (run > 1) {
                    pause();
                }
                measure(new RunId(options.fork(), run), Phase.MEASURED, options.length());
                if (!pacing.abandoned()) {
                    steps.run("runComplete", options.watchedTimeoutNs(), task::runComplete);
                }
            }
        } catch (Failures.Reported e) {
            // The reason is kept; what had been measured goes into the result.
        } catch (RuntimeException | Error e) {
            failures.threw(() -> "harness broke: ", e);
        } finally {
            if (!pacing.abandoned()) {
                tearDown(setUp);
                complete();
            }
        }
    }

    private void tearDown(boolean setUp) {
        if (setUp) {
            Thread.interrupted();
            try {
                steps.run("tearDown", options.watchedTimeoutNs(), task::tearDown);
            } catch (Failures.Reported e) {
                // Kept as a failure, unless an earlier one came first.
            }
        }
    }

    /** Hands over what there is. Whatever happens here, {@link #execute} must not wait for ever. */
    private void complete() {
        failures.giveReserveBack();
        try {
            result.complete(results.result(failures, options.threshold()));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    /** Two halves: the first lets the JVM settle, the second tells what is normal. */
    private void warmUp() {
        if (options.warmUp().empty()) {
            setThreshold(SeriesRecorder.newHistogram(), SeriesRecorder.newHistogram());
            steps.run("warmedUp", Long.MAX_VALUE, task::warmedUp);
            return;
        }
        RunLength half = DerivedTimings.half(options.warmUp());
        RunId runId = new RunId(options.fork(), 0);
        measure(runId, Phase.WARM_UP, half);
        if (!failures.any()) {
            YoungGeneration.collect();
            measure(runId, Phase.WARM_UP, half);
        }
        if (failures.any()) {
            return;
        }
        setThreshold(
                measurement.recording().openLatency(), measurement.recording().openService());
        steps.run("warmedUp", Long.MAX_VALUE, task::warmedUp);
        Compilers.awaitQuiet(hook, options.warmUp().expectedNs(options.scheduleOf(Phase.WARM_UP)));
    }

    private void setThreshold(Histogram latency, Histogram service) {
        try {
            thresholdNs = options.threshold().resolveNs(latency);
        } catch (IllegalStateException e) {
            failures.add(Messages.of(e), null);
            throw new Failures.Reported();
        }
        reportedFromNs = options.threshold().reportedFromNs(thresholdNs, service);
        long armDelayNs = options.armDelayNs() > 0
                ? Math.min(options.armDelayNs(), Math.max(1, thresholdNs - 1))
                : DerivedTimings.armDelayNs(reportedFromNs, service);
        jitter.reportFrom(armDelayNs);
        listener.thresholdSet(reportedFromNs, armDelayNs);
    }

    private void pause() {
        long untilNs = clock.nanoTime() + options.pauseNs();
        while (untilNs - clock.nanoTime() > 0 && !failures.any()) {
            LockSupport.parkNanos(this, Math.min(100_000_000, untilNs - clock.nanoTime()));
        }
    }

    /** Paces one part of the schedule. Failures are kept; the measurements until then too. */
    private void measure(RunId runId, Phase phase, RunLength length) {
        boolean measured = phase == Phase.MEASURED;
        listener.runStarting(runId, phase);
        jitter.discard();
        harness.begin(measured);
        long strayBefore = completions.stray();
        Schedule schedule = options.scheduleOf(phase);
        RunRecorder recording = new RunRecorder(
                new RunRecorder.Part(
                        runId,
                        phase,
                        measured ? thresholdNs : Long.MAX_VALUE,
                        measured ? reportedFromNs : Long.MAX_VALUE,
                        schedule.highestPerSecond(),
                        DerivedTimings.intervalNs(length, schedule)),
                wiring,
                harness.probes(),
                measured ? jitter : JitterWatch.NONE);
        measurement = new PacedPart(recording, pacing.prepare(phase), length, phase, strayBefore);
        if (failures.any()) {
            pacing.stop();
        }
        unconcluded = measurement;
        recorder.begin(recording);
        // A moment ahead, so that the first iteration does not start late because of what happens here.
        long originNs = schedule.originNs(clock.nanoTime() + 1_000_000, runId);
        measurement.originNs(originNs);
        try {
            pacing.run(schedule, length, originNs, originNs + options.hardStopNs(length), failures);
        } catch (RuntimeException | Error e) {
            // Iterations before it are concluded all the same.
            failures.threw(() -> "harness broke: ", e);
        }
        if (pacing.abandoned()) {
            return;
        }
        recorder.finish();
        harness.end();
        conclude(measurement);
        listener.runFinished(runId, phase);
    }

    private void conclude(PacedPart run) {
        unconcluded = null;
        long stray = completions.stray();
        Optional<RunOutcome> outcome = run.phase() == Phase.MEASURED
                ? Optional.of(run.outcome(options, thresholdNs, stray, failures))
                : Optional.empty();
        results.add(run, outcome, run.notices(pacing.async(), stray));
    }

    /** Notices, on the recorder thread, that the task does not come back. */
    private final class StuckWatch implements RecorderThread.WatchdogListener {
        /** A method of the task may be stuck too. */
        @Override
        public void look() {
            TaskSteps.Step step = steps.current();
            if (step == null || pacing.abandoned()) {
                return;
            }
            long limitNs = stopRequested ? Math.min(GRACE_NS, step.limitNs()) : step.limitNs();
            long runningNs = clock.nanoTime() - step.sinceNs();
            if (runningNs > limitNs) {
                failures.stuck(
                        step.name() + " was not over after " + Durations.format(runningNs) + " (see --timeout)",
                        harness.watched());
                pacingThread.interrupt();
                if (giveUpUnless(() -> steps.current() != step)) {
                    complete();
                }
            }
        }

        /** An iteration exceeded the timeout, or a stop found one running. */
        @Override
        public void stuck(long runningNs) {
            failures.stuck(
                    (pacing.async() ? "an iteration" : pacing.last()) + " was not complete after "
                            + Durations.format(runningNs) + " (see --timeout)",
                    harness.watched());
            pacing.stop();
            pacingThread.interrupt();
            if (giveUpUnless(() -> !pacing.running())) {
                try {
                    recorder.finishHere();
                    conclude(measurement);
                } catch (RuntimeException | Error e) {
                    broken(e);
                } finally {
                    complete();
                }
            }
        }

        /** Gives the task a last chance to come back; true when it does not, and is given up. */
        private boolean giveUpUnless(BooleanSupplier back) {
            long untilNs = clock.nanoTime() + GRACE_NS;
            while (!back.getAsBoolean() && untilNs - clock.nanoTime() > 0) {
                LockSupport.parkNanos(this, 10_000_000);
            }
            if (back.getAsBoolean()) {
                return false;
            }
            pacing.abandon();
            return true;
        }

        @Override
        public void broken(Throwable thrown) {
            // Before anything that needs memory, which may be what is missing.
            pacing.stop();
            failures.threw(() -> "recording broke: ", thrown);
        }
    }
}
