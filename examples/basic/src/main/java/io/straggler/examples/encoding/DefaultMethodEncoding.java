package io.straggler.examples.encoding;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** Encodes a packet of market data, with encoders that inherit what they have in common as default methods. */
public final class DefaultMethodEncoding implements Task {
    private static final long SEED = 20_261_120;

    private PacketFeed feed;

    @Override
    public void setUp(Harness harness) {
        feed = new PacketFeed(DefaultMethods.encoders(), SEED);
    }

    @Override
    public void run(long intendedNs) {
        feed.encodeNext();
    }
}
