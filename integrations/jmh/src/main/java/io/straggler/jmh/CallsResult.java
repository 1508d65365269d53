package io.straggler.jmh;

import java.util.Collection;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;

/** One figure among JMH's secondary results. That of several JVMs is computed from the calls of all, and not from their figures. */
final class CallsResult extends Result<CallsResult> {
    private static final long serialVersionUID = 1;
    private static final double NANOS_PER_US = 1_000;
    private static final int P999 = 999;

    private final Metric metric;
    private final TrialMetrics trials;

    /** Metric that is shown. */
    enum Metric {
        CALLS("straggler.calls", "calls", TrialMetrics::calls),
        /** Not a number if fewer than ten calls took longer. Whatever the unit of the score is: that of a throughput is seconds. */
        P999(
                "straggler.p99.9",
                "us/call",
                trials -> trials.perMilleNs(CallsResult.P999).orElse(Double.NaN) / NANOS_PER_US),
        OUTLIERS("straggler.outliers", "calls", TrialMetrics::outliers),
        /** Share of outliers with a stack, of those for which one was due; not a number without any. */
        STACKS(
                "straggler.stacks",
                "%",
                trials -> trials.expected() == 0 ? Double.NaN : 100.0 * trials.withStack() / trials.expected());

        private final String label;
        private final String unit;
        private final ToDoubleFunction<TrialMetrics> value;

        Metric(String label, String unit, ToDoubleFunction<TrialMetrics> value) {
            this.label = label;
            this.unit = unit;
            this.value = value;
        }
    }

    CallsResult(Metric metric, TrialMetrics trials) {
        super(
                ResultRole.SECONDARY,
                metric.label,
                of(metric.value.applyAsDouble(trials)),
                metric.unit,
                AggregationPolicy.AVG);
        this.metric = metric;
        this.trials = trials;
    }

    @Override
    protected Aggregator<CallsResult> getThreadAggregator() {
        return this::together;
    }

    @Override
    protected Aggregator<CallsResult> getIterationAggregator() {
        return this::together;
    }

    private CallsResult together(Collection<CallsResult> results) {
        TrialMetrics all = results.stream()
                .map(result -> result.trials)
                .reduce(TrialMetrics::plus)
                .orElse(trials);
        return new CallsResult(metric, all);
    }
}
