package io.straggler.jlbh.users;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Lasts for an hour unless the command line says otherwise, and says in which process. */
public final class Lasting implements JLBHTask {
    /** What the number of the process follows, on a line of its own. */
    public static final String PROCESS = "lasts in process ";

    private JLBH jlbh;

    public static void main(String[] args) {
        System.out.println(PROCESS + ProcessHandle.current().pid());
        JLBHOptions options = new JLBHOptions()
                .throughput(1_000)
                .warmUpIterations(400)
                .iterations(3_600_000)
                .runs(1)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(new Lasting());
        new JLBH(options).start();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        jlbh.sample(System.nanoTime() - startTimeNs);
    }
}
