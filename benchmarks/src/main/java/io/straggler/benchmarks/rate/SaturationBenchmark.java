package io.straggler.benchmarks.rate;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run is called at rates around the one that its task sustains, and when a single long pause comes shortly before its end: {@code saturated}
 * means that a queue grew until the end, and nothing else.
 */
public final class SaturationBenchmark {
    private static final int PER_SECOND = 1_000;

    /** Of what can be sustained. Above 100% a run must never be called ok; a little below, a busy machine may take the rest. */
    private static final double[] LOADS = {0.9, 0.97, 1.015, 1.03, 1.1};

    private SaturationBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("repeats", 10L, "run-ms", 10_000L, "warmup-ms", 2_000L),
                Map.of("repeats", 1L, "run-ms", 3_000L, "warmup-ms", 1_000L));
        System.out.println("saturation " + arguments);
        for (double load : LOADS) {
            String name = String.format(Locale.ROOT, "%.1f%% of what is sustained", 100 * load);
            System.out.printf(Locale.ROOT, "%-44s %s%n", name, statuses(arguments, load, 0));
        }
        double load = 0.5;
        long beforeTheEnd =
                Math.round(load * PER_SECOND * (arguments.number("warmup-ms") + arguments.number("run-ms") - 50) / 1e3);
        System.out.printf(
                Locale.ROOT,
                "%-44s %s%n",
                "50%, and a pause of 300 ms before the end",
                statuses(arguments, load, beforeTheEnd));
    }

    /** How often runs ended with which status. */
    private static String statuses(Arguments arguments, double load, long pausesAt)
            throws IOException, InterruptedException {
        List<String> statuses = new ArrayList<>();
        for (int k = 0; k < arguments.count("repeats"); k++) {
            statuses.add(status(arguments, load, pausesAt));
        }
        return statuses.stream()
                .distinct()
                .sorted()
                .map(status -> statuses.stream().filter(status::equals).count() + " " + status)
                .collect(Collectors.joining(", "));
    }

    private static String status(Arguments arguments, double load, long pausesAt)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("run");
            StragglerCommand.run(
                    List.of(),
                    List.of(
                            "run",
                            FixedService.class.getName(),
                            "--jvm-arg=-D" + FixedService.SERVICE_NS + "=" + 1_000_000_000 / PER_SECOND,
                            "--jvm-arg=-D" + FixedService.PAUSES_AT + "=" + pausesAt,
                            "--rate",
                            Math.round(load * PER_SECOND) + "/s",
                            "--warmup",
                            arguments.number("warmup-ms") + "ms",
                            "--duration",
                            arguments.number("run-ms") + "ms",
                            "--threshold",
                            "20ms",
                            "--out",
                            out.toString()));
            return JsonMapper.shared()
                    .readTree(Files.readString(out.resolve("run.json")))
                    .get("status")
                    .asString();
        }
    }
}
