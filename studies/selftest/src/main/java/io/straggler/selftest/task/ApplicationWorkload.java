package io.straggler.selftest.task;

import io.straggler.selftest.inject.Waits;
import java.util.HashMap;
import java.util.Map;

/** Parses, looks up and prints orders for some ten microseconds, which leaves garbage behind; a second thread does so too, for a third of the time. */
final class ApplicationWorkload implements Workload {
    /** Number of orders that one iteration processes. */
    static final int ORDERS = 12;

    private static final int OF_THE_SECOND = 8;
    private static final long PAUSE_NS = 700_000;

    private final Orders own = new Orders();
    private final Thread second = new Thread(this::workToo, "app-second");
    private volatile boolean closed;

    ApplicationWorkload() {
        second.setDaemon(true);
        second.start();
    }

    @Override
    public void work() {
        own.process(ORDERS);
    }

    private void workToo() {
        Orders others = new Orders();
        while (!closed) {
            others.process(OF_THE_SECOND * ORDERS);
            Waits.roughly(System.nanoTime() + PAUSE_NS);
        }
    }

    /** Orders of one thread. */
    static final class Orders {
        private final Map<String, Long> quantities = new HashMap<>();
        private long next;
        private int printed;

        void process(int count) {
            for (int i = 0; i < count; i++) {
                String[] fields = ("symbol" + next++ % 512 + ",42," + next % 1000).split(",");
                long quantity = quantities.merge(fields[0], Long.parseLong(fields[2]), Long::sum);
                printed += new StringBuilder(fields[0])
                        .append('=')
                        .append(quantity)
                        .toString()
                        .hashCode();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
