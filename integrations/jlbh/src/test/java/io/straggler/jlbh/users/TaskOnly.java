package io.straggler.jlbh.users;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Has neither options nor a main, nor anything public. */
class TaskOnly implements JLBHTask {
    private JLBH jlbh;

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        jlbh.sample(System.nanoTime() - startTimeNs);
    }
}
