package io.straggler.jlbh;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A benchmark whose iterations end when its {@code run} returns. */
record Sequential(Hosting hosting, JLBHTask task) implements Task {
    @Override
    public void setUp(Harness harness) {
        hosting.paced(harness);
    }

    @Override
    public void run(long intendedNs) {
        hosting.throwIfAborted();
        task.run(intendedNs);
    }

    @Override
    public void warmedUp() throws Exception {
        hosting.warmedUp();
    }

    @Override
    public void runComplete() {
        hosting.runComplete();
    }
}
