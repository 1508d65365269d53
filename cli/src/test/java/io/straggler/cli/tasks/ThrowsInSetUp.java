package io.straggler.cli.tasks;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;

public final class ThrowsInSetUp implements Task {
    @Override
    public void setUp(Harness harness) throws IOException {
        throw new IOException("port in use");
    }

    @Override
    public void run(long intendedNs) {}
}
