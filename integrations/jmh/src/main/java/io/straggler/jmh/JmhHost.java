package io.straggler.jmh;

import io.straggler.HostedFork;
import io.straggler.StragglerResult;
import io.straggler.TaskHost;
import io.straggler.model.Series;
import java.util.Map;

/**
 * Runs a benchmark that was written for JMH at a rate. The benchmark is found in the list that JMH's annotation processor left; its
 * states, parameters and fixtures are those of JMH, its schedule is ours.
 */
public final class JmhHost implements TaskHost {
    private static final String LIST = "META-INF/BenchmarkList";
    private static final String RUNNER = "org/openjdk/jmh/runner/BenchmarkList.class";

    @Override
    public String name() {
        return "jmh";
    }

    @Override
    public void run(String expression, HostedFork fork) {
        requireJmh();
        Listed benchmark = Listed.matching(expression);
        Map<String, String> parameters = Parameters.chosen(benchmark, fork.settings());
        States states = new States(benchmark, parameters);
        fork.named(Parameters.label(benchmark, parameters));
        Remarks.before(benchmark, states).forEach(System.err::println);
        BenchmarkTask task = new BenchmarkTask(new Trial(states), fork.runs());
        StragglerResult result = fork.measure(options -> {}, task);
        Remarks.after(result.histogram(Series.SERVICE)).forEach(System.err::println);
    }

    private static void requireJmh() {
        if (ClassLoader.getSystemResource(LIST) == null) {
            throw new IllegalArgumentException(
                    "There are no benchmarks for JMH on the class path: no " + LIST
                            + ". Give the jar that JMH's annotation processor took part in, such as target/benchmarks.jar, with --classpath.");
        }
        if (ClassLoader.getSystemResource(RUNNER) == null) {
            throw new IllegalArgumentException("The benchmarks on the class path come without JMH."
                    + " Add the jmh-core that they were built with, and what that needs, with --classpath.");
        }
    }
}
