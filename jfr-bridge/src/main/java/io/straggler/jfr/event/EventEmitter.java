package io.straggler.jfr.event;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Capture;
import io.straggler.model.Carriage;
import io.straggler.model.CarrierWait;
import io.straggler.model.CoreUse;
import io.straggler.model.IdleStack;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunListener;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WaitEnd;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;

/**
 * Turns what harness and sampler report into {@code straggler.*} events, in whichever recordings run at that moment.
 *
 * <p>From construction to {@link #close()} it also pairs JFR's clock with {@link System#nanoTime()} once a second and at both
 * ends of every chunk, and repeats watched threads and environment in every chunk, so that a recording that keeps only its
 * last minutes can still be read.
 *
 * <p>Threads: every method may be called from any thread. Without a recording each costs a check.
 */
public final class EventEmitter implements RunListener, CaptureListener, AutoCloseable {
    private final int fork;
    private final AtomicLong periods = new AtomicLong();
    private final List<WatchedThread> watched = new CopyOnWriteArrayList<>();
    private final Set<IdleStack> idleStacks = ConcurrentHashMap.newKeySet();
    private final Set<Map.Entry<String, String>> connections = ConcurrentHashMap.newKeySet();
    private volatile Map<String, String> environment = Map.of();
    private final Runnable regularPair = () -> ClockEvents.emit(ClockEvents.Regular::new);
    private final Runnable firstPair = () -> ClockEvents.emit(ClockEvents.AtChunkBegin::new);
    private final Runnable lastPair = () -> ClockEvents.emit(ClockEvents.AtChunkEnd::new);
    private final Runnable threads = () -> watched.forEach(ThreadEvent::emit);
    private final Runnable idle = () -> idleStacks.forEach(IdleStackEvent::emit);
    private final Runnable ends =
            () -> connections.forEach(ends -> ConnectionEvent.emit(ends.getKey(), ends.getValue()));
    private final Runnable facts = () -> environment.forEach(EnvironmentEvent::emit);

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
        // Now, and not when the first outlier is reported: the JVM writes and compiles code for each of them.
        OwnEvents.register();
        FlightRecorder.addPeriodicEvent(ClockEvents.Regular.class, regularPair);
        FlightRecorder.addPeriodicEvent(ClockEvents.AtChunkBegin.class, firstPair);
        FlightRecorder.addPeriodicEvent(ClockEvents.AtChunkEnd.class, lastPair);
        FlightRecorder.addPeriodicEvent(ThreadEvent.class, threads);
        FlightRecorder.addPeriodicEvent(IdleStackEvent.class, idle);
        FlightRecorder.addPeriodicEvent(ConnectionEvent.class, ends);
        FlightRecorder.addPeriodicEvent(EnvironmentEvent.class, facts);
    }

    /** Records how a measured run ended. */
    public void outcome(String task, RunOutcome outcome) {
        RunEvent.emit(task, fork, outcome);
    }

    /** Records how the sampler did. Once per process: several summaries of a recording are added up. */
    public void sampler(SamplerSummary summary) {
        SamplerEvent.emit(summary);
    }

    /** Records where the run takes place, now and at the beginning of every chunk to come. */
    public void environment(Map<String, String> facts) {
        environment = Map.copyOf(facts);
        environment.forEach(EnvironmentEvent::emit);
    }

    /** Records one interval of the histogram log. */
    public void interval(RecordedInterval interval) {
        IntervalEvent.emit(interval);
    }

    @Override
    public void outlier(Outlier outlier) {
        OutlierEvent.emit(outlier, fork);
    }

    /** Records a call that was an outlier, on the thread that it says. Its group is the method. */
    public void call(Outlier outlier, WatchedThread thread) {
        CallEvent.emit(outlier, thread);
    }

    @Override
    public void busyPeriod(BusyPeriod period) {
        long number = periods.incrementAndGet();
        boolean first = true;
        for (Iteration iteration : period.iterations()) {
            IterationEvent.emit(new IterationEvent.Part(number, first ? period.omitted() : 0, iteration), fork);
            first = false;
        }
    }

    @Override
    public void watching(WatchedThread thread) {
        watched.add(thread);
        ThreadEvent.emit(thread);
    }

    @Override
    public void released(WatchedThread thread) {
        watched.remove(thread);
    }

    @Override
    public void captured(Capture capture) {
        CaptureEvent.emit(capture);
    }

    @Override
    public void carried(Carriage carriage) {
        CarriageEvent.emit(carriage);
    }

    @Override
    public void idle(IdleStack stack) {
        if (idleStacks.add(stack)) {
            IdleStackEvent.emit(stack);
        }
    }

    @Override
    public void stack(StackSample sample) {
        StackEvent.emit(sample);
    }

    @Override
    public void used(ThreadUsage usage) {
        ThreadUsageEvent.emit(usage);
        CoreWaitEvent.emit(usage);
    }

    @Override
    public void usedCore(CoreUse use) {
        CoreUseEvent.emit(use);
    }

    @Override
    public void connected(String end, String otherEnd) {
        connections.add(Map.entry(end, otherEnd));
        ConnectionEvent.emit(end, otherEnd);
    }

    @Override
    public void lockOwned(long atNs, long osThreadId, long ownerJavaId, String owner) {
        LockOwnerEvent.emit(new LockOwnerEvent.LockOwner(atNs, osThreadId, ownerJavaId, owner));
    }

    @Override
    public void waitedForCarrier(CarrierWait wait) {
        CarrierWaitEvent.emit(wait);
    }

    @Override
    public void waitEnded(WaitEnd end) {
        WaitEndEvent.emit(end);
    }

    @Override
    public void stoodStill(long fromNs, long toNs) {
        ProcessStallEvent.emit(fromNs, toNs);
    }

    /** Records a stop by a signal that is over, whatever run it was in. */
    public static void processStopped(long fromNs, long toNs) {
        ProcessStopEvent.emit(fromNs, toNs);
    }

    @Override
    public void hiccup(int cpu, long dueNs, long wokeNs) {
        HiccupEvent.emit(cpu, dueNs, wokeNs);
    }

    /** Stops pairing clocks and repeating what is watched. Stop the recording first: its end pairs the clocks once more. */
    @Override
    public void close() {
        for (Runnable hook : List.of(regularPair, firstPair, lastPair, threads, idle, ends, facts)) {
            FlightRecorder.removePeriodicEvent(hook);
        }
    }
}
