package io.straggler.agent.inside;

import io.straggler.Environment;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.foreign.FilledFolder;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.SystemFiles;
import io.straggler.sampler.served.LateIteration;
import io.straggler.sampler.served.ServedThreads;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * From attaching to detaching: calls are observed, slow ones captured and recorded, and the run folder is kept up to date by a thread of its own.
 *
 * <p>Lifecycle: {@link #start}, then {@link #stop} once or more; or it ends by itself, after its duration or when something breaks. Whatever breaks
 * is told once, and never to the program.
 *
 * <p>Threads: start and stop on any, not at once; the rest on the session's own.
 */
final class AgentSession {
    private static final RunId RUN = new RunId(0, 1);
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long CHECKPOINT_NS = 2 * SECOND_NS;
    private static final long NANOS_PER_MS = 1_000_000;

    /** JFR's settings follow when the arm delay has changed by this part. */
    private static final double NOTABLE = 0.25;

    /** Calls that are late begin in any order; no two have the same start. */
    private static final int REMEMBERED_TAGS = 10_000;

    private static final long PATIENCE_S = 30;

    private final AgentOptions options;
    private final RunFolder folder;
    private final Instrumented instrumented;
    private final DefinedHook hook;
    private final Consumer<String> complaints;
    private final AtomicReference<String> reason = new AtomicReference<>();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private final AtomicBoolean countingAsked = new AtomicBoolean();
    private final CountDownLatch countingBegun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "straggler-agent");
    private final Thread exitHook = new Thread(() -> stop("the program ended"), "straggler-agent-exit");
    private final Histogram second = SeriesRecorder.newHistogram();
    private final LatencyHistory history = new LatencyHistory();
    private final Set<Long> tags = new LinkedHashSet<>();
    private final RollingThreshold threshold;
    private final AgentRecording recording;
    private final ServedThreads served;
    private final CallRecorder calls;
    private final Map<String, String> environment;
    private long startNs = System.nanoTime();
    private long startEpochMs = System.currentTimeMillis();
    private long secondSinceEpochMs = startEpochMs;
    private long recordedArmDelayNs;
    private long outliers;
    private boolean counting;
    private boolean leaving;

    private AgentSession(
            AgentOptions options,
            RunFolder folder,
            Instrumented instrumented,
            DefinedHook hook,
            Consumer<String> complaints) {
        this.hook = hook;
        this.options = options;
        this.folder = folder;
        this.instrumented = instrumented;
        this.complaints = complaints;
        this.counting = options.begin() == AgentOptions.Begin.AT_ONCE;
        this.threshold = new RollingThreshold(options.threshold(), startNs);
        this.recordedArmDelayNs = armDelayNs();
        this.environment = Environment.describe(SystemFiles.ofThisMachine());
        this.recording = AgentRecording.start(folder, recordedArmDelayNs, options.sizeBytes(), startEpochMs);
        this.served = ServedThreads.start(recording.stacks(), recordedArmDelayNs, recording.emitter());
        this.calls = new CallRecorder(served, this::breaks);
    }

    /**
     * Begins.
     *
     * @param running whether the program runs already
     * @param complaints is told what breaks, a sentence
     * @throws AgentException if it cannot; then nothing was changed
     */
    static AgentSession start(
            AgentOptions options, Instrumentation instrumentation, boolean running, Consumer<String> complaints) {
        Instrumented instrumented = Instrumented.find(options, instrumentation, running);
        RunFolder folder;
        try {
            folder = RunFolder.create(options.out());
        } catch (RunFolderException e) {
            throw new AgentException(e.getMessage() + ".");
        }
        AgentSession session = new AgentSession(options, folder, instrumented, DefinedHook.find(), complaints);
        try {
            session.begin();
        } catch (RuntimeException | Error e) {
            session.abandon();
            throw e;
        }
        return session;
    }

    private void begin() {
        recording.emitter().environment(environment);
        writeFirst();
        startNs = System.nanoTime();
        startEpochMs = System.currentTimeMillis();
        secondSinceEpochMs = startEpochMs;
        hook.observe(calls::begin, calls::end);
        instrumented.install();
        thread.setDaemon(true);
        thread.start();
        Runtime.getRuntime().addShutdownHook(exitHook);
    }

    private void abandon() {
        hook.observe(null, null);
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
        if (options.begin() == AgentOptions.Begin.AT_ONCE || !countingAsked.compareAndSet(false, true)) {
            throw new AgentException("Calls count already.");
        }
        await(countingBegun);
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
        hook.observe(null, null);
        broken.compareAndSet(null, thrown.toString());
        reason.compareAndSet(null, "it broke");
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
            broken.compareAndSet(null, e.toString());
        }
        if (broken.get() != null) {
            complaints.accept("Straggler ended because of a defect of its own: " + broken.get() + ".");
        }
        countingBegun.countDown();
        ended.countDown();
    }

    private void observe() throws IOException {
        long nextSecondNs = startNs + SECOND_NS;
        long nextCheckpointNs = startNs + SECOND_NS;
        long endNs =
                startNs + options.duration().map(duration -> duration.toNanos()).orElse(Long.MAX_VALUE / 4);
        while (reason.get() == null) {
            long pauseNs = served.sweep();
            tellLateCalls();
            if (countingAsked.get() && !counting) {
                beginCounting();
            }
            long nowNs = System.nanoTime();
            if (nowNs - nextSecondNs >= 0) {
                nextSecondNs = nowNs + SECOND_NS;
                takeSecond(nowNs);
            }
            if (nowNs - nextCheckpointNs >= 0) {
                nextCheckpointNs = nowNs + CHECKPOINT_NS;
                write(RunStatus.OK, "");
                recording.boundStacks(served);
            }
            if (nowNs - endNs >= 0) {
                reason.compareAndSet(null, "its time was over");
            } else {
                sleep(pauseNs);
            }
        }
    }

    /** The calls before were the program's warm-up: they have settled what calls usually take, and are forgotten. */
    private void beginCounting() {
        takeSecond(System.nanoTime());
        counting = true;
        startNs = System.nanoTime();
        startEpochMs = System.currentTimeMillis();
        secondSinceEpochMs = startEpochMs;
        threshold.forget(startNs);
        served.forgetTaken();
        countingBegun.countDown();
    }

    /** Natively: parks of ours are no news of the program. */
    private static void sleep(long ns) {
        if (NativeThread.available()) {
            NativeSleep.sleep(ns);
        } else {
            LockSupport.parkNanos(ns);
        }
    }

    private long armDelayNs() {
        return Math.max(1, threshold.ns() / 2);
    }

    private void takeSecond(long nowNs) {
        second.reset();
        calls.drain(second);
        long nowEpochMs = System.currentTimeMillis();
        if (counting) {
            history.add(second, secondSinceEpochMs, nowEpochMs);
        }
        secondSinceEpochMs = nowEpochMs;
        threshold.add(second, nowNs);
        served.armDelayNs(armDelayNs());
        if (second.getTotalCount() > 0) {
            served.usualNs(second.getValueAtPercentile(50));
        }
        double change = (double) armDelayNs() / recordedArmDelayNs;
        if (change > 1 + NOTABLE || change < 1 / (1 + NOTABLE)) {
            recordedArmDelayNs = armDelayNs();
            recording.follow(recordedArmDelayNs);
        }
    }

    private void tellLateCalls() {
        for (LateCall call = calls.next(); call != null; call = calls.next()) {
            if (!counting) {
                continue;
            }
            LateIteration late = call.iteration();
            long thresholdNs = thresholdNs();
            boolean outlier = late.endNs() - late.startNs() >= thresholdNs;
            long tagNs = tag(late.startNs());
            served.tell(call.thread(), late, tagNs, outlier);
            if (outlier) {
                outliers++;
                Iteration iteration = new Iteration(RUN, tagNs, tagNs, late.endNs() + tagNs - late.startNs(), 0, 0);
                recording
                        .emitter()
                        .call(
                                new Outlier(iteration, thresholdNs, List.of(), late.osThreadId()),
                                instrumented.methods().get(call.method()),
                                call.thread().identity());
            }
        }
    }

    /** A start is an iteration's tag: of two that began in the same nanosecond, one gets the next. */
    private long tag(long beganNs) {
        long tagNs = beganNs;
        while (!tags.add(tagNs)) {
            tagNs++;
        }
        if (tags.size() > REMEMBERED_TAGS) {
            tags.remove(tags.iterator().next());
        }
        return tagNs;
    }

    /** What runs for a shorter time than a timer can be set for is not late. */
    private long thresholdNs() {
        return Math.max(threshold.ns(), served.armDelayNs());
    }

    private void finish() throws IOException {
        hook.observe(null, null);
        if (!leaving) {
            instrumented.close();
        }
        served.close();
        tellLateCalls();
        takeSecond(System.nanoTime());
        RunStatus status = broken.get() == null ? RunStatus.OK : RunStatus.FAILED;
        String why = broken.get() == null ? "" : "the agent ended: " + broken.get();
        RunDescription run = describe(status, why);
        recording.finish(run, history.intervals(), leaving);
        write(status, why);
        if (!leaving) {
            FilledFolder.end(folder);
            Runtime.getRuntime().removeShutdownHook(exitHook);
        }
    }

    /** What is needed for it is loaded now, and not while calls are observed. */
    private void writeFirst() {
        try {
            write(RunStatus.OK, "");
        } catch (IOException e) {
            throw new AgentException("The run folder must be writable: " + e.getMessage() + ".");
        }
    }

    private void write(RunStatus status, String why) throws IOException {
        LatencyLog.write(folder.latencyLog(), List.of(history.intervals()));
        folder.write(describe(status, why));
    }

    private RunDescription describe(RunStatus status, String why) {
        Histogram all = history.total();
        double seconds = Math.max(1, System.nanoTime() - startNs) / 1e9;
        RunOutcome outcome = new RunOutcome(
                RUN,
                startNs,
                startEpochMs,
                Math.max(startEpochMs + 1, secondSinceEpochMs),
                Double.NaN,
                all.getTotalCount() / seconds,
                all.getTotalCount(),
                0,
                outliers,
                thresholdNs(),
                all.getMaxValue(),
                0,
                0,
                status,
                why);
        Map<String, String> resolved = new LinkedHashMap<>(options.given());
        resolved.put("threshold", options.threshold().toString());
        Map<String, String> facts = new LinkedHashMap<>(environment);
        facts.put("threads", Integer.toString(calls.threads()));
        facts.put("methods", String.join(" ", instrumented.methods()));
        SamplerSummary sampler = served.summary();
        return new RunDescription(
                RunDescription.SCHEMA_VERSION,
                options.given().get("iterations"),
                options.given(),
                resolved,
                facts,
                List.of(outcome),
                sampler,
                status,
                why,
                warnings());
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>(instrumented.problems());
        if (instrumented.methods().isEmpty()) {
            warnings.add("No class with such a method was loaded.");
        }
        if (!counting) {
            warnings.add("The program has not said yet that its calls count, which begin=told waits for.");
        } else if (!threshold.known()) {
            warnings.add("There were too few calls to know the threshold " + options.threshold()
                    + ": outliers are those of " + Durations.format(threshold.ns()) + " or longer.");
        } else if (threshold.highestNs() > threshold.lowestNs()) {
            warnings.add("The threshold followed the calls of the last five minutes, from "
                    + Durations.format(threshold.lowestNs()) + " to " + Durations.format(threshold.highestNs()) + ".");
        }
        if (calls.lost() > 0) {
            warnings.add(calls.lost() + " late calls came faster than they could be recorded: they are only counted.");
        }
        return warnings;
    }
}
