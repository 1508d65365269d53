package io.straggler.examples.queue;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One thread that appends messages to a persisted queue, and one that reads and completes them. The probe {@code append} is the time
 * to encode and append a message, {@code read} that to read and decode one that is there; what lies between them is the way from
 * thread to thread. That every message arrives once, in order and as it was sent is checked on the way.
 */
final class HandOver {
    private final Payload writing;
    private final Payload reading;
    private final byte[] written;
    private final Message sent = new Message();
    private long sequence;
    private PersistedQueue queue;
    private Probe append;
    private Thread reader;
    private volatile boolean over;
    private volatile Throwable broken;

    /**
     * @param writing used by the pacing thread
     * @param reading understands what that writes; used by the thread that reads
     */
    HandOver(Payload writing, Payload reading) {
        this.writing = writing;
        this.reading = reading;
        this.written = new byte[writing.bytes()];
    }

    void setUp(Harness harness) throws IOException {
        append = harness.probe("append");
        Probe read = harness.probe("read");
        queue = PersistedQueue.open();
        reader = new Thread(() -> read(harness, read), "queue-reader");
        reader.setDaemon(true);
        reader.start();
        harness.watch(reader);
    }

    void run(long intendedNs) throws IOException {
        check();
        long beforeNs = System.nanoTime();
        sent.become(intendedNs, sequence++);
        writing.write(sent, written);
        queue.append(written, written.length);
        append.record(System.nanoTime() - beforeNs);
    }

    /** Throws what has ended the reading thread. */
    void check() throws IOException {
        Throwable thrown = broken;
        if (thrown != null) {
            throw new IOException("reading thread must go on: " + thrown.getMessage(), thrown);
        }
    }

    private void read(Harness harness, Probe read) {
        byte[] bytes = new byte[reading.bytes()];
        Message received = new Message();
        long expected = 0;
        try {
            while (!over) {
                long beforeNs = System.nanoTime();
                if (queue.poll(bytes) == 0) {
                    Thread.onSpinWait();
                    continue;
                }
                reading.read(bytes, received);
                read.record(System.nanoTime() - beforeNs);
                if (!received.is(expected)) {
                    throw new IOException(
                            "message must be the next one, as it was sent: next=" + expected + " " + received);
                }
                expected++;
                harness.complete(received.intendedNs());
            }
        } catch (IOException | RuntimeException | Error e) {
            broken = e;
        }
    }

    void tearDown() throws IOException, InterruptedException {
        over = true;
        reader.join();
        queue.close();
    }

    /** Where the queue is. */
    Path folder() {
        return queue.folder();
    }

    Thread reader() {
        return reader;
    }
}
