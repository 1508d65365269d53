package io.straggler.jlbh;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A task that receives when its iteration really started, as JLBH does without correction for coordinated omission. */
record Started(JLBHTask task) implements JLBHTask {
    /** The task, as its options ask for it. */
    static JLBHTask at(JlbhSettings settings) {
        return settings.accountForCoordinatedOmission() ? settings.task() : new Started(settings.task());
    }

    @Override
    public void init(JLBH jlbh) {
        task.init(jlbh);
    }

    @Override
    public void run(long startTimeNs) {
        task.run(System.nanoTime());
    }
}
