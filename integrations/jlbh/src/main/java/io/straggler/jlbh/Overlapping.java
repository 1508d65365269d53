package io.straggler.jlbh;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A benchmark whose iterations end when another thread samples them. */
record Overlapping(Hosting hosting, JLBHTask task, SampledElsewhere inFlight) implements AsyncTask {
    @Override
    public void setUp(Harness harness) {
        hosting.paced(harness);
        inFlight.begin(harness);
    }

    @Override
    public void run(long intendedNs) {
        hosting.throwIfAborted();
        inFlight.starting(intendedNs);
        task.run(intendedNs);
        inFlight.started();
    }

    @Override
    public void warmedUp() throws Exception {
        inFlight.warmedUp();
        hosting.warmedUp();
    }

    @Override
    public void runComplete() {
        hosting.runComplete();
        inFlight.runComplete();
    }

    @Override
    public void tearDown() {
        inFlight.end();
    }
}
