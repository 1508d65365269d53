package io.straggler.examples.encoding;

import java.util.SplittableRandom;

/** The events of a made-up day, the same for the same seed. */
public final class MarketDay {
    private static final int INSTRUMENTS = 500;
    private static final int TYPICAL_GAP_NS = 2_000;

    private final SplittableRandom random;
    private long timeNs;
    private long lastOrderId = 1_000_000;

    public MarketDay(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The next events, in the order in which they happened. */
    public MarketEvent[] next(int count) {
        MarketEvent[] events = new MarketEvent[count];
        for (int i = 0; i < count; i++) {
            events[i] = next();
        }
        return events;
    }

    private MarketEvent next() {
        timeNs += 1 + random.nextInt(2 * TYPICAL_GAP_NS);
        return new MarketEvent(
                MessageType.drawn(random.nextInt(1000)),
                timeNs,
                random.nextInt(INSTRUMENTS),
                ++lastOrderId,
                lastOrderId - 1 - random.nextInt(100_000),
                10_000 + random.nextInt(90_000),
                100 * (1 + random.nextInt(50)),
                random.nextBoolean() ? 'B' : 'S');
    }
}
