package io.straggler.jlbh.users;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Does not come back from one iteration, whatever is done: which one is a system property. */
public final class Hangs implements JLBHTask {
    private final long last = Long.getLong("hangs.at");
    private JLBH jlbh;
    private long number;

    public static void main(String[] args) {
        new JLBH(new JLBHOptions()
                        .throughput(1_000)
                        .warmUpIterations(400)
                        .iterations(400)
                        .runs(1)
                        .recordOSJitter(false)
                        .acquireLock(() -> null)
                        .jlbhTask(new Hangs()))
                .start();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        while (++number >= last) {
            number = last;
        }
        jlbh.sample(System.nanoTime() - startTimeNs);
    }
}
