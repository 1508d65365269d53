package net.openhft.chronicle.jlbh;

import io.straggler.jlbh.shadow.BenchmarkHost;
import io.straggler.jlbh.shadow.HostedBenchmark;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.core.util.Histogram;
import net.openhft.chronicle.core.util.NanoSampler;

/**
 * Stands for JLBH's class of this name, which it hides when it comes first on the class path: a benchmark that makes a JLBH and
 * starts it is then paced and diagnosed by Straggler. All other types are those of the user's JLBH.
 *
 * <p>It has the public and protected members of that class, for benchmarks were compiled against them.
 */
public class JLBH implements NanoSampler {
    /** Assumed cost of a reading of the clock in nanoseconds; nothing here depends on it. */
    public static final int TIME_CALL_NANO_TIME = 18;

    private static final BenchmarkHost<JLBH, JLBHOptions, JLBHResult, JLBHResult.ProbeResult> HOST =
            BenchmarkHost.beside(JLBH.class);

    private final HostedBenchmark<JLBH> hosting;

    /** Prints to standard output. */
    public JLBH(JLBHOptions jlbhOptions) {
        this(jlbhOptions, System.out, null);
    }

    /**
     * @param jlbhOptions as JLBH has them
     * @param printStream takes the tables
     * @param resultConsumer takes the percentiles of all runs in the end; may be null
     */
    public JLBH(JLBHOptions jlbhOptions, PrintStream printStream, Consumer<JLBHResult> resultConsumer) {
        hosting = HOST.host(jlbhOptions, printStream, ImmutableProbeResult::new, resultConsumer);
    }

    /** The probe of this name, which is made if there is none. From any thread, also while a run is under way. */
    public NanoSampler addProbe(String name) {
        return hosting.probe(name);
    }

    /** Percentiles in nanoseconds by probe, one array per run that is over. */
    public Map<String, List<double[]>> additionalPercentileRuns() {
        return hosting.probePercentiles();
    }

    /** Returns the percentiles of what {@link #sample} was given. */
    public List<double[]> percentileRuns() {
        return hosting.percentiles();
    }

    /** Ends the benchmark; what was measured is kept, and marked. From any thread. */
    public void abort() {
        hosting.abort();
    }

    /** Runs the benchmark on this thread, paced by Straggler. */
    public void start() {
        hosting.start(this);
    }

    /** Cannot be had: Straggler paces on a thread, not on somebody's event loop. */
    public void eventLoopHandler(EventLoop eventLoop) {
        throw new UnsupportedOperationException(
                "JLBH.eventLoopHandler cannot be hosted: Straggler paces on a thread of its own, so call JLBH.start instead.");
    }

    /** Adds the duration of an iteration, from its start time on. From any thread. */
    @Override
    public void sampleNanos(long durationNs) {
        hosting.sample(durationNs);
    }

    /** The same. */
    public void sample(long durationNs) {
        hosting.sample(durationNs);
    }

    /** Writes a table of percentiles, a column per run. */
    public void printPercentilesSummary(String label, List<double[]> percentileRuns, Appendable appendable) {
        hosting.printSummary(label, percentileRuns, appendable);
    }

    /** Returns a histogram as JLBH would count in. Not used here, where values are kept to a thousandth. */
    protected Histogram createHistogram() {
        return new Histogram();
    }
}
