package io.straggler.cli.tasks;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;

/** Completes every iteration twice, and one that never was. */
public final class CompletesTwice implements AsyncTask {
    private Harness harness;

    @Override
    public void setUp(Harness given) {
        harness = given;
    }

    @Override
    public void run(long intendedNs) {
        harness.complete(intendedNs);
        harness.complete(intendedNs);
        harness.complete(intendedNs + 1);
    }
}
