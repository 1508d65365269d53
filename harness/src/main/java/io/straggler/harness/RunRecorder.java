package io.straggler.harness;

import io.straggler.harness.queue.Backlog;
import io.straggler.harness.queue.BusyPeriodTracker;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.harness.series.SeriesSoFar;
import io.straggler.model.BusyPeriod;
import io.straggler.model.HandOver;
import io.straggler.model.NanoClock;
import io.straggler.model.Outlier;
import io.straggler.model.OverheadCheck;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.Series;
import io.straggler.model.hook.NormalSamples;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.HdrHistogram.Histogram;

/**
 * The measurements of one run: what the recorder thread makes of the iterations that it takes from the log. For one thread at a
 * time, first the pacing thread that creates it, then the recorder thread, then the pacing thread again.
 */
final class RunRecorder implements IterationLog.Reader {
    /** Iterations of an asynchronous task may be complete this much later than those behind them, and still have a capture taken off. */
    private static final long ASYNC_HORIZON_NS = 1_000_000_000;

    /**
     * Part of the iterations of a warm-up, one in this power of two, that is treated as an outlier without a listener.
     */
    private static final int REHEARSED_ONE_IN = 64;

    /** Outliers of either kind that are reported at once, and a second: a tenth of a core. */
    static final int MAX_REPORTED = 50_000;

    private final RunId runId;
    private final Phase phase;
    private final ReportedFrom reportedFrom;

    private final boolean queued;
    private final Stages stages;
    private final RunListener listener;
    private final NormalSamples normalSamples;
    private final OverheadCheck overheadCheck;
    private final NanoClock clock;
    private final Collection<ProbeRecorder> probes;
    private final JitterWatch jitter;
    private final long intervalNs;
    private final SeriesRecorder latency = new SeriesRecorder(Series.LATENCY);
    private final SeriesRecorder unsampled = new SeriesRecorder(Series.UNSAMPLED);
    private final SeriesRecorder service = new SeriesRecorder(Series.SERVICE);
    private final SeriesRecorder dispatch = new SeriesRecorder(Series.DISPATCH);
    private final Map<String, SeriesRecorder> jitterSeries = new LinkedHashMap<>();
    private final Map<String, SeriesRecorder> probeSeries = new LinkedHashMap<>();
    private final SeriesSoFar soFar;
    private final BusyPeriodTracker period;

    /** Calls of the listener that wait until the log is drained. */
    private final Queue<Runnable> pending = new ArrayDeque<>();

    private final long originNs;
    private final long originEpochMs;

    /**
     * Time in nanoseconds that normal samples took from the busy period so far: iterations behind waited for it, too.
     */
    private long tookNs;

    /** The intended start of the first iteration of the busy period; of an asynchronous task, of each iteration. */
    private long periodBeganNs;

    private final Backlog backlog;
    private final TokenBucket slowOnes;
    private final TokenBucket waitingOnes;
    private long returnedNs;
    private long completedBy;
    private long iterations;
    private long uncompleted;
    private long corrected;
    private long worstNs;
    private long lastEndNs;
    private long lastIntendedNs;
    private long lastBehindNs;
    private long intervalStartNs;

    /**
     * The part of the schedule that is recorded.
     *
     * @param thresholdNs of the warm-up; {@code Long.MAX_VALUE} during it
     * @param reportedFromNs the latency from which on iterations are reported; {@code Long.MAX_VALUE} during the warm-up
     * @param highestPerSecond the highest rate of the schedule
     * @param intervalNs length of an interval of the histogram log
     */
    record Part(
            RunId runId,
            Phase phase,
            long thresholdNs,
            long reportedFromNs,
            double highestPerSecond,
            long intervalNs) {}

    /**
     * Collaborators that all parts of a run have in common.
     *
     * @param queued whether iterations run one after the other, so that the ones behind wait: not so for asynchronous tasks
     * @param stages of asynchronous iterations
     * @param listener hears of outliers and busy periods of measured runs
     */
    record Wiring(
            boolean queued,
            Stages stages,
            RunListener listener,
            NormalSamples normalSamples,
            OverheadCheck overheadCheck,
            NanoClock clock) {}

