package io.straggler;

import io.straggler.model.BusyPeriod;
import io.straggler.model.LatencySoFar;
import io.straggler.model.OpenStages;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.ThreadRole;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Calls several listeners, in order of addition. Add them before the run starts: the harness needs one before all are there. */
final class Listeners implements RunListener {
    private final List<RunListener> all = new CopyOnWriteArrayList<>();

    void add(RunListener listener) {
        all.add(listener);
    }

    @Override
    public void pacingThreadStarted(ThreadRole role) {
        all.forEach(listener -> listener.pacingThreadStarted(role));
    }

    @Override
    public void runStarting(RunId runId, Phase phase) {
        all.forEach(listener -> listener.runStarting(runId, phase));
    }

    @Override
    public void thresholdSet(long thresholdNs, long armDelayNs) {
        all.forEach(listener -> listener.thresholdSet(thresholdNs, armDelayNs));
    }

    @Override
    public void outlier(Outlier outlier) {
        all.forEach(listener -> listener.outlier(outlier));
    }

    @Override
    public void busyPeriod(BusyPeriod period) {
        all.forEach(listener -> listener.busyPeriod(period));
    }

    @Override
    public void progress(LatencySoFar latency) {
        all.forEach(listener -> listener.progress(latency));
    }

    @Override
    public void threadWatched(Thread thread) {
        all.forEach(listener -> listener.threadWatched(thread));
    }

    @Override
    public void stagesOnVirtualThreads(OpenStages stages) {
        all.forEach(listener -> listener.stagesOnVirtualThreads(stages));
    }

    @Override
    public void jitterThreadStarted(int cpu) {
        all.forEach(listener -> listener.jitterThreadStarted(cpu));
    }

    @Override
    public void hiccup(int cpu, long dueNs, long wokeNs) {
        all.forEach(listener -> listener.hiccup(cpu, dueNs, wokeNs));
    }

    @Override
    public void runFinished(RunId runId, Phase phase) {
        all.forEach(listener -> listener.runFinished(runId, phase));
    }
}
