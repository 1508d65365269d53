package io.straggler.examples.queue;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;

/**
 * Messages of 40 bytes through a queue that is persisted in files. The pacing thread appends each, with its intended start in it;
 * another thread reads it and completes the iteration.
 */
public final class MessageQueue implements AsyncTask {
    private final HandOver handOver = new HandOver(new PlainPayload(), new PlainPayload());

    @Override
    public void setUp(Harness harness) throws IOException {
        handOver.setUp(harness);
    }

    @Override
    public void run(long intendedNs) throws IOException {
        handOver.run(intendedNs);
    }

    @Override
    public void poll() throws IOException {
        handOver.check();
    }

    @Override
    public void tearDown() throws IOException, InterruptedException {
        handOver.tearDown();
    }
}
