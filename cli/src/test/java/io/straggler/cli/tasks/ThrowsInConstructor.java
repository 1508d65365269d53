package io.straggler.cli.tasks;

import io.straggler.harness.Task;

public final class ThrowsInConstructor implements Task {
    public ThrowsInConstructor() {
        throw new IllegalStateException("no database");
    }

    @Override
    public void run(long intendedNs) {}
}
