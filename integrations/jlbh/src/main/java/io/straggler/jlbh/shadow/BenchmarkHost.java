package io.straggler.jlbh.shadow;

import java.io.PrintStream;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Hosts benchmarks; found by {@link ServiceLoader}.
 *
 * @param <B> the class JLBH
 * @param <O> its options
 * @param <R> what it shows of all probes in the end
 * @param <P> what it shows of one probe
 */
public interface BenchmarkHost<B, O, R, P> {
    /**
     * A benchmark that has not begun.
     *
     * @param results makes of a probe's percentiles, in nanoseconds, what JLBH shows of them
     * @param consumer takes the results in the end, or null
     */
    HostedBenchmark<B> host(O options, PrintStream out, Function<List<double[]>, P> results, Consumer<R> consumer);

    /**
     * The host that lies beside the class JLBH.
     *
     * @param jlbh the class that stands in front of JLBH's own
     */
    @SuppressWarnings("unchecked")
    static <B, O, R, P> BenchmarkHost<B, O, R, P> beside(Class<B> jlbh) {
        return ServiceLoader.load(BenchmarkHost.class, jlbh.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("the adapter for JLBH must be one jar, with its services"));
    }
}
