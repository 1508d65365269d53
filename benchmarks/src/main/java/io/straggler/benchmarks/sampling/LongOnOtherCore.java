package io.straggler.benchmarks.sampling;

/** Some iterations are long because the thread that they were handed to works. */
public final class LongOnOtherCore extends LongElsewhere {
    @Override
    void beLong(long extraNs) {
        LongIterations.work(extraNs);
    }
}
