package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.JlbhRun;
import io.straggler.benchmarks.support.Tail;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.HdrHistogram.Histogram;

/**
 * JLBH's side of {@link BareLoopBenchmark}: the same work. What it hands over to JLBH it counts as the other sides do, for JLBH reports no
 * p99.9 of a short run.
 */
final class BareLoopOfJlbh implements JLBHTask {
    private final SlowNowAndThen work = new SlowNowAndThen();
    private final Histogram latency = BareLoop.histogram();
    private JLBH jlbh;

    private BareLoopOfJlbh() {}

    public static void main(String[] args) {
        int perSecond = Integer.parseInt(args[0]);
        BareLoopOfJlbh task = new BareLoopOfJlbh();
        new JlbhRun(task, perSecond, perSecond * Long.parseLong(args[2]), perSecond * Integer.parseInt(args[1]))
                .execute();
        task.work.check();
        Tail.of(task.latency).print();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void warmedUp() {
        work.restart();
        latency.reset();
    }

    @Override
    public void run(long startTimeNs) {
        work.work(startTimeNs);
        long latencyNs = System.nanoTime() - startTimeNs;
        jlbh.sample(latencyNs);
        latency.recordValue(latencyNs);
    }
}
