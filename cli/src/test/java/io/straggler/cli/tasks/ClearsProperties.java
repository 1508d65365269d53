package io.straggler.cli.tasks;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.util.Properties;

/** Removes all system properties, and leaves some that are no text. */
public final class ClearsProperties implements Task {
    @Override
    public void setUp(Harness harness) {
        Properties hostile = new Properties();
        hostile.put("java.version", 17);
        hostile.put(17, new Object());
        System.setProperties(hostile);
    }

    @Override
    public void run(long intendedNs) {}
}
