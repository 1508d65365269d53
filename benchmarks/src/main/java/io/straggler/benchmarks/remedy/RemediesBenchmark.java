package io.straggler.benchmarks.remedy;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether {@code straggler try} finds the right remedy of programs with a planted cause, and how often it finds one where nothing differs.
 */
public final class RemediesBenchmark {
    private RemediesBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        String all = Arrays.stream(PlantedCause.values())
                .map(cause -> cause.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
        Arguments arguments = Arguments.of(
                args,
                Map.of("seconds", 600L, "nulls", 20L, "null-seconds", 60L),
                Map.of("seconds", 60L, "nulls", 1L, "null-seconds", 10L),
                Map.of(
                        "causes",
                        new Listed(all, "young_generation", "[a-z_]+"),
                        "parts",
                        Listed.numbers("1,2", "1,2")));
        System.out.println("remedies " + arguments);
        if (arguments.numbers("parts").contains(1)) {
            planted(arguments);
        }
        if (arguments.numbers("parts").contains(2)) {
            nulls(arguments);
        }
    }

    private static void planted(Arguments arguments) throws IOException, InterruptedException {
        System.out.println("planted cause             right  answer         rounds  seconds  first");
        int right = 0;
        List<String> causes = arguments.list("causes");
        int held = 0;
        int checked = 0;
        for (String name : causes) {
            PlantedCause cause = PlantedCause.valueOf(name.toUpperCase(Locale.ROOT));
            long startNs = System.nanoTime();
            JsonNode ranking = tried(cause, arguments.number("seconds"), List.of());
            boolean found = ranking.path("answer").asString("").equals("found");
            String first = found ? ranking.at("/remedies/0/name").asString() : "none";
            boolean ok = found ? cause.right().contains(first) : cause.right().isEmpty();
            right += ok ? 1 : 0;
            held += ranking.path("predictionsHeld").asInt(0);
            checked += ranking.path("predictionsChecked").asInt(0);
            System.out.printf(
                    Locale.ROOT,
                    "%-25s %5s  %-13s %7d %8.0f  %s%n",
                    name,
                    ok ? "yes" : "no",
                    ranking.path("answer").asString("nothing to try"),
                    ranking.path("rounds").asInt(0),
                    (System.nanoTime() - startNs) / 1e9,
                    first
                            + (found
                                    ? String.format(
                                            Locale.ROOT,
                                            ", %s %+.0f%% [%+.0f%%, %+.0f%%]",
                                            ranking.path("metric").asString(),
                                            100
                                                    * ranking.at("/remedies/0/change/value")
                                                            .asDouble(),
                                            100
                                                    * ranking.at("/remedies/0/change/low")
                                                            .asDouble(),
                                            100
                                                    * ranking.at("/remedies/0/change/high")
                                                            .asDouble())
                                    : ""));
        }
        System.out.printf(
                Locale.ROOT, "%d of %d right, %d of %d predictions held%n", right, causes.size(), held, checked);
    }

    /** Two remedies that do nothing. */
    private static void nulls(Arguments arguments) throws IOException, InterruptedException {
        int verdicts = 0;
        long nulls = arguments.number("nulls");
        for (int i = 0; i < nulls; i++) {
            JsonNode ranking = tried(
                    PlantedCause.YOUNG_GENERATION,
                    arguments.number("null-seconds"),
                    List.of(
                            "--with",
                            "one=-Done=1",
                            "--with",
                            "two=-Dtwo=2",
                            "--remedies",
                            "0",
                            "--duration",
                            "1s",
                            "--warmup",
                            "500ms",
                            "--percentile",
                            "p99",
                            "--order-seed",
                            Integer.toString(i + 1)));
            for (JsonNode remedy : ranking.path("remedies")) {
                String standing = remedy.path("standing").asString();
                if (standing.equals("helps") || standing.equals("harms")) {
                    verdicts++;
                    break;
                }
            }
        }
        System.out.printf(Locale.ROOT, "%d of %d trials in which nothing differs have a verdict%n", verdicts, nulls);
    }

    private static JsonNode tried(PlantedCause cause, long seconds, List<String> more)
            throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path out = folder.path().resolve("try");
            List<String> command = new ArrayList<>();
            if (!cause.cores().isEmpty()) {
                command.addAll(List.of("taskset", "-c", cause.cores()));
            }
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of(
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.straggler.cli.Main",
                    "try",
                    PlantedTask.class.getName(),
                    "--rate",
                    cause.rate(),
                    "--max-duration",
                    seconds + "s",
                    "--out",
                    out.toString(),
                    "--jvm-arg=-D" + PlantedTask.CAUSE + "=" + cause));
            cause.jvmArguments().forEach(argument -> command.add("--jvm-arg=" + argument));
            command.addAll(more);
            Path log = Path.of("benchmarks", "target").toAbsolutePath();
            Redirect output = Files.isDirectory(log)
                    ? Redirect.appendTo(log.resolve("remedies.log").toFile())
                    : Redirect.DISCARD;
            Process noise = cause == PlantedCause.NOISY_CORE ? noise() : null;
            try {
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output)
                        .start()
                        .waitFor();
            } finally {
                if (noise != null) {
                    noise.destroyForcibly().waitFor();
                }
            }
            Path json = out.resolve("ranking.json");
            return JsonMapper.shared().readTree(Files.exists(json) ? Files.readString(json) : "{}");
        }
    }

    /** A process that takes core 0 for some milliseconds, again and again. */
    private static Process noise() throws IOException {
        return new ProcessBuilder(
                        "taskset",
                        "-c",
                        "0",
                        "sh",
                        "-c",
                        "while :; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.01; done")
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
    }
}
