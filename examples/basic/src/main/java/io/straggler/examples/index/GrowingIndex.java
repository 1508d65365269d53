package io.straggler.examples.index;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** Enters a packet of orders into an index that begins small and doubles whenever it is full. */
public final class GrowingIndex implements Task {
    private OrderIndex index;
    private OrderSession session;

    @Override
    public void setUp(Harness harness) {
        begin();
    }

    @Override
    public void warmedUp() {
        begin();
    }

    @Override
    public void run(long intendedNs) {
        session.receivePacket();
    }

    @Override
    public void runComplete() {
        begin();
    }

    private void begin() {
        index = new OrderIndex(0);
        session = new OrderSession(index);
    }

    OrderIndex index() {
        return index;
    }
}
