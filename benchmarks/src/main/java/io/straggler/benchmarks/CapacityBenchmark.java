package io.straggler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How near {@code straggler capacity} comes to the rate that it looks for, of generated services of which that rate is known. */
public final class CapacityBenchmark {
    private CapacityBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments =
                Arguments.of(args, Map.of("seeds", 10L, "seconds", 180L, "seed", 1L), Map.of("seeds", 1L));
        System.out.println("capacity " + arguments);
        System.out.println("seed  limit, µs    truth      found      above   found / truth   JVMs   seconds  answer");
        int near = 0;
        for (int k = 0; k < arguments.count("seeds"); k++) {
            near += measured(arguments.number("seed") + k, arguments.number("seconds")) ? 1 : 0;
        }
        System.out.printf(Locale.ROOT, "%d of %d within 5%% of the truth%n", near, arguments.count("seeds"));
    }

    /** @return whether it came within 5% of the truth */
    private static boolean measured(long seed, long seconds) throws IOException, InterruptedException {
        GeneratedService service = new GeneratedService(seed);
        long limitNs = service.limitNs();
        double truth = service.knee(limitNs);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("capacity");
            StragglerCommand.Ended ended = StragglerCommand.run(
                    List.of(),
                    List.of(
                            "capacity",
                            GeneratedService.class.getName(),
                            "--slo",
                            "p99 < " + limitNs + "ns",
                            "--rates",
                            "1k..100k",
                            "--arrivals",
                            "poisson",
                            "--jvm-arg=-D" + GeneratedService.SEED + "=" + seed,
                            "--max-duration",
                            seconds + "s",
                            "--out",
                            out.toString()));
            JsonNode capacity = JsonMapper.shared().readTree(Files.readString(out.resolve("capacity.json")));
            double found = capacity.at("/found/perSecond").asDouble(0);
            System.out.printf(
                    Locale.ROOT,
                    "%4d %10.1f %8.0f %10.0f %10.0f %15.3f %6d %9.0f  %s%n",
                    seed,
                    limitNs / 1e3,
                    truth,
                    found,
                    capacity.at("/above/perSecond").asDouble(0),
                    found / truth,
                    capacity.get("runs").size(),
                    ended.wallMs() / 1e3,
                    capacity.get("answer").asString());
            return Math.abs(found / truth - 1) <= 0.05;
        }
    }
}
