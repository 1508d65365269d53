package io.straggler.jlbh;

import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A task that samples each iteration on the thread that runs it, and remembers what was called where and when. */
class Scripted implements JLBHTask {
    final List<String> calls = new ArrayList<>();
    final List<Long> starts = new ArrayList<>();
    JLBH jlbh;

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
        called("init");
    }

    @Override
    public void run(long startTimeNs) {
        starts.add(startTimeNs);
        iteration(starts.size(), startTimeNs);
    }

    /** What an iteration does; samples it. */
    void iteration(int number, long startTimeNs) {
        jlbh.sample(System.nanoTime() - startTimeNs);
    }

    @Override
    public void warmedUp() {
        called("warmedUp after " + starts.size());
    }

    @Override
    public void runComplete() {
        called("runComplete after " + starts.size());
    }

    @Override
    public void complete() {
        called("complete");
    }

    private void called(String name) {
        calls.add(name + " on " + Thread.currentThread().getName());
    }
}
