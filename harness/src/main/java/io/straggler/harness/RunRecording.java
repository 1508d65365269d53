package io.straggler.harness;

import io.straggler.model.BaselineWindow;
import io.straggler.model.BusyPeriod;
import io.straggler.model.NanoClock;
import io.straggler.model.ObserverCheck;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The measurements of one run: what the recorder thread makes of the iterations that it takes from the log. For one thread at a
 * time, first the pacing thread that creates it, then the recorder thread, then the pacing thread again.
 */
final class RunRecording implements IterationLog.Reader {
    static final String LATENCY = "latency";

    static final String SERVICE = "service";
    static final String DISPATCH = "dispatch";
    static final String JITTER = "jitter";
    static final String PROBE_PREFIX = "probe:";

    /**
     * More than a capture costs the thread that it is taken of (6 to 40 µs, measured). An iteration that is an outlier by more
     * than this is one without the capture too, and stays.
     */
    private static final long CAPTURE_COST_NS = 50_000;

    /** Outliers of either kind that are told at once, and a second: a tenth of a core. */
    static final int MOST_TOLD = 50_000;

    private final RunId runId;
    private final Phase phase;
    private final long thresholdNs;
    private final boolean queued;
    private final RunListener listener;
    private final BaselineWindow baseline;
    private final ObserverCheck observerCheck;
    private final NanoClock clock;
    private final Collection<ProbeRecorder> probes;
    private final JitterWatch jitter;
    private final long intervalNs;
    private final SeriesRecorder latency = new SeriesRecorder(LATENCY);
    private final SeriesRecorder unsampled = new SeriesRecorder(Series.UNSAMPLED);
    private final SeriesRecorder service = new SeriesRecorder(SERVICE);
    private final SeriesRecorder dispatch = new SeriesRecorder(DISPATCH);
    private final Map<String, SeriesRecorder> jitterSeries = new LinkedHashMap<>();
    private final Map<String, SeriesRecorder> probeSeries = new LinkedHashMap<>();
    private final BusyPeriodTracker period;
    private final long originNs;
    private final long originEpochMs;
    private long settledNs;
    private boolean touched;
    private final Backlog backlog = new Backlog();
    private final Allowance slowOnes;
    private final Allowance waitingOnes;
    private long iterations;
    private long excluded;
    private long outliers;
    private long worstNs;
    private long lastEndNs;
    private long lastIntendedNs;
    private long lastStartNs;
    private long intervalStartNs;

    /**
     * @param thresholdNs {@code Long.MAX_VALUE} during the warm-up
     * @param queued whether iterations run one after the other, so that the ones behind wait: not so for asynchronous tasks
     */
    RunRecording(
            RunId runId,
            Phase phase,
            long thresholdNs,
            boolean queued,
            long intervalNs,
            RunListener listener,
            BaselineWindow baseline,
            ObserverCheck observerCheck,
            NanoClock clock,
            Collection<ProbeRecorder> probes,
            JitterWatch jitter) {
        this.runId = runId;
        this.phase = phase;
        this.thresholdNs = thresholdNs;
        this.queued = queued;
        this.intervalNs = intervalNs;
        this.listener = listener;
        this.baseline = baseline;
        this.observerCheck = observerCheck;
        this.clock = clock;
        this.probes = probes;
        this.jitter = jitter;
        this.period = new BusyPeriodTracker(runId);
        this.originNs = clock.nanoTime();
        this.slowOnes = new Allowance(MOST_TOLD, originNs);
        this.waitingOnes = new Allowance(MOST_TOLD, originNs);
        this.originEpochMs = System.currentTimeMillis();
        this.intervalStartNs = originNs;
        this.lastEndNs = originNs;
        this.lastIntendedNs = originNs;
        this.lastStartNs = originNs;
    }

    /**
     * Takes what the log holds, up to the last instant that no baseline capture can still touch. Recorder thread only.
     *
     * @return how many slots of the log are still taken
     */
    long drain(IterationLog log) {
        long nowNs = clock.nanoTime();
        slowOnes.refill(nowNs);
        waitingOnes.refill(nowNs);
        settledNs = baseline.settledUntil(nowNs);
        long taken = log.drain(this);
        if (nowNs - intervalStartNs >= intervalNs) {
            closeInterval(nowNs);
        }
        return taken;
    }

