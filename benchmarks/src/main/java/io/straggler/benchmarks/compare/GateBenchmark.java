package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.examples.gateway.OrderGateway;
import io.straggler.harness.Task;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether a gate lets the demo pass that has not changed, again and again, and stops a copy of it in which every twentieth order
 * takes a millisecond longer.
 */
public final class GateBenchmark {
    private static final List<String> GATES =
            List.of("regressed p50 > 5%", "regressed p90 > 10%", "regressed p99 > 20%", "regressed outliers > 20%");
    private static final int FAILED = 3;

    private GateBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("repeats", 10L, "pairs", 6L, "run-ms", 3_000L, "warmup-ms", 3_000L, "rate", 2_000L),
                Map.of("repeats", 1L, "run-ms", 1_000L, "warmup-ms", 1_000L));
        System.out.println("gate " + arguments + " " + GATES);
        int stopped = 0;
        for (int k = 1; k <= arguments.count("repeats"); k++) {
            int code = exitCode(arguments, OrderGateway.class, k);
            stopped += code == FAILED ? 1 : 0;
            System.out.println("unchanged, repeat " + k + ": exit code " + code);
        }
        int regressed = exitCode(arguments, SlowerGateway.class, 1);
        System.out.println("regressed: exit code " + regressed);
        System.out.println(stopped + " of " + arguments.count("repeats")
                + " unchanged repeats were stopped; the regression " + (regressed == FAILED ? "was" : "was NOT"));
    }

    private static int exitCode(Arguments arguments, Class<? extends Task> changed, int seed)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<String> command = new ArrayList<>(List.of(
                    "ab",
                    OrderGateway.class.getName(),
                    changed.getName(),
                    "--jvm-arg=-Xmx256m",
                    "--order-seed",
                    Integer.toString(seed),
                    "--rate",
                    arguments.number("rate") + "/s",
                    "--duration",
                    arguments.number("run-ms") + "ms",
                    "--warmup",
                    arguments.number("warmup-ms") + "ms",
                    "--threshold",
                    "500us",
                    "--min-pairs",
                    Long.toString(arguments.number("pairs")),
                    "--precision",
                    "999%",
                    "--out",
                    folder.path().resolve("ab").toString()));
            for (String gate : GATES) {
                command.addAll(List.of("--fail-if", gate));
            }
            return StragglerCommand.run(List.of(), command).exitCode();
        }
    }
}
