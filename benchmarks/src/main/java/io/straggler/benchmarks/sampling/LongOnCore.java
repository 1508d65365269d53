package io.straggler.benchmarks.sampling;

/** Some iterations are long because they work. */
public final class LongOnCore extends LongHere {
    @Override
    void beLong(long extraNs) {
        LongIterations.work(extraNs);
    }
}
