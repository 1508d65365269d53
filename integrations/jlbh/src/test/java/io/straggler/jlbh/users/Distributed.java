package io.straggler.jlbh.users;

import java.util.TreeSet;
import java.util.stream.Collectors;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.LatencyDistributor;

/** Asks for pairs of iterations by a distributor, and says which gaps between intended starts a run had. */
public final class Distributed implements JLBHTask, LatencyDistributor {
    private final TreeSet<Long> gapsNs = new TreeSet<>();
    private JLBH jlbh;
    private boolean second;
    private long lastNs;

    public static void main(String[] args) {
        Distributed distributed = new Distributed();
        JLBHOptions options = new JLBHOptions()
                .throughput(1_000)
                .latencyDistributor(distributed)
                .warmUpIterations(600)
                .iterations(500)
                .runs(1)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(distributed);
        new JLBH(options).start();
    }

    @Override
    public long apply(long betweenNs) {
        second = !second;
        return second ? 1 : 2 * betweenNs - 1;
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void warmedUp() {
        gapsNs.clear();
        lastNs = 0;
    }

    @Override
    public void run(long startTimeNs) {
        if (lastNs != 0) {
            gapsNs.add(startTimeNs - lastNs);
        }
        lastNs = startTimeNs;
        jlbh.sample(System.nanoTime() - startTimeNs);
    }

    @Override
    public void complete() {
        System.out.println(
                "gaps of " + gapsNs.stream().map(Object::toString).collect(Collectors.joining(" and ")) + " ns");
    }
}
