package io.straggler.jmh;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * A profiler for JMH's own runs, {@code -prof io.straggler.jmh.StragglerProfiler}: why the slowest calls of a benchmark were slow.
 *
 * <p>JMH makes one of these where it starts JVMs, which gives each of them Straggler's agent and reads what that left; and one in each such JVM, which
 * tells the agent when measured iterations begin and are over. Classes of Straggler are on neither's class path: all but this package is loaded from
 * the agent's jar, by {@link AgentJar}.
 *
 * <p>Threads: JMH calls it on one.
 */
public final class StragglerProfiler implements ExternalProfiler, InternalProfiler {
    private static final String LABEL = "straggler";

    /** A shorter call is mostly what the agent does around it. */
    private static final long MIN_MEAN_NS = 1_000;

    private static final String LIMITS =
            "  JMH calls again when a call has returned: what would have waited behind a slow call is in no figure"
                    + " (coordinated omission).\n  straggler run --jmh measures at a rate. What the agent does around each call is in the score above.\n";

    private final ProfilerSettings settings;
    private @Nullable Path folder;
    private boolean limitsShown;
    private boolean begun;
    private int measuredIterations;

    /**
     * Understands the options.
     *
     * @param options {@code name=value}, separated by semicolons
     * @throws ProfilerException saying in a line what is wrong with them
     */
    public StragglerProfiler(String options) throws ProfilerException {
        settings = ProfilerSettings.parse(options);
    }

    @Override
    public String getDescription() {
        return "Straggler: why the slowest calls of a benchmark were slow";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        folder = settings.newFolder(params);
        return List.of(
                // Else stacks name the wrong lines, and frames that were inlined go missing.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints",
                "-javaagent:" + settings.agent().file() + "="
                        + settings.agentOptions(BenchmarkMethods.of(params.getBenchmark()), folder));
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {}

    @Override
    public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT && !begun && params.getForks() > 0) {
            begun = true;
            report(ForkedAgent.begin());
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams params, IterationParams iteration, IterationResult result) {
        if (iteration.getType() != IterationType.MEASUREMENT || ++measuredIterations < iteration.getCount()) {
            return List.of();
        }
        if (params.getForks() == 0) {
            return List.of(
                    text(
                            "  Not measured: with -f 0 the benchmark runs in JMH's own JVM, which has no agent. Use -f 1 or more.\n"));
        }
        report(ForkedAgent.stop());
        return List.of();
    }

    /** JMH prints what a measured JVM writes to standard error. */
    private static void report(Optional<String> refusal) {
        refusal.ifPresent(why -> System.err.println("straggler: " + why));
    }

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult trial, long pid, File stdOut, File stdErr) {
        if (folder == null) {
            return List.of(); // There was no JVM for the agent.
        }
        TrialMetrics metrics;
        try {
            metrics = settings.agent().metrics(folder);
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            return List.of(text("  Not measured: what the agent left in " + folder + " cannot be read: " + e + ".\n"));
        }
        if (metrics.calls() == 0) {
            return List.of(
                    text(
                            "  Not measured: the agent saw no call of "
                                    + trial.getParams().getBenchmark()
                                    + " in measured iterations. What it has to say of that is above, in lines that begin with straggler.\n"));
        }
        if (metrics.meanNs() < MIN_MEAN_NS) {
            return List.of(text("  Not printed: calls took " + Math.round(metrics.meanNs())
                    + " ns on average, of which what the agent does around each is a good part; the score above has it in it"
                    + " too. This profiler is for calls of a microsecond or longer.\n"));
        }
        return List.of(
                new CallsResult(CallsResult.Metric.CALLS, metrics),
                new CallsResult(CallsResult.Metric.P999, metrics),
                new CallsResult(CallsResult.Metric.OUTLIERS, metrics),
                new CallsResult(CallsResult.Metric.STACKS, metrics),
                text(metrics.explained() + limits()));
    }

    private static TextResult text(String lines) {
        return new TextResult(lines, LABEL);
    }

    /** Once, behind what is said of the first JVM. */
    private String limits() {
        boolean shown = limitsShown;
        limitsShown = true;
        return shown ? "" : LIMITS;
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
