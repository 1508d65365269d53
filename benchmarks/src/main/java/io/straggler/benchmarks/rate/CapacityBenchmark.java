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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Distance between the rate that {@code straggler capacity} finds and the true one, which is known for generated
 * services.
 */
public final class CapacityBenchmark {
    /** Met at a low rate, and missed well before the queue grows without end. */
    private static final Map<Long, Double> MEANS = Map.of(90L, 4.0, 99L, 6.0);

    private CapacityBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("seeds", 10L, "repeats", 1L, "seconds", 180L, "seed", 1L, "percentile", 90L),
                Map.of("seeds", 1L));
        System.out.println("capacity " + arguments);
        System.out.println(
                "seed  limit, µs    truth   estimate       from         to   estimate / truth   JVMs   seconds  answer");
        int near = 0;
        for (int k = 0; k < arguments.count("seeds"); k++) {
            List<Capacity> ofOneService = new ArrayList<>();
            for (int repeat = 0; repeat < arguments.count("repeats"); repeat++) {
                Capacity capacity = measured(arguments.number("seed") + k, arguments);
                ofOneService.add(capacity);
                near += capacity.nearTheTruth() ? 1 : 0;
            }
            if (ofOneService.size() > 1) {
                System.out.printf(
                        Locale.ROOT, "%d of %d intervals share one rate%n", sharing(ofOneService), ofOneService.size());
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d of %d within 5%% of the truth%n",
                near,
                arguments.count("seeds") * arguments.count("repeats"));
    }

    /** The most intervals that one rate lies in: one of their lower ends is such a rate. */
    private static long sharing(List<Capacity> capacities) {
        return capacities.stream()
                .mapToLong(at -> capacities.stream()
                        .filter(other -> other.low <= at.low && at.low <= other.high)
                        .count())
                .max()
                .orElse(0);
    }

    /** Answer of one search, in iterations a second; all 0 if it found no rate. */
    private record Capacity(double truth, double found, double low, double high) {
        boolean nearTheTruth() {
            return Math.abs(found / truth - 1) <= 0.05;
        }
    }

    private static Capacity measured(long seed, Arguments arguments) throws IOException, InterruptedException {
        GeneratedService service = new GeneratedService(seed);
        long percentile = arguments.number("percentile");
        long limitNs = service.limitNs(MEANS.get(percentile));
        double truth = service.knee(limitNs, 1 - percentile / 100.0);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("capacity");
            StragglerCommand.Ended ended = StragglerCommand.run(
                    List.of(),
                    List.of(
                            "capacity",
                            GeneratedService.class.getName(),
                            "--slo",
                            "p" + percentile + " < " + limitNs + "ns",
                            "--rates",
                            "1k..100k",
                            "--arrivals",
                            "poisson",
                            "--jvm-arg=-D" + GeneratedService.SEED + "=" + seed,
                            "--max-duration",
                            arguments.number("seconds") + "s",
                            "--out",
                            out.toString()));
            JsonNode capacity = JsonMapper.shared().readTree(Files.readString(out.resolve("capacity.json")));
            Capacity answer = new Capacity(
                    truth,
                    capacity.at("/estimate/perSecond").asDouble(0),
                    capacity.at("/estimate/lowPerSecond").asDouble(0),
                    capacity.at("/estimate/highPerSecond").asDouble(0));
            System.out.printf(
                    Locale.ROOT,
                    "%4d %10.1f %8.0f %10.0f %10.0f %10.0f %18.3f %6d %9.0f  %s%n",
                    seed,
                    limitNs / 1e3,
                    truth,
                    answer.found,
                    answer.low,
                    answer.high,
                    answer.found / truth,
                    capacity.get("runs").size(),
                    ended.wallMs() / 1e3,
                    capacity.get("answer").asString());
            return answer;
        }
    }
}
