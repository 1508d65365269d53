package io.straggler.examples.index;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** Enters a packet of orders into an index that has room for all orders of the session from the beginning. */
public final class PresizedIndex implements Task {
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
        index = new OrderIndex(OrderSession.MAX_LIVE_ORDERS);
        session = new OrderSession(index);
    }

    OrderIndex index() {
        return index;
    }
}
