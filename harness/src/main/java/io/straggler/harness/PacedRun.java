package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.series.RunSeries;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.harness.warmup.Compilers;
import io.straggler.harness.warmup.YoungGeneration;
import io.straggler.model.NanoClock;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import io.straggler.model.hook.ThreadRole;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One task, set up, warmed up, paced, measured and torn down in this JVM.
 *
 * <p>Lifecycle: construct; if there is a sampler, hand it {@link #inFlight()} and {@link #normalSamples()}, and its hook to {@link #hook};
 * {@link #execute()} once. {@code execute} may be called on any thread and returns when everything is over; the task runs on a thread of its own.
 * {@link #stop} may be called from any thread at any time.
 */
public final class PacedRun {
    /** After a stop or a timeout, a task has this long to come back before its thread is given up. */
    private static final long GRACE_NS = 2_000_000_000L;

    private final Task task;
    private final HarnessOptions options;
    private final RunListener listener;
    private final NanoClock clock = NanoClock.SYSTEM;
    private final NormalSamples normalSamples = new NormalSamples();
    private final InFlightCell cell;
    private final IterationLog log;
    private final Completions completions;
    private final boolean async;
    private final Map<String, ProbeRecorder> probes = new ConcurrentHashMap<>();
    private final List<Thread> watched = new CopyOnWriteArrayList<>();
    private final Failures failures = new Failures();
    private final List<RunOutcome> outcomes = new ArrayList<>();
    private final List<RunSeries> series = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final CompletableFuture<HarnessResult> result = new CompletableFuture<>();
    private final RecorderThread recorder;
    private final JitterWatch jitter;
    private volatile Thread pacingThread;
    private volatile Pacer pacer;
    private volatile PacingHook hook = PacingHook.NONE;
    private volatile boolean abandoned;
    private volatile boolean measuring;

    /** Whether the pacing thread is within a part of the schedule, waiting for its last completions included. */
    private volatile boolean pacing;

    private volatile boolean stopRequested;
    private volatile Step current;
    private Measurement measurement;
    private long thresholdNs = Long.MAX_VALUE;

    public PacedRun(Task task, HarnessOptions options, RunListener listener) {
        this.task = task;
        this.options = options;
        this.listener = listener;
        this.async = task instanceof AsyncTask;
        long nowNs = clock.nanoTime();
        this.cell = new InFlightCell(nowNs);
        long drainNs = DerivedTimings.drainNs(options);
        this.log = new IterationLog(DerivedTimings.capacity(options, drainNs, async), nowNs);
        this.completions = new Completions(log, clock);
        this.recorder = new RecorderThread(log, inFlight(), clock, drainNs, options.watchedTimeoutNs(), new Watching());
        this.jitter = JitterWatch.of(options, clock, listener);
    }

    /** What a sampler watches. */
    public InFlight inFlight() {
        return async ? log : cell;
    }

    /** Where a sampler says which normal iterations it takes a stack of. */
    public NormalSamples normalSamples() {
        return normalSamples;
    }

    /** Has this called while the pacing thread is idle. Before {@link #execute}. */
    public void hook(PacingHook pacingHook) {
        hook = pacingHook;
    }

    /** Ends the run early; what was measured is kept, and the run counts as failed for {@code reason}. From any thread. */
    public void stop(String reason) {
        failures.add(reason, null);
        stopRequested = true;
        recorder.timeout(GRACE_NS);
        Pacer running = pacer;
        if (running != null) {
            running.stop();
        }
    }

    /** Runs everything and returns what was measured, also when something failed. The task has a thread of its own. */
    public HarnessResult execute() {
        return execute(body -> {
            Thread thread = new Thread(body, "straggler-pacer");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /**
     * The same, with the task on a thread that somebody else has.
     *
     * @param pacing runs what it is given at once, on a thread other than this one; asked once
     */
    public HarnessResult execute(Executor pacing) {
        recorder.start(hook);
        jitter.start(hook);
        try {
            pacing.execute(this::pace);
            return result.join();
        } finally {
            recorder.stop();
            jitter.stop();
        }
    }

    /** The body of the pacing thread. */
    private void pace() {
        pacingThread = Thread.currentThread();
        watched.add(pacingThread);
        boolean setUp = false;
        try {
            listener.pacingThreadStarted(async ? ThreadRole.DISPATCHER : ThreadRole.SEQUENTIAL);
            step("setUp", Long.MAX_VALUE, () -> task.setUp(new TaskHarness()));
            setUp = true;
            warmUp();
            for (int run = 1; run <= options.runs() && !failures.any(); run++) {
                if (run > 1) {
                    pause();
                }
                measure(new RunId(options.fork(), run), Phase.MEASURED, options.length());
                if (!abandoned) {
                    step("runComplete", options.watchedTimeoutNs(), task::runComplete);
                }
            }
        } catch (Failures.Reported e) {
            // The reason is kept; what had been measured goes into the result.
        } catch (RuntimeException | Error e) {
            failures.add("harness broke: " + e, e);
        } finally {
            if (!abandoned) {
                tearDown(setUp);
                complete();
            }
        }
    }

    private void tearDown(boolean setUp) {
        if (setUp) {
            Thread.interrupted();
            try {
                step("tearDown", options.watchedTimeoutNs(), task::tearDown);
            } catch (Failures.Reported e) {
                // Kept as a failure, unless an earlier one came first.
            }
        }
    }

    /** Hands over what there is. Whatever happens here, {@link #execute} must not wait for ever. */
    private void complete() {
        try {
            result.complete(new HarnessResult(
                    outcomes,
                    series,
                    failures.any() ? RunStatus.FAILED : worstStatus(),
                    failures.any() ? failures.reason() : worstReason(),
                    Optional.ofNullable(failures.cause()),
                    failures.stuckThreads(),
                    warnings));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private RunStatus worstStatus() {
        return outcomes.stream().map(RunOutcome::status).max(Enum::compareTo).orElse(RunStatus.FAILED);
    }

    private String worstReason() {
        RunStatus worst = worstStatus();
        return outcomes.stream()
                .filter(outcome -> outcome.status() == worst)
                .map(RunOutcome::reason)
                .findFirst()
                .orElse("nothing was measured");
    }

    /** Two halves: the first lets the JVM settle, the second tells what is normal. */
    private void warmUp() {
        if (options.warmUp().empty()) {
            setThreshold(SeriesRecorder.newHistogram(), SeriesRecorder.newHistogram());
            step("warmedUp", Long.MAX_VALUE, task::warmedUp);
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
        step("warmedUp", Long.MAX_VALUE, task::warmedUp);
        Compilers.awaitQuiet(hook, options.warmUp().expectedNs(options.scheduleOf(Phase.WARM_UP)));
    }

    /** Runs a method of the task that is not an iteration, in sight of the recorder thread. */
    private void step(String name, long limitNs, Failures.Step body) {
        current = new Step(name, clock.nanoTime(), limitNs);
        try {
            failures.during(name, body);
        } finally {
            current = null;
        }
    }

    /**
     * A method of the task that is being run.
     *
     * @param limitNs it is stuck after this long; preparing may take any time, unless the run shall end
     */
    private record Step(String name, long sinceNs, long limitNs) {}

    private void setThreshold(Histogram latency, Histogram service) {
        try {
            thresholdNs = options.threshold().resolveNs(latency);
        } catch (IllegalStateException e) {
            failures.add(e.getMessage(), null);
            throw new Failures.Reported();
        }
        long armDelayNs = options.armDelayNs() > 0
                ? Math.min(options.armDelayNs(), Math.max(1, thresholdNs - 1))
                : DerivedTimings.armDelayNs(thresholdNs, service);
        jitter.reportFrom(armDelayNs);
        listener.thresholdSet(thresholdNs, armDelayNs);
    }

    private void pause() {
        long untilNs = clock.nanoTime() + options.pauseNs();
        while (untilNs - clock.nanoTime() > 0 && !failures.any()) {
            LockSupport.parkNanos(this, Math.min(100_000_000, untilNs - clock.nanoTime()));
        }
    }

    /** Paces one part of the schedule. Failures are kept; the measurements until then too. */
    private void measure(RunId runId, Phase phase, RunLength length) {
        listener.runStarting(runId, phase);
        jitter.discard();
        measuring = phase == Phase.MEASURED;
        probes.values().forEach(probe -> {
            probe.discard();
            probe.measuring(measuring);
        });
        long strayBefore = completions.stray();
        Schedule schedule = options.scheduleOf(phase);
        RunRecording recording = new RunRecording(
                runId,
                phase,
                phase == Phase.MEASURED ? thresholdNs : Long.MAX_VALUE,
                !async,
                schedule.highestPerSecond(),
                DerivedTimings.intervalNs(length, schedule),
                listener,
                normalSamples,
                options.overheadCheck(),
                clock,
                probes.values(),
                phase == Phase.MEASURED ? jitter : JitterWatch.NONE);
        pacer = new Pacer(clock, log, hook, options.spinNs());
        if (failures.any()) {
            pacer.stop();
        }
        measurement = new Measurement(recording, pacer, length, phase, strayBefore);
        recorder.begin(recording);
        runPacer(measurement, schedule, length);
        if (abandoned) {
            return;
        }
        recorder.finish();
        measuring = false;
        probes.values().forEach(probe -> probe.measuring(false));
        conclude(measurement);
        listener.runFinished(runId, phase);
    }

    private void runPacer(Measurement run, Schedule schedule, RunLength length) {
        Schedule.Instants instants = schedule.instants();
        // A moment ahead, so that the first iteration does not start late because of what happens here.
        long originNs =
                schedule.originNs(clock.nanoTime() + 1_000_000, run.recording().runId());
        long hardStopNs = originNs + options.hardStopNs(length);
        run.originNs(originNs);
        pacing = true;
        try {
            if (async) {
                run.pacer().runAsync((AsyncTask) task, instants, length, originNs, hardStopNs);
                awaitCompletions(run.pacer());
            } else {
                run.pacer().runSync(task, cell, instants, length, originNs, hardStopNs);
            }
        } catch (Throwable thrown) {
            failures.add("iteration " + run.pacer().started() + " threw " + Failures.describe(thrown), thrown);
            if (!async && !abandoned && log.reserve()) {
                log.addBroken(run.pacer().lastIntendedNs(), clock.nanoTime());
            }
        } finally {
            hook.rest(run.pacer().lastIntendedNs(), clock.nanoTime());
            pacing = false;
        }
    }

    /** Waits for what is in flight, unless the recorder thread gives it up. A task may block in {@code poll}, so not once nothing is. */
    private void awaitCompletions(Pacer finished) throws Exception {
        while (!failures.any() && log.openCount() > 0) {
            ((AsyncTask) task).poll();
            long nowNs = clock.nanoTime();
            hook.idle(finished.lastIntendedNs(), nowNs, nowNs + PacingHook.NEVER);
            hook.sleep(200_000);
        }
    }

    private void conclude(Measurement run) {
        long stray = completions.stray();
        if (run.phase() == Phase.MEASURED) {
            outcomes.add(run.outcome(options, thresholdNs, stray, failures));
            series.add(new RunSeries(run.recording().runId(), run.recording().allSeries()));
        }
        warnings.addAll(run.warnings(async, stray));
    }

    /** On the recorder thread. */
    private final class Watching implements RecorderThread.WatchdogListener {
        /** A method of the task may be stuck too. */
        @Override
        public void look() {
            Step step = current;
            if (step == null || abandoned) {
                return;
            }
            long limitNs = stopRequested ? Math.min(GRACE_NS, step.limitNs()) : step.limitNs();
            long runningNs = clock.nanoTime() - step.sinceNs();
            if (runningNs > limitNs) {
                failures.stuck(
                        step.name() + " was not over after " + Durations.format(runningNs) + " (see --timeout)",
                        watched);
                pacingThread.interrupt();
                if (giveUpUnless(() -> current != step)) {
                    complete();
                }
            }
        }

        /** An iteration exceeded the timeout, or a stop found one running. */
        @Override
        public void stuck(long runningNs) {
            Pacer running = pacer;
            failures.stuck(
                    (async ? "an iteration" : "iteration " + running.started()) + " was not complete after "
                            + Durations.format(runningNs) + " (see --timeout)",
                    watched);
            running.stop();
            pacingThread.interrupt();
            if (giveUpUnless(() -> !pacing)) {
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
            abandoned = !back.getAsBoolean();
            return abandoned;
        }

        @Override
        public void broken(Throwable thrown) {
            failures.add("recording broke: " + Failures.describe(thrown), thrown);
            Pacer running = pacer;
            if (running != null) {
                running.stop();
            }
        }
    }

    /** What the task sees. */
    private final class TaskHarness implements Harness {
        @Override
        public Probe probe(String name) {
            // The interval log separates its columns by these.
            if (name.isEmpty() || name.matches("(?s).*[,\"\\s].*")) {
                throw new IllegalArgumentException(
                        "probe name must not be empty or contain white space, a comma or a quote: name=" + name);
            }
            ProbeRecorder probe = probes.computeIfAbsent(name, key -> new ProbeRecorder(key, clock));
            // After it was added: a run that begins meanwhile either sees the probe, or is seen here.
            probe.measuring(measuring);
            return probe;
        }

        @Override
        public void watch(Thread thread) {
            watched.add(thread);
            listener.threadWatched(thread);
        }

        @Override
        public void complete(long intendedNs) {
            completions.complete(intendedNs, hook);
        }

        @Override
        public void abandon(long intendedNs) {
            completions.abandon(intendedNs);
        }
    }
}
