package io.straggler.cli.hosted;

import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of commands that measure, for benchmarks that were written for another harness. */
public final class HostOptions {
    @Option(
            names = "--jlbh",
            description = "TASK is a JLBHTask, or a class whose main starts JLBH: measured here, as it is.")
    private boolean jlbh;

    @Option(
            names = "--jmh",
            description = "TASK is a regular expression that matches one benchmark for JMH: measured here, as it is.")
    private boolean jmh;

    @Option(
            names = "--jmh-param",
            paramLabel = "NAME=VALUE",
            description = "With --jmh: value of a @Param that has several. May be repeated.")
    private List<String> jmhParameters = new ArrayList<>();

    /**
     * Returns the request for the JVMs: the task itself, or the adapter with the benchmark.
     *
     * @throws UsageException if there is no class of the task's name
     */
    public RunRequest request(RunRequest asked) {
        return host().map(host -> hosted(host, asked)).orElseGet(asked::requireTask);
    }

    /** The harness that the benchmark was written for, if it was for another one. */
    private Optional<Host> host() {
        if (jlbh && jmh) {
            throw new UsageException("Give --jlbh or --jmh, not both.");
        }
        if (!jmh && !jmhParameters.isEmpty()) {
            throw new UsageException("--jmh-param: goes with --jmh.");
        }
        return jlbh ? Optional.of(Host.JLBH) : jmh ? Optional.of(Host.JMH) : Optional.empty();
    }

    private RunRequest hosted(Host host, RunRequest asked) {
        if (host == Host.JLBH && OptionTexts.isRamp(asked.given())) {
            throw new UsageException("--arrivals=" + asked.given().get("arrivals")
                    + ": must not be a ramp with --jlbh, because the benchmark's warm-up is planned for one rate");
        }
        Adapter adapter = Adapter.of(host);
        List<String> arguments =
                new ArrayList<>(host.jvmArguments(Runtime.version().feature()));
        arguments.addAll(asked.jvmArguments());
        return new RunRequest(
                new TaskSpec.Hosted(host.id(), asked.task().name(), jmhParameters),
                asked.given(),
                // The adapter is in front, so that a class that stands for one of the harness is found before it.
                adapter.classes() + File.pathSeparator + adapter.behind(asked.classPath()),
                arguments,
                asked.forks(),
                asked.out());
    }
}
