package io.straggler.examples;

import io.straggler.harness.Task;

/** A task that does nothing: what it measures is the harness and the machine. */
public final class NoOp implements Task {
    @Override
    public void run(long intendedNs) {}
}
