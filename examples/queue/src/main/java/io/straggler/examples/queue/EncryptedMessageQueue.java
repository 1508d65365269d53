package io.straggler.examples.queue;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * The messages of {@link MessageQueue}, encrypted by AES with 128 bits and a random salt for each: on the way into the queue on the
 * pacing thread, and out of it on the thread that reads.
 */
public final class EncryptedMessageQueue implements AsyncTask {
    private static final int KEY_BYTES = 16;

    private final HandOver handOver;

    /** Creates the task with a key that is drawn now, and kept nowhere. */
    public EncryptedMessageQueue() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        handOver = new HandOver(new SaltedAes(key), new SaltedAes(key));
    }

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
