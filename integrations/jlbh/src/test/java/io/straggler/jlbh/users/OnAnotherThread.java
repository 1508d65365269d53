package io.straggler.jlbh.users;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;

/** Its main leaves the benchmark to another thread; it is started twice, if asked for. */
public final class OnAnotherThread {
    private OnAnotherThread() {}

    public static void main(String[] args) {
        new Thread(() -> {
                    for (int i = 0; i < Integer.getInteger("starts", 1); i++) {
                        start();
                    }
                })
                .start();
    }

    private static void start() {
        new JLBH(new JLBHOptions()
                        .throughput(1_000)
                        .warmUpIterations(400)
                        .iterations(200)
                        .runs(1)
                        .recordOSJitter(false)
                        .acquireLock(() -> null)
                        .jlbhTask(new TaskOnly()))
                .start();
    }
}
