package io.straggler.cli.hosted;

import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** The option of {@code run} that only benchmarks for JLBH have. */
public final class JlbhOptions {
    @Option(
            names = "--jlbh-own-pacing",
            description = "With --jlbh: afterwards once more in a JVM of its own, paced by JLBH itself.")
    private boolean ownPacing;

    /**
     * Runs the benchmark as it was asked for and then, if that was asked for too, as JLBH does.
     *
     * @param benchmark as the user asked for it
     * @param hosted what becomes of it here
     * @param measuring measures it here, and returns the exit code
     */
    public int around(
            RunRequest benchmark,
            RunRequest hosted,
            HostOptions hosts,
            OutputOptions output,
            Callable<Integer> measuring)
            throws Exception {
        if (ownPacing && hosts.host().filter(host -> host == Host.JLBH).isEmpty()) {
            throw new UsageException("--jlbh-own-pacing: goes with --jlbh.");
        }
        long startedNs = System.nanoTime();
        int code = measuring.call();
        if (ownPacing && code != ExitCode.USAGE && code != ExitCode.INTERRUPTED) {
            repeat(benchmark, hosted, System.nanoTime() - startedNs, output);
        }
        return code;
    }

    private static void repeat(RunRequest benchmark, RunRequest hosted, long tookNs, OutputOptions output)
            throws IOException, InterruptedException {
        new JlbhOwnPacing(benchmark, hosted.jvmArguments(), Adapter.of(Host.JLBH)).run(tookNs, output.summary());
    }
}