    /** Takes the rest, once nothing is in flight and no capture is under way. */
    void finish(IterationLog log) {
        settledNs = Long.MAX_VALUE;
        log.drain(this);
        closePeriod();
        closeInterval(clock.nanoTime());
    }

    @Override
    public boolean iteration(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        if (settledNs != Long.MAX_VALUE && endNs - settledNs > 0) {
            return false;
        }
        if (!queued || BusyPeriodTracker.begins(intendedNs, freeSinceNs)) {
            closePeriod();
        }
        if (queued) {
            // The excluded ones too: a period with a hole cannot be replayed.
            period.add(intendedNs, startNs, freeSinceNs, endNs);
        } else {
            backlog.add(endNs - intendedNs);
        }
        iterations++;
        lastEndNs = Math.max(lastEndNs, endNs);
        if (intendedNs - lastIntendedNs >= 0) {
            lastIntendedNs = intendedNs;
            lastStartNs = startNs;
        }
        long latencyNs = endNs - intendedNs;
        if (disturbed(intendedNs, freeSinceNs, endNs) && latencyNs - CAPTURE_COST_NS < thresholdNs) {
            excluded++;
            return true;
        }
        latency.record(latencyNs);
        boolean sampled = !observerCheck.rests(intendedNs);
        if (!sampled) {
            unsampled.record(latencyNs);
        }
        service.record(endNs - startNs);
        dispatch.record(startNs - Math.max(intendedNs, freeSinceNs));
        worstNs = Math.max(worstNs, latencyNs);
        if (latencyNs >= thresholdNs) {
            outliers++;
            if (sampled) {
                period.keep();
                tell(intendedNs, startNs, freeSinceNs, endNs);
            }
        }
        return true;
    }

    /** Those that only waited behind others must not crowd out those that were slow themselves. */
    private void tell(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        boolean slow = endNs - Math.max(intendedNs, freeSinceNs) >= thresholdNs;
        if ((slow ? slowOnes : waitingOnes).take()) {
            listener.outlier(outlier(intendedNs, startNs, freeSinceNs, endNs));
        }
    }

    /**
     * Whether a baseline capture may have made this iteration late: it hit the iteration itself, or one before it in the same
     * busy period whose delay is all that this one inherited.
     */
    private boolean disturbed(long intendedNs, long freeSinceNs, long endNs) {
        boolean hit = baseline.touches(Math.max(intendedNs, freeSinceNs), endNs);
        touched |= hit;
        return hit || touched && freeSinceNs - intendedNs <= CAPTURE_COST_NS;
    }

    private Outlier outlier(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        List<ProbeValue> values = new ArrayList<>();
        for (ProbeRecorder probe : probes) {
            probe.collect(startNs, endNs, values);
        }
        return new Outlier(
                BusyPeriodTracker.iteration(runId, intendedNs, startNs, freeSinceNs, endNs), thresholdNs, values);
    }

    private void closePeriod() {
        touched = false;
        BusyPeriod closed = period.close();
        if (closed != null && queued) {
            listener.busyPeriod(closed);
        }
    }

    private void closeInterval(long nowNs) {
        for (ProbeRecorder probe : probes) {
            SeriesRecorder series =
                    probeSeries.computeIfAbsent(probe.name(), name -> new SeriesRecorder(PROBE_PREFIX + name));
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

    /** The same of service times. */
    Histogram openService() {
        return service.interval();
    }

    /** Every series, the empty ones too, in the order in which they are shown. */
    List<SeriesRecorder> allSeries() {
        List<SeriesRecorder> all = new ArrayList<>(List.of(latency, service, dispatch));
        all.addAll(probeSeries.values());
        all.addAll(jitterSeries.values());
        all.add(unsampled);
        return all;
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

    /**
     * How far the run was behind its schedule when it ended: how late the last iteration of a sequential task started; how much
     * later than the first iterations of an asynchronous task the last ones were complete.
     */
    long behindNs() {
        return queued ? lastStartNs - lastIntendedNs : backlog.growthNs();
    }

    /** Completed iterations, the excluded ones included. */
    long iterations() {
        return iterations;
    }

    long excluded() {
        return excluded;
    }

    long outliers() {
        return outliers;
    }

    /** Outliers that were counted and not told, because there were too many at once. */
    long untold() {
        return slowOnes.refused() + waitingOnes.refused();
    }

    long worstNs() {
        return worstNs;
    }

    long lastEndNs() {
        return lastEndNs;
    }
}
