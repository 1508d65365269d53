package io.straggler.jfr.event;

import io.straggler.model.BusyPeriod;
import io.straggler.model.CoreUse;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunListener;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import io.straggler.model.hook.Capture;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.WatchedThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Turns what harness and sampler tell into {@code straggler.*} events, in whichever recordings run at that moment.
 *
 * <p>From construction to {@link #close()} it also pairs JFR's clock with {@link System#nanoTime()} once a second and at both
 * ends of every chunk, and repeats watched threads and environment in every chunk, so that a recording that keeps only its
 * last minutes can still be read.
 *
 * <p>Threads: every method may be called from any thread. Without a recording each costs a check.
 */
public final class EventEmitter implements RunListener, CaptureListener, AutoCloseable {
    private static final List<Class<? extends Event>> EVENTS = List.of(
            IterationEvents.Outlier.class,
            IterationEvents.Call.class,
            IterationEvents.PeriodIteration.class,
            CaptureEvents.Watched.class,
            CaptureEvents.Request.class,
            CaptureEvents.Accounting.class,
            CaptureEvents.Stack.class,
            CaptureEvents.Standstill.class,
            CaptureEvents.CoreUse.class,
            CaptureEvents.Connection.class,
            CaptureEvents.LockOwner.class,
            CaptureEvents.ProcessStop.class,
            CaptureEvents.Hiccup.class,
            RunEvents.Run.class,
            RunEvents.Sampler.class,
            RunEvents.Environment.class,
            RunEvents.Interval.class);

    private final int fork;
    private final AtomicLong periods = new AtomicLong();
    private final List<WatchedThread> watched = new CopyOnWriteArrayList<>();
    private final Set<Map.Entry<String, String>> connections = ConcurrentHashMap.newKeySet();
    private final Runnable regularPair = () -> ClockEvents.emit(ClockEvents.Regular::new);
    private final Runnable firstPair = () -> ClockEvents.emit(ClockEvents.AtChunkBegin::new);
    private final Runnable lastPair = () -> ClockEvents.emit(ClockEvents.AtChunkEnd::new);
    private final Runnable threads = () -> watched.forEach(EventEmitter::emit);
    private final Runnable ends = () -> connections.forEach(ends -> emit(ends.getKey(), ends.getValue()));
    private final Runnable facts = this::emitEnvironment;
    private volatile Map<String, String> environment = Map.of();

    /**
     * Registers the periodic events.
     *
     * @param fork which fork this JVM is, from 0
     */
    public EventEmitter(int fork) {
        if (fork < 0) {
            throw new IllegalArgumentException("fork must be 0 or more: fork=" + fork);
        }
        this.fork = fork;
        // Now, and not when the first outlier is told: the JVM writes and compiles code for each of them.
        EVENTS.forEach(FlightRecorder::register);
        FlightRecorder.addPeriodicEvent(ClockEvents.Regular.class, regularPair);
        FlightRecorder.addPeriodicEvent(ClockEvents.AtChunkBegin.class, firstPair);
        FlightRecorder.addPeriodicEvent(ClockEvents.AtChunkEnd.class, lastPair);
        FlightRecorder.addPeriodicEvent(CaptureEvents.Watched.class, threads);
        FlightRecorder.addPeriodicEvent(CaptureEvents.Connection.class, ends);
        FlightRecorder.addPeriodicEvent(RunEvents.Environment.class, facts);
    }

    /** Tells how a measured run ended. */
    public void outcome(String task, RunOutcome outcome) {
        RunEvents.Run event = new RunEvents.Run();
        if (!event.isEnabled()) {
            return;
        }
        event.task = task;
        event.fork = fork;
        event.run = outcome.runId().run();
        event.originNs = outcome.originNs();
        event.startEpochMs = outcome.startEpochMs();
        event.endEpochMs = outcome.endEpochMs();
        event.targetPerSecond = outcome.targetPerSecond();
        event.achievedPerSecond = outcome.achievedPerSecond();
        event.iterations = outcome.iterations();
        event.corrected = outcome.corrected();
        event.outliers = outcome.outliers();
        event.thresholdNs = outcome.thresholdNs();
        event.worstNs = outcome.worstNs();
        event.strayCompletions = outcome.strayCompletions();
        event.uncompleted = outcome.uncompleted();
        event.status = outcome.status().label();
        event.reason = outcome.reason();
        event.commit();
    }

    /** Tells how the sampler did. Once per process: several summaries of a recording are added up. */
    public void sampler(SamplerSummary summary) {
        RunEvents.Sampler event = new RunEvents.Sampler();
        if (!event.isEnabled()) {
            return;
        }
        event.mode = summary.mode().label();
        event.why = summary.why();
        event.armDelayNs = summary.armDelayNs();
        event.marginNs = summary.marginNs();
        event.captureNs = summary.captureNs();
        event.signalsSent = summary.signalsSent();
        event.capturesTaken = summary.capturesTaken();
        event.baselineCaptures = summary.baselineCaptures();
        event.innocentCaptures = summary.innocentCaptures();
        event.cappedIterations = summary.cappedIterations();
        event.lateTotalNs = summary.lateTotalNs();
        event.lateMaxNs = summary.lateMaxNs();
        event.commit();
    }

    /** Tells where the run takes place, now and at the beginning of every chunk to come. */
    public void environment(Map<String, String> facts) {
        environment = Map.copyOf(facts);
        emitEnvironment();
    }

    /** Tells one interval of the histogram log. */
    public void interval(RecordedInterval interval) {
        RunEvents.Interval event = new RunEvents.Interval();
        if (!event.isEnabled()) {
            return;
        }
        event.series = interval.series();
        event.startEpochMs = interval.startEpochMs();
        event.endEpochMs = interval.endEpochMs();
        event.histogram = interval.histogram();
        event.commit();
    }

    @Override
    public void outlier(Outlier outlier) {
        IterationEvents.Outlier event = new IterationEvents.Outlier();
        if (!event.isEnabled()) {
            return;
        }
        Iteration iteration = outlier.iteration();
        event.fork = fork;
        event.run = iteration.runId().run();
        event.intendedNs = iteration.intendedNs();
        event.startNs = iteration.startNs();
        event.endNs = iteration.endNs();
        event.latencyNs = iteration.latencyNs();
        event.inheritedNs = iteration.inheritedNs();
        event.dispatchNs = iteration.dispatchNs();
        event.serviceNs = iteration.serviceNs();
        event.thresholdNs = outlier.thresholdNs();
        event.probes = probes(outlier);
        event.commit();
    }

    /** Tells of a call that was an outlier, on the thread that it says. Its group is the method. */
    public void call(Outlier outlier, WatchedThread thread) {
        IterationEvents.Call event = new IterationEvents.Call();
        if (!event.isEnabled()) {
            return;
        }
        event.method = outlier.group();
        event.thread = thread.name();
        event.osId = thread.osThreadId();
        event.startNs = outlier.iteration().startNs();
        event.endNs = outlier.iteration().endNs();
        event.latencyNs = outlier.iteration().latencyNs();
        event.thresholdNs = outlier.thresholdNs();
        event.commit();
    }

    private static String probes(Outlier outlier) {
        List<String> values = new ArrayList<>(outlier.probes().size());
        for (ProbeValue probe : outlier.probes()) {
            values.add(probe.probe() + "=" + probe.durationNs());
        }
        return EscapedLines.join(values);
    }

    @Override
    public void busyPeriod(BusyPeriod period) {
        long number = periods.incrementAndGet();
        boolean first = true;
        for (Iteration iteration : period.iterations()) {
            IterationEvents.PeriodIteration event = new IterationEvents.PeriodIteration();
            if (!event.isEnabled()) {
                return;
            }
            event.period = number;
            event.omitted = first ? period.omitted() : 0;
            event.fork = fork;
            event.run = iteration.runId().run();
            event.intendedNs = iteration.intendedNs();
            event.startNs = iteration.startNs();
            event.endNs = iteration.endNs();
            event.inheritedNs = iteration.inheritedNs();
            event.dispatchNs = iteration.dispatchNs();
            event.commit();
            first = false;
        }
    }

    @Override
    public void watching(WatchedThread thread) {
        watched.add(thread);
        emit(thread);
    }

    @Override
    public void released(WatchedThread thread) {
        watched.remove(thread);
    }

    @Override
    public void captured(Capture capture) {
        CaptureEvents.Request event = new CaptureEvents.Request();
        if (!event.isEnabled()) {
            return;
        }
        event.purpose = capture.purpose().name();
        event.intendedNs = capture.intendedNs();
        event.osId = capture.osThreadId();
        event.dueNs = capture.dueNs();
        event.sentNs = capture.sentNs();
        event.lateNs = capture.sentNs() - capture.dueNs();
        event.commit();
    }

    @Override
    public void stack(StackSample sample) {
        CaptureEvents.Stack event = new CaptureEvents.Stack();
        if (!event.isEnabled()) {
            return;
        }
        event.timeNs = sample.timeNs();
        event.osId = sample.osThreadId();
        event.running = sample.running();
        event.frames = EscapedLines.join(
                sample.frames().stream().map(frame -> frame.name()).toList());
        event.kinds = EscapedLines.join(
                sample.frames().stream().map(frame -> frame.kind().name()).toList());
        event.commit();
    }

    @Override
    public void accounted(ThreadAccounting accounting) {
        CaptureEvents.Accounting event = new CaptureEvents.Accounting();
        if (!event.isEnabled()) {
            return;
        }
        event.intendedNs = accounting.intendedNs();
        event.osId = accounting.osThreadId();
        event.fromNs = accounting.fromNs();
        event.toNs = accounting.toNs();
        event.runDelayNs = accounting.runDelayNs();
        event.cpuNs = accounting.cpuNs();
        event.minorFaults = accounting.minorFaults();
        event.majorFaults = accounting.majorFaults();
        event.voluntarySwitches = accounting.voluntarySwitches();
        event.involuntarySwitches = accounting.involuntarySwitches();
        event.faultsNs = accounting.faultsNs();
        event.capturesNs = accounting.capturesNs();
        event.throttledNs = accounting.throttledNs();
        event.commit();
    }

    @Override
    public void usedCore(CoreUse use) {
        CaptureEvents.CoreUse event = new CaptureEvents.CoreUse();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = use.fromNs();
        event.toNs = use.toNs();
        event.osId = use.osThreadId();
        event.thread = use.thread();
        event.cpuNs = use.cpuNs();
        event.runDelayNs = use.runDelayNs();
        event.commit();
    }

    @Override
    public void connected(String end, String otherEnd) {
        connections.add(Map.entry(end, otherEnd));
        emit(end, otherEnd);
    }

    @Override
    public void lockOwned(long atNs, long osThreadId, long ownerJavaId, String owner) {
        CaptureEvents.LockOwner event = new CaptureEvents.LockOwner();
        if (!event.isEnabled()) {
            return;
        }
        event.timeNs = atNs;
        event.osId = osThreadId;
        event.ownerJavaId = ownerJavaId;
        event.owner = owner;
        event.commit();
    }

    @Override
    public void stoodStill(long fromNs, long toNs) {
        CaptureEvents.Standstill event = new CaptureEvents.Standstill();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = fromNs;
        event.toNs = toNs;
        event.commit();
    }

    /** Tells of a stop by a signal that is over, whatever run it was in. */
    public static void processStopped(long fromNs, long toNs) {
        CaptureEvents.ProcessStop event = new CaptureEvents.ProcessStop();
        if (!event.isEnabled()) {
            return;
        }
        event.fromNs = fromNs;
        event.toNs = toNs;
        event.commit();
    }

    @Override
    public void hiccup(int cpu, long dueNs, long wokeNs) {
        CaptureEvents.Hiccup event = new CaptureEvents.Hiccup();
        if (!event.isEnabled()) {
            return;
        }
        event.cpu = cpu;
        event.fromNs = dueNs;
        event.toNs = wokeNs;
        event.commit();
    }

    /** Stops pairing clocks and repeating what is watched. Stop the recording first: its end pairs the clocks once more. */
    @Override
    public void close() {
        for (Runnable hook : List.of(regularPair, firstPair, lastPair, threads, ends, facts)) {
            FlightRecorder.removePeriodicEvent(hook);
        }
    }

    private void emitEnvironment() {
        environment.forEach((key, value) -> {
            RunEvents.Environment event = new RunEvents.Environment();
            if (event.isEnabled()) {
                event.key = key;
                event.value = value;
                event.commit();
            }
        });
    }

    private static void emit(String end, String otherEnd) {
        CaptureEvents.Connection event = new CaptureEvents.Connection();
        if (event.isEnabled()) {
            event.end = end;
            event.otherEnd = otherEnd;
            event.commit();
        }
    }

    private static void emit(WatchedThread thread) {
        CaptureEvents.Watched event = new CaptureEvents.Watched();
        if (event.isEnabled()) {
            event.name = thread.name();
            event.javaId = thread.javaThreadId();
            event.osId = thread.osThreadId();
            event.role = thread.role().name();
            event.commit();
        }
    }
}
