package com.acme;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;

/** A task that its own program measures. */
public final class MeasuredOrders implements Task {
    private final TreeMap<Long, String> book = new TreeMap<>();
    private Probe insert;
    private long id;

    /** Leaves a run folder there. */
    public static StragglerResult measure(Path folder) {
        return Straggler.options()
                .rate(200)
                .warmUp(Duration.ofMillis(200))
                .duration(Duration.ofSeconds(2))
                .threshold("10ms")
                .out(folder)
                .run(new MeasuredOrders());
    }

    @Override
    public void setUp(Harness harness) {
        insert = harness.probe("insert");
    }

    @Override
    public void run(long intendedNs) {
        long startNs = System.nanoTime();
        book.put(id++ % 1_000, "order");
        insert.record(System.nanoTime() - startNs);
    }
}