    RunRecorder(Part part, Wiring wiring, Collection<ProbeRecorder> probes, JitterWatch jitter) {
        this.runId = part.runId();
        this.phase = part.phase();
        this.reportedFrom = new ReportedFrom(part.thresholdNs(), part.reportedFromNs());
        this.intervalNs = part.intervalNs();
        this.queued = wiring.queued();
        this.stages = wiring.stages();
        this.listener = phase == Phase.MEASURED ? wiring.listener() : RunListener.NONE;
        this.normalSamples = wiring.normalSamples();
        this.overheadCheck = wiring.overheadCheck();
        this.clock = wiring.clock();
        this.probes = probes;
        this.jitter = jitter;
        this.period = new BusyPeriodTracker(runId);
        this.backlog = new Backlog(!queued, part.highestPerSecond());
        this.originNs = clock.nanoTime();
        this.slowOnes = new TokenBucket(MAX_REPORTED, originNs);
        this.waitingOnes = new TokenBucket(MAX_REPORTED, originNs);
        this.originEpochMs = System.currentTimeMillis();
        this.intervalStartNs = originNs;
        this.soFar = new SeriesSoFar(latency, originNs);
        this.lastEndNs = originNs;
        this.lastIntendedNs = originNs;
    }

    /** Takes what the log holds. Recorder thread only. */
    void drain(IterationLog log) {
        long nowNs = clock.nanoTime();
        slowOnes.refill(nowNs);
        waitingOnes.refill(nowNs);
        take(log);
        if (nowNs - intervalStartNs >= intervalNs) {
            closeInterval(nowNs);
        }
        // Called in a warm-up without a listener, too, so that it is compiled before the run.
        soFar.at(nowNs).ifPresent(listener::progress);
    }

    /** Takes the rest, once nothing more will be completed. */
    void finish(IterationLog log) {
        take(log);
        log.reportOpen(this, clock.nanoTime());
        closePeriod();
        reportAll();
        closeInterval(clock.nanoTime());
        if (phase == Phase.WARM_UP) {
            allSeries().forEach(SeriesRecorder::rehearse);
        }
    }

    /**
     * Takes all iterations first and reports outliers and busy periods afterwards. So the JVM compiles the hot loop over the iterations
     * without the code of the listeners. With it, compilation would take as long as a hundred milliseconds, on a core that the measured
     * thread may want.
     */
    private void take(IterationLog log) {
        try {
            log.drain(this);
        } finally {
            reportAll();
        }
    }

    private void reportAll() {
        for (Runnable next = pending.poll(); next != null; next = pending.poll()) {
            next.run();
        }
    }

    @Override
    public void handedOver(long taskReturnedNs, long javaThreadId) {
        returnedNs = taskReturnedNs;
        completedBy = javaThreadId;
    }

    @Override
    public void iteration(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        if (!queued || BusyPeriodTracker.begins(intendedNs, freeSinceNs)) {
            closePeriod();
            periodBeganNs = intendedNs;
        }
        boolean off = overheadCheck.off(periodBeganNs, queued ? Math.max(intendedNs, freeSinceNs) : intendedNs);
        if (queued) {
            period.add(intendedNs, startNs, freeSinceNs, endNs);
        }
        backlog.add(intendedNs, queued ? Math.max(0, freeSinceNs - intendedNs) : endNs - intendedNs);
        iterations++;
        lastEndNs = Math.max(lastEndNs, endNs);
        if (intendedNs - lastIntendedNs >= 0) {
            lastIntendedNs = intendedNs;
            lastBehindNs = (queued ? startNs : endNs) - intendedNs;
        }
        long capturedNs = normalSamples.tookNs(intendedNs, endNs, queued ? 0 : ASYNC_HORIZON_NS);
        tookNs += capturedNs;
        long latencyNs = endNs - intendedNs;
        if (tookNs > 0) {
            corrected++;
            latencyNs -= Math.min(tookNs, capturedNs + Math.max(0, freeSinceNs - intendedNs));
        }
        latency.record(latencyNs);
        if (off) {
            unsampled.record(latencyNs);
        }
        service.record(Math.max(0, endNs - startNs - capturedNs));
        dispatch.record(startNs - Math.max(intendedNs, freeSinceNs));
        worstNs = Math.max(worstNs, latencyNs);
        // One condition for both, so that the warm-up takes the branch that the run will take.
        boolean rehearsed = phase == Phase.WARM_UP && iterations % REHEARSED_ONE_IN == 0;
        if (latencyNs >= (rehearsed ? Long.MIN_VALUE : reportedFrom.ns())) {
            reportedFrom.count(latencyNs, endNs - intendedNs);
            if (!off) {
                period.keep();
                report(intendedNs, startNs, freeSinceNs, endNs);
            }
        }
    }

