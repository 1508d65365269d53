package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Fills a table with arrays of a quarter of a megabyte, in a method with a telling name. */
public final class Allocates implements Task {
    private static final int ARRAYS = 64;
    private static final int BYTES = 1 << 18;

    private final byte[][] table = new byte[ARRAYS][];
    private int number;

    @Override
    public void run(long intendedNs) {
        fillTable();
    }

    private void fillTable() {
        table[number++ % ARRAYS] = new byte[BYTES];
    }
}
