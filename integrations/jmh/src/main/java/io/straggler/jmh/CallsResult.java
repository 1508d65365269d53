package io.straggler.jmh;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.runner.options.TimeValue;

/** One figure among JMH's secondary results. That of several JVMs is computed from the calls of all, and not from their figures. */
final class CallsResult extends Result<CallsResult> {
    private static final long serialVersionUID = 1;
    private static final int P999 = 999;

    private final Figure figure;
    private final TrialFigures trials;
    private final TimeUnit timeUnit;

    /** What is told. */
    enum Figure {
        CALLS("straggler.calls") {
            @Override
            double of(TrialFigures trials, TimeUnit unit) {
                return trials.calls();
            }

            @Override
            String unit(TimeUnit unit) {
                return "calls";
            }
        },
        /** Not a number if fewer than ten calls took longer. */
        P999("straggler.p99.9") {
            @Override
            double of(TrialFigures trials, TimeUnit unit) {
                return trials.perMilleNs(CallsResult.P999).orElse(Double.NaN) / unit.toNanos(1);
            }

            @Override
            String unit(TimeUnit unit) {
                return TimeValue.tuToString(unit) + "/call";
            }
        },
        OUTLIERS("straggler.outliers") {
            @Override
            double of(TrialFigures trials, TimeUnit unit) {
                return trials.outliers();
            }

            @Override
            String unit(TimeUnit unit) {
                return "calls";
            }
        },
        /** Of outliers for which a stack was to be expected, those that have one; not a number without any. */
        STACKS("straggler.stacks") {
            @Override
            double of(TrialFigures trials, TimeUnit unit) {
                return trials.expected() == 0 ? Double.NaN : 100.0 * trials.withStack() / trials.expected();
            }

            @Override
            String unit(TimeUnit unit) {
                return "%";
            }
        };

        private final String label;

        Figure(String label) {
            this.label = label;
        }

        abstract double of(TrialFigures trials, TimeUnit unit);

        abstract String unit(TimeUnit unit);
    }

    /** @param timeUnit in which the benchmark's score is */
    CallsResult(Figure figure, TrialFigures trials, TimeUnit timeUnit) {
        super(
                ResultRole.SECONDARY,
                figure.label,
                of(figure.of(trials, timeUnit)),
                figure.unit(timeUnit),
                AggregationPolicy.AVG);
        this.figure = figure;
        this.trials = trials;
        this.timeUnit = timeUnit;
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
        TrialFigures all = results.stream()
                .map(result -> result.trials)
                .reduce(TrialFigures::plus)
                .orElse(trials);
        return new CallsResult(figure, all, timeUnit);
    }
}
