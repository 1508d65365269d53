package io.straggler.cli.jlbh;

import io.straggler.Floor;
import io.straggler.cli.fork.HostedRun;
import io.straggler.cli.fork.InterruptibleRun;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code run} for benchmarks that were written for JLBH. */
public final class JlbhOptions {
    @Option(
            names = "--jlbh",
            description = "TASK is a JLBHTask, or a class whose main starts JLBH: measured here, as it is.")
    private boolean hosted;

    @Option(
            names = "--jlbh-own-pacing",
            description = "With --jlbh: afterwards once more in a JVM of its own, paced by JLBH itself.")
    private boolean ownPacing;

    public boolean asked() {
        return hosted || ownPacing;
    }

    /**
     * Runs the benchmark in measured JVMs, and then, if that was asked for, as JLBH does.
     *
     * @param floor what its latencies are to be shown as multiples of
     */
    public int run(Jvms jvms, RunRequest benchmark, Optional<Floor> floor, GateOptions gates, OutputOptions output)
            throws Exception {
        if (!hosted) {
            throw new UsageException("--jlbh-own-pacing: goes with --jlbh.");
        }
        JlbhAdapter adapter = JlbhAdapter.find();
        List<String> arguments = new ArrayList<>(JlbhAdapter.jvmArguments());
        arguments.addAll(benchmark.jvmArguments());
        RunRequest request = new RunRequest(
                HostedRun.task("jlbh", benchmark.task()),
                benchmark.given(),
                // In front, so that its class of that name is the one that a program makes when it makes a JLBH.
                adapter.classes() + File.pathSeparator + adapter.behind(benchmark.classPath()),
                arguments,
                benchmark.forks(),
                benchmark.out());
        long startedNs = System.nanoTime();
        int code =
                InterruptibleRun.of(jvms, request, gates, output).above(floor).call();
        if (ownPacing && code != ExitCode.USAGE && code != ExitCode.INTERRUPTED) {
            new JlbhOwnPacing(benchmark, arguments, adapter).run(System.nanoTime() - startedNs, output.summary());
        }
        return code;
    }
}
