package io.straggler.benchmarks.example;

import io.straggler.benchmarks.support.Arguments;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * What JMH says of {@link ServiceSampling}.
 *
 * @param calls measured calls, of which some were timed
 * @param perSecond calls over the measured time
 */
record SampledService(PercentileRow row, long calls, double perSecond) {
    /** Runs it in JVMs of its own, with the flags of this one. */
    static SampledService measure(Arguments arguments) throws RunnerException {
        Options options = new OptionsBuilder()
                .include(ServiceSampling.class.getName().replace(".", "\\.") + "\\..*")
                .forks(arguments.count("forks"))
                .warmupIterations(arguments.count("warm-up-seconds"))
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(arguments.count("seconds"))
                .measurementTime(TimeValue.seconds(1))
                .timeUnit(TimeUnit.NANOSECONDS)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        if (results.size() != 1) {
            throw new IllegalStateException("JMH must run one benchmark: results=" + results.size());
        }
        return of(results.iterator().next(), arguments);
    }

    private static SampledService of(RunResult result, Arguments arguments) {
        Statistics timed = result.getPrimaryResult().getStatistics();
        long calls = result.getBenchmarkResults().stream()
                .map(fork -> fork.getMetadata())
                .mapToLong(BenchmarkResultMetaData::getMeasurementOps)
                .sum();
        return new SampledService(
                new PercentileRow(
                        "JMH SampleTime",
                        timed.getN(),
                        percentile -> Math.round(timed.getPercentile(percentile)),
                        Math.round(timed.getMax())),
                calls,
                calls / (double) (arguments.number("forks") * arguments.number("seconds")));
    }
}
