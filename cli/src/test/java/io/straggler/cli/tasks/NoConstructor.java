package io.straggler.cli.tasks;

import io.straggler.harness.Task;

public final class NoConstructor implements Task {
    public NoConstructor(int ignored) {}

    @Override
    public void run(long intendedNs) {}
}
