package io.straggler.examples.prices;

import io.straggler.examples.queue.PersistedQueue;
import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.io.IOException;

/**
 * A service between two persisted queues, on one thread from end to end: a price for one side is appended upstream, polled there and
 * combined with the other side, and the top of the book is appended downstream and polled there. A probe for each of these legs.
 */
public final class PriceService implements Task {
    private static final long SEED = 1;

    private final PriceFeed feed = new PriceFeed(SEED);
    private final Combiner combiner = new Combiner();
    private final SidedPrice sent = new SidedPrice();
    private final SidedPrice received = new SidedPrice();
    private final TopOfBook published = new TopOfBook();
    private final byte[] priceBytes = new byte[SidedPrice.BYTES];
    private final byte[] bookBytes = new byte[TopOfBook.BYTES];
    private PersistedQueue upstream;
    private PersistedQueue downstream;
    private Probe upstreamAppend;
    private Probe upstreamPoll;
    private Probe combine;
    private Probe downstreamAppend;
    private Probe downstreamPoll;

    @Override
    public void setUp(Harness harness) throws IOException {
        upstreamAppend = harness.probe("upstream-append");
        upstreamPoll = harness.probe("upstream-poll");
        combine = harness.probe("combine");
        downstreamAppend = harness.probe("downstream-append");
        downstreamPoll = harness.probe("downstream-poll");
        upstream = PersistedQueue.open();
        try {
            downstream = PersistedQueue.open();
        } catch (IOException | RuntimeException | Error e) {
            upstream.close();
            throw e;
        }
    }

    @Override
    public void run(long intendedNs) throws IOException {
        long startNs = System.nanoTime();
        feed.next(sent, intendedNs, startNs);
        sent.write(priceBytes);
        upstream.append(priceBytes, priceBytes.length);
        long appendedNs = System.nanoTime();

        expect(upstream.poll(priceBytes), SidedPrice.BYTES);
        received.read(priceBytes);
        long polledNs = System.nanoTime();

        TopOfBook book = combiner.combine(received, polledNs);
        long combinedNs = System.nanoTime();

        book.write(bookBytes);
        downstream.append(bookBytes, bookBytes.length);
        long publishedNs = System.nanoTime();

        expect(downstream.poll(bookBytes), TopOfBook.BYTES);
        published.read(bookBytes);
        long endNs = System.nanoTime();

        if (published.intendedNs() != intendedNs) {
            throw new IOException(
                    "book must be this iteration's: intendedNs=" + intendedNs + " book=" + published.intendedNs());
        }
        upstreamAppend.record(appendedNs - startNs);
        upstreamPoll.record(polledNs - appendedNs);
        combine.record(combinedNs - polledNs);
        downstreamAppend.record(publishedNs - combinedNs);
        downstreamPoll.record(endNs - publishedNs);
    }

    private static void expect(int bytes, int expected) throws IOException {
        if (bytes != expected) {
            throw new IOException("message must have " + expected + " bytes: bytes=" + bytes);
        }
    }

    /** Returns the last message of the downstream queue. */
    TopOfBook published() {
        return published;
    }

    PersistedQueue upstream() {
        return upstream;
    }

    PersistedQueue downstream() {
        return downstream;
    }

    @Override
    public void tearDown() throws IOException {
        try {
            upstream.close();
        } finally {
            downstream.close();
        }
    }
}
