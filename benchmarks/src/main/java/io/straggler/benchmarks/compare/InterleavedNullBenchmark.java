package io.straggler.benchmarks.compare;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.examples.index.PresizedIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How often {@code straggler ab} finds a difference between a task and itself, on this machine: it should find none. Short runs,
 * one after the other, each with another order of its JVMs.
 */
public final class InterleavedNullBenchmark {
    private static final int NOT_MEASURABLE = 2;

    private InterleavedNullBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("repeats", 20L, "pairs", 8L, "run-ms", 1_500L, "warmup-ms", 700L, "rate", 10_000L, "seed", 1L),
                Map.of("repeats", 2L, "pairs", 6L, "run-ms", 500L, "warmup-ms", 300L));
        System.out.println("interleaved-null " + arguments);
        int other = 0;
        int without = 0;
        List<Double> halfWidths = new ArrayList<>();
        for (int k = 1; k <= arguments.count("repeats"); k++) {
            try (TemporaryFolder folder = TemporaryFolder.create()) {
                Optional<JsonNode> compared = compare(
                        arguments,
                        arguments.number("seed") + k - 1,
                        folder.path().resolve("ab"));
                if (compared.isEmpty()) {
                    without++;
                    System.out.printf(Locale.ROOT, "%2d  nothing was measurable%n", k);
                    continue;
                }
                JsonNode comparison = compared.get();
                List<String> changed = changed(comparison);
                other += changed.isEmpty() ? 0 : 1;
                JsonNode p99 = metric(comparison, "p99").path("relative");
                if (p99.isObject()) {
                    halfWidths.add((p99.get("high").asDouble() - p99.get("low").asDouble()) / 2);
                }
                System.out.printf(
                        Locale.ROOT,
                        "%2d  p99 %s  %s%n",
                        k,
                        p99.isObject() ? interval(p99) : "not measurable",
                        changed.isEmpty() ? "no detectable difference" : String.join(", ", changed));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d of %d comparisons of a task with itself found a difference, in %d nothing was measurable;"
                        + " half an interval of p99 was %.0f%% in the median of %d%n",
                other,
                arguments.count("repeats"),
                without,
                100 * Figures.median(halfWidths, width -> width),
                halfWidths.size());
    }

    private static String interval(JsonNode relative) {
        return String.format(
                Locale.ROOT,
                "%+6.1f%%  [%+6.1f%%, %+6.1f%%]",
                100 * relative.get("value").asDouble(),
                100 * relative.get("low").asDouble(),
                100 * relative.get("high").asDouble());
    }

    /** Empty if the runs were too short, or the machine too busy, for any metric. */
    private static Optional<JsonNode> compare(Arguments arguments, long seed, Path out)
            throws IOException, InterruptedException {
        String task = PresizedIndex.class.getName();
        StragglerCommand.Ended ended = StragglerCommand.run(
                List.of(),
                List.of(
                        "ab",
                        task,
                        task,
                        "--order-seed",
                        Long.toString(seed),
                        "--rate",
                        arguments.number("rate") + "/s",
                        "--duration",
                        arguments.number("run-ms") + "ms",
                        "--warmup",
                        arguments.number("warmup-ms") + "ms",
                        "--threshold",
                        "50us",
                        "--min-pairs",
                        Long.toString(arguments.number("pairs")),
                        // Any interval of the median is narrow enough: the number of pairs is what was asked for.
                        "--percentile",
                        "p50",
                        "--precision",
                        "999%",
                        "--out",
                        out.toString()));
        if (ended.exitCode() == NOT_MEASURABLE) {
            return Optional.empty();
        }
        if (ended.exitCode() != 0) {
            throw new IllegalStateException("ab must end with 0 or 2: exitCode=" + ended.exitCode());
        }
        return Optional.of(JsonMapper.shared().readTree(Files.readString(out.resolve("comparison.json"))));
    }

    private static List<String> changed(JsonNode comparison) {
        List<String> changed = new ArrayList<>();
        for (JsonNode metric : comparison.get("metrics")) {
            String verdict = metric.get("verdict").asString();
            if (verdict.equals("improved") || verdict.equals("regressed")) {
                changed.add(metric.get("metric").asString() + " " + verdict);
            }
        }
        return changed;
    }

    private static JsonNode metric(JsonNode comparison, String name) {
        for (JsonNode metric : comparison.get("metrics")) {
            if (metric.get("metric").asString().equals(name)) {
                return metric;
            }
        }
        throw new IllegalStateException("comparison must hold the metric: metric=" + name);
    }
}
