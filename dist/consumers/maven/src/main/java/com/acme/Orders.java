package com.acme;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.util.TreeMap;

/** A task as the README shows it. */
public final class Orders implements Task {
    private final TreeMap<Long, String> book = new TreeMap<>();
    private Probe insert;
    private long id;

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
