package io.straggler.jlbh.shadow;

import java.util.List;
import java.util.Map;
import net.openhft.chronicle.core.util.NanoSampler;

/**
 * One benchmark that Straggler paces and measures, behind the {@code JLBH} that the benchmark made.
 *
 * <p>Threads: {@link #sample}, {@link #probe} and {@link #abort} may be called by any; everything else by the one that starts the benchmark.
 *
 * @param <B> the class JLBH
 */
public interface HostedBenchmark<B> {
    /** The probe of this name, which is made if there is none. */
    NanoSampler probe(String name);

    /** Percentiles in nanoseconds of the latencies, one array per run that is over. */
    List<double[]> percentiles();

    /** Percentiles in nanoseconds by probe, one array per run that is over. */
    Map<String, List<double[]>> probePercentiles();

    /** Writes a table of percentiles, a column per run. */
    void printSummary(String label, List<double[]> runs, Appendable target);

    /** Adds the duration of an iteration. Allocates and locks nothing. */
    void sample(long durationNs);

    /** Ends the benchmark before its next iteration. */
    void abort();

    /** Runs the benchmark on this thread, from its {@code init} to its {@code complete}. */
    void start(B benchmark);
}
