package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** CPU time and wake-ups of the agent's thread while a program makes calls at a rate. */
public final class AgentThreadBenchmark {
    private static final List<Long> RATES = List.of(200L, 2_000L, 6_000L);

    private AgentThreadBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("seconds", 20L, "warm-up", 40L, "threshold-us", 3_000L),
                Map.of("seconds", 2L, "warm-up", 2L));
        Path agent = AgentJar.require();
        System.out.println("agent-thread " + arguments);
        System.out.println("calls/s  of a core  wakes up/s");
        for (long rate : RATES) {
            try (TemporaryFolder folder = TemporaryFolder.create()) {
                Figures figures = ChildJvm.run(
                        List.of("-javaagent:" + agent + "=iterations=" + PacedCalls.class.getName()
                                + ".serve,threshold="
                                + arguments.number("threshold-us") + "us,out="
                                + folder.path().resolve("run")),
                        PacedCalls.class,
                        rate,
                        arguments.number("warm-up"),
                        arguments.number("seconds"));
                System.out.printf(
                        Locale.ROOT,
                        "%7d %9.2f%% %11.0f%n",
                        rate,
                        100 * figures.get("agentCores"),
                        figures.get("agentWakesPerSecond"));
            }
        }
    }
}
