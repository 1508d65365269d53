package io.straggler.benchmarks;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.Main;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How close {@code straggler ping} comes to loops that do nothing but the same round trips, in turns. */
public final class PingFloorsBenchmark {
    private static final int PER_SECOND = 10_000;

    private PingFloorsBenchmark() {}

    /** A transport, and the class that does the same by hand. */
    private record Floor(String transport, Class<?> plain) {}

    /** One round: median round trips, by hand and by {@code ping}, with and without its sampler. */
    private record Turn(double plainNs, double sampledNs, double unsampledNs) {
        double sampledRatio() {
            return sampledNs / plainNs;
        }

        double unsampledRatio() {
            return unsampledNs / plainNs;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("rounds", 7L, "seconds", 5L, "warm-up-seconds", 3L),
                Map.of("rounds", 1L, "seconds", 1L, "warm-up-seconds", 1L));
        System.out.println("ping-floors " + arguments);
        System.out.println("                   median round trip, ns                ratio to plain");
        System.out.println("transport  round     plain     ping  sampler off      ping  sampler off");
        for (Floor floor :
                List.of(new Floor("tcp-spin", PlainTcpPing.class), new Floor("thread", PlainThreadPing.class))) {
            List<Turn> turns = new ArrayList<>();
            for (int round = 1; round <= arguments.count("rounds"); round++) {
                Turn turn = turn(floor, round, arguments);
                turns.add(turn);
                row(
                        floor,
                        Integer.toString(round),
                        turn.plainNs,
                        turn.sampledNs,
                        turn.unsampledNs,
                        turn.sampledRatio(),
                        turn.unsampledRatio());
            }
            row(
                    floor,
                    "median",
                    Figures.median(turns, Turn::plainNs),
                    Figures.median(turns, Turn::sampledNs),
                    Figures.median(turns, Turn::unsampledNs),
                    Figures.median(turns, Turn::sampledRatio),
                    Figures.median(turns, Turn::unsampledRatio));
        }
    }

    /** Each round begins with another one, so that none always follows the same. */
    private static Turn turn(Floor floor, int round, Arguments arguments) throws IOException, InterruptedException {
        double[] ns = new double[3];
        for (int i = 0; i < ns.length; i++) {
            int which = (round + i) % ns.length;
            ns[which] = which == 0
                    ? ChildJvm.run(
                                    floor.plain,
                                    PER_SECOND,
                                    arguments.number("warm-up-seconds"),
                                    arguments.number("seconds"))
                            .get("p50Ns")
                    : ping(floor, which == 1 ? "auto" : "off", arguments);
        }
        return new Turn(ns[0], ns[1], ns[2]);
    }

    /** The median service time of the command as users run it: from the start of a round trip to its end. */
    private static double ping(Floor floor, String sampler, Arguments arguments)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("ping");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xms64m", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
            command.addAll(List.of("ping", "--transport", floor.transport, "--out", out.toString()));
            command.addAll(List.of("--rate", PER_SECOND + "/s", "--size", Integer.toString(PlainTcpPing.BYTES)));
            command.addAll(List.of("--warmup", arguments.number("warm-up-seconds") + "s"));
            command.addAll(List.of("--duration", arguments.number("seconds") + "s", "--sampler", sampler));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // 2 is a run that could not keep its rate: its round trips count all the same.
            if (process.waitFor() != 0 && process.exitValue() != 2) {
                throw new IllegalStateException("ping must exit with 0 or 2: exitCode=" + process.exitValue());
            }
            return Analysis.of(new RunFolder(out)).series().stream()
                    .filter(series -> series.name().equals("service") && series.runId() == null)
                    .flatMap(series -> series.percentiles().stream())
                    .filter(point -> point.percentile() >= 50)
                    .mapToDouble(Series.Point::valueNs)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void row(
            Floor floor,
            String round,
            double plainNs,
            double sampledNs,
            double unsampledNs,
            double sampledRatio,
            double unsampledRatio) {
        System.out.printf(
                Locale.ROOT,
                "%-10s %-6s %8.0f %8.0f %12.0f %9.3f %12.3f%n",
                floor.transport,
                round,
                plainNs,
                sampledNs,
                unsampledNs,
                sampledRatio,
                unsampledRatio);
    }
}