    /** A sequential task never came back from this iteration. Those of an asynchronous task are in the log. */
    void running(long intendedNs) {
        if (queued) {
            uncompleted(intendedNs, clock.nanoTime());
        }
    }

    /**
     * Records an iteration that never completed with the latency until now: leaving it out would leave out the worst.
     */
    @Override
    public void uncompleted(long intendedNs, long atNs) {
        uncompleted++;
        latency.record(Math.max(0, atNs - intendedNs));
    }

    /**
     * Reports an outlier; iterations that only waited behind others must not crowd out those that were slow themselves.
     */
    private void report(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        boolean slow = endNs - Math.max(intendedNs, freeSinceNs) >= reportedFrom.ns();
        if ((slow ? slowOnes : waitingOnes).take()) {
            Outlier outlier = outlier(intendedNs, startNs, freeSinceNs, endNs);
            pending.add(() -> listener.outlier(outlier));
        } else {
            reportedFrom.refuse(endNs - intendedNs);
        }
    }

    private Outlier outlier(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        List<ProbeValue> values = new ArrayList<>();
        for (ProbeRecorder probe : probes) {
            probe.collect(startNs, endNs, values);
        }
        return new Outlier(
                        BusyPeriodTracker.iteration(runId, intendedNs, startNs, freeSinceNs, endNs),
                        reportedFrom.ns(),
                        values)
                .with(
                        completedBy == 0
                                ? Optional.empty()
                                : Optional.of(new HandOver(returnedNs, completedBy, stages.of(intendedNs, endNs))));
    }

    private void closePeriod() {
        tookNs = 0;
        BusyPeriod closed = period.close();
        if (closed != null && queued) {
            pending.add(() -> listener.busyPeriod(closed));
        }
    }

    private void closeInterval(long nowNs) {
        for (ProbeRecorder probe : probes) {
            SeriesRecorder series =
                    probeSeries.computeIfAbsent(probe.name(), name -> new SeriesRecorder(Series.PROBE_PREFIX + name));
            probe.drainInto(series.interval());
        }
        for (JitterThread thread : jitter.threads()) {
            thread.drainInto(jitterSeries
                    .computeIfAbsent(thread.name(), SeriesRecorder::new)
                    .interval());
        }
        if (phase == Phase.MEASURED) {
            long startEpochMs = epochMs(intervalStartNs);
            long endEpochMs = epochMs(nowNs);
            allSeries().forEach(series -> series.closeInterval(startEpochMs, endEpochMs));
            reportedFrom.follow(iterations, latencies());
        }
        intervalStartNs = nowNs;
    }

    /** Wall clock at an instant of the run. */
    long epochMs(long ns) {
        return originEpochMs + (ns - originNs) / 1_000_000;
    }

    /** Latencies of the interval that is being filled: all there are during a warm-up, which closes none. */
    Histogram openLatency() {
        return latency.interval();
    }

    /** Returns the open interval of service times. */
    Histogram openService() {
        return service.interval();
    }

    /** Latencies of the intervals that were closed: all there are once a measured run is finished. */
    Histogram latencies() {
        return latency.total();
    }

    /** Every series, the empty ones too, in the order in which they are shown. */
    List<SeriesRecorder> allSeries() {
        List<SeriesRecorder> all = new ArrayList<>(List.of(latency, service, dispatch));
        all.addAll(probeSeries.values());
        all.addAll(jitterSeries.values());
        all.add(unsampled);
        return all;
    }

    Stages stages() {
        return stages;
    }

    RunId runId() {
        return runId;
    }

    long endEpochMs() {
        return epochMs(lastEndNs);
    }

    /** The intended start of the last iteration of the schedule that was completed. */
    long lastIntendedNs() {
        return lastIntendedNs;
    }

    /** Whether the backlog was still growing when the run ended. */
    boolean saturated() {
        return backlog.growing();
    }

    /** How much later than it should the last iteration of the schedule began, or, of an asynchronous task, was complete. */
    long behindNs() {
        return lastBehindNs;
    }

    /** Completed iterations. */
    long iterations() {
        return iterations;
    }

    /** How many of them had something taken off their latency, because a normal sample made them later. */
    long corrected() {
        return corrected;
    }

    /** Iterations that broke off, were given up or still under way at the end. */
    long uncompleted() {
        return uncompleted;
    }

    ReportedFrom reportedFrom() {
        return reportedFrom;
    }

    long worstNs() {
        return worstNs;
    }

    long lastEndNs() {
        return lastEndNs;
    }
}
