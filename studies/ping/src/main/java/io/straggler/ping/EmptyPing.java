package io.straggler.ping;

import io.straggler.harness.Task;

/** Ping without another end: the cost of the clock and of the harness. */
public final class EmptyPing implements Task {
    @Override
    public void run(long intendedNs) {}
}
