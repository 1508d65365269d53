package io.straggler.benchmarks.fuzz;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Whether {@code report} and {@code compare} stay quick, small, harmless and clear, whatever files they are given: crafted ones first, and then
 * mutants of files as they should be until the time is over. Exit code 0 if so, 1 if not, 2 if it could not be found out.
 */
public final class FuzzBenchmark {
    private static final String NO_REPLAY = "none";

    private final IntFunction<FuzzCase> cases;
    private final FuzzTable table = new FuzzTable();
    private final Findings findings;
    private FuzzRequest request;

    private FuzzBenchmark(FuzzRequest request, Path found) {
        this.request = request;
        this.cases = request.cases();
        this.findings = new Findings(found, request.seed());
    }

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.of(
                args,
                Map.of("minutes", 5L, "seed", 1L, "cases", 100_000_000L),
                Map.of("cases", 100L),
                Map.of(
                        "only",
                        new Listed(Cases.ALL_FORMATS, Cases.ALL_FORMATS, "[a-z0-9-]+"),
                        "replay",
                        new Listed(NO_REPLAY, NO_REPLAY, ".+"),
                        "found",
                        new Listed("target/fuzz", "target/fuzz", ".+")));
        System.out.println("fuzz " + arguments);
        boolean quick = List.of(args).contains("--quick");
        int code;
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            code = run(arguments, quick, folder.path());
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            System.err.println(e.getMessage());
            code = 2;
        }
        System.exit(code);
    }

    private static int run(Arguments arguments, boolean quick, Path folder) throws IOException, InterruptedException {
        String only = String.join(",", arguments.list("only"));
        if (!only.equals(Cases.ALL_FORMATS) && Format.labelled(only).isEmpty()) {
            throw new IllegalArgumentException("--only must be one of " + Format.labels() + ": only=" + only);
        }
        String replay = String.join(",", arguments.list("replay"));
        Optional<Path> replayed = replay.equals(NO_REPLAY)
                ? Optional.empty()
                : Optional.of(Path.of(replay).toAbsolutePath());
        Path corpus = folder.resolve("corpus");
        Seeds.write(corpus);
        Files.createDirectories(folder.resolve("working-folder"));
        int count = replayed.isPresent()
                ? Cases.replayed(replayed.get(), corpus).size()
                : Math.min(arguments.count("cases"), new Cases(corpus, arguments.number("seed"), only, quick).count());
        FuzzRequest request = new FuzzRequest(
                corpus,
                folder,
                arguments.number("seed"),
                only,
                quick,
                replayed,
                0,
                count,
                System.currentTimeMillis()
                        + Duration.ofMinutes(arguments.number("minutes")).toMillis());
        Path found = Path.of(String.join(",", arguments.list("found"))).toAbsolutePath();
        FuzzBenchmark benchmark = new FuzzBenchmark(request, found);
        benchmark.runAll();
        benchmark.table.print();
        benchmark.findings.print();
        return benchmark.findings.isEmpty() ? 0 : 1;
    }

    /** Runs cases in one worker after the other, until the time is over or all have run. */
    private void runAll() throws IOException, InterruptedException {
        while (request.goesOn(request.from())) {
            int next = runWorker();
            if (next == request.from() && request.goesOn(next)) {
                throw new IllegalStateException("worker must run a case: " + said());
            }
            request = request.from(next);
        }
    }

    private String said() throws IOException {
        return Files.readString(request.scratch().resolve("worker.txt"), StandardCharsets.ISO_8859_1);
    }

    /** Runs one worker to its end, and returns the number of the case behind its last. */
    private int runWorker() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command())
                .directory(request.scratch().resolve("working-folder").toFile())
                .redirectError(
                        Redirect.to(request.scratch().resolve("worker.txt").toFile()))
                .start();
        int next = request.from();
        int begun = -1;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<FuzzResult> result = FuzzResult.of(line);
                if (result.isPresent()) {
                    add(result.get());
                    next = result.get().number() + 1;
                } else if (line.startsWith(FuzzWorker.BEGINS)) {
                    begun = Integer.parseInt(line.substring(FuzzWorker.BEGINS.length()));
                }
            }
            int code = process.waitFor();
            if (begun >= next) {
                Judged died = new Judged(Outcome.MEMORY, "the JVM ended", "exit code " + code + "\n" + said());
                add(new FuzzResult(begun, cases.apply(begun).size(), died, 0, 0));
                next = begun + 1;
            }
        } finally {
            process.destroyForcibly();
        }
        return next;
    }

    private void add(FuzzResult result) throws IOException {
        FuzzCase fuzzCase = cases.apply(result.number());
        table.add(fuzzCase, result);
        if (result.judged().outcome().failure()) {
            findings.add(fuzzCase, result);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + request.scratch().resolve("temporary"),
                "-cp",
                System.getProperty("java.class.path"),
                FuzzWorker.class.getName()));
        for (Object argument : request.arguments()) {
            command.add(argument.toString());
        }
        return command;
    }
}
