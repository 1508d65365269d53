package io.straggler.benchmarks.compare;

import io.straggler.examples.gateway.OrderGateway;
import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** The demo's gateway with a regression: every twentieth order takes a millisecond longer. */
public final class SlowerGateway implements Task {
    private static final long LONGER_NS = 1_000_000;
    private static final int EVERY = 20;

    private final OrderGateway gateway = new OrderGateway();
    private int orders;

    @Override
    public void setUp(Harness harness) throws Exception {
        gateway.setUp(harness);
    }

    @Override
    public void run(long intendedNs) throws Exception {
        gateway.run(intendedNs);
        if (++orders % EVERY == 0) {
            long untilNs = System.nanoTime() + LONGER_NS;
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void tearDown() throws Exception {
        gateway.tearDown();
    }
}
