package io.straggler.ping;

import io.straggler.harness.Task;

/** Ping to nobody: what is left is the clock and the harness. */
public final class EmptyPing implements Task {
    @Override
    public void run(long intendedNs) {}
}
