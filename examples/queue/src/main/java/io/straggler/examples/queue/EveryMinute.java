package io.straggler.examples.queue;

import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.rollcycles.RollCycleArithmetic;

/**
 * A new file every minute: often enough that files which were read can go before they fill a disk, and for a billion messages each,
 * which no minute will see. The queue's own cycle of a minute holds 64 million.
 */
enum EveryMinute implements RollCycle {
    INSTANCE;

    private static final int INDEX_COUNT = 2_048;
    private static final int INDEX_SPACING = 256;

    private final RollCycleArithmetic arithmetic = RollCycleArithmetic.of(INDEX_COUNT, INDEX_SPACING);

    @Override
    public String format() {
        return "yyyyMMdd-HHmm'M'";
    }

    @Override
    public int lengthInMillis() {
        return 60_000;
    }

    @Override
    public int defaultIndexCount() {
        return arithmetic.indexCount();
    }

    @Override
    public int defaultIndexSpacing() {
        return arithmetic.indexSpacing();
    }

    @Override
    public long toIndex(int cycle, long sequenceNumber) {
        return arithmetic.toIndex(cycle, sequenceNumber);
    }

    @Override
    public long toSequenceNumber(long index) {
        return arithmetic.toSequenceNumber(index);
    }

    @Override
    public int toCycle(long index) {
        return arithmetic.toCycle(index);
    }

    @Override
    public long maxMessagesPerCycle() {
        return arithmetic.maxMessagesPerCycle();
    }
}
