package io.straggler.jlbh.users;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Is slow every hundredth time, and ends the JVM when it is complete, as many do. */
public final class Spiky implements JLBHTask {
    private JLBH jlbh;
    private long number;

    public static void main(String[] args) {
        JLBHOptions options = new JLBHOptions()
                .throughput(1_000)
                .warmUpIterations(600)
                .iterations(1_500)
                .runs(1)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(new Spiky());
        new JLBH(options).start();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        if (++number % 100 == 0) {
            spikeOnPurpose();
        }
        jlbh.sample(System.nanoTime() - startTimeNs);
    }

    private static void spikeOnPurpose() {
        long untilNs = System.nanoTime() + 6_000_000;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void complete() {
        System.out.println("complete after " + number);
        System.exit(0);
    }
}
