package io.straggler.benchmarks.example;

import io.straggler.examples.prices.PriceService;
import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The service between two queues as JMH measures it: one iteration after the other, some of which are timed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ServiceSampling {
    private PriceService service;

    /** With probes that keep nothing: they are part of the work on the other side too. */
    @Setup
    public void setUp() throws IOException {
        service = new PriceService();
        service.setUp(new NoHarness());
    }

    /** One iteration, meant to start now: there is no schedule. */
    @Benchmark
    public void price() throws IOException {
        service.run(System.nanoTime());
    }

    @TearDown
    public void tearDown() throws IOException {
        service.tearDown();
    }

    private static final class NoHarness implements Harness {
        @Override
        public Probe probe(String name) {
            return durationNs -> {};
        }

        @Override
        public void watch(Thread thread) {
            throw new IllegalStateException("service must run on one thread: thread=" + thread.getName());
        }

        @Override
        public void complete(long intendedNs) {
            throw new IllegalStateException("service must complete by returning: intendedNs=" + intendedNs);
        }

        @Override
        public void abandon(long intendedNs) {
            throw new IllegalStateException("service must complete by returning: intendedNs=" + intendedNs);
        }
    }
}
