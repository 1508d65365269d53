package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The JVM that runs cases, one after the other, in a small heap. It prints "case N" before and a {@link FuzzResult} after each, and ends where
 * what was left may disturb the next: behind a command that does not end, and behind one that had not enough memory.
 */
final class FuzzWorker {
    static final String BEGINS = "case ";

    /** Factor by which a crafted file is made larger. */
    private static final int GROWTH = 4;

    private final Path scratch;
    private final PrintStream results;

    private FuzzWorker(Path scratch, PrintStream results) {
        this.scratch = scratch;
        this.results = results;
    }

    /** @param args a request's, and then the numbers of the first case and of the one behind the last */
    public static void main(String[] args) throws Exception {
        FuzzRequest request = FuzzRequest.of(args);
        PrintStream results = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        FuzzWorker worker = new FuzzWorker(request.scratch(), results);
        IntFunction<FuzzCase> cases = request.cases();
        boolean well = true;
        for (int number = request.from(); well && request.goesOn(number); number++) {
            results.println(BEGINS + number);
            well = worker.run(cases.apply(number));
        }
        results.flush();
        // A command that was left must not keep the JVM.
        Runtime.getRuntime().halt(0);
    }

    /** @return whether another case may follow in this JVM */
    private boolean run(FuzzCase fuzzCase) throws IOException, InterruptedException {
        Observed seen = observe(fuzzCase);
        Judged judged = Oracle.judge(seen);
        int size = fuzzCase.size();
        if (fuzzCase.grows() && !judged.outcome().failure()) {
            size = GROWTH * size;
            Observed large = observe(fuzzCase.sized(size));
            Judged ofLarge = Oracle.judge(large);
            Optional<Judged> growth = Oracle.judgeGrowth(seen, large);
            judged = ofLarge.outcome().failure() ? ofLarge : growth.orElse(judged);
            seen = large;
        }
        results.println(
                new FuzzResult(fuzzCase.number(), size, judged, seen.cpuNs() / 1_000_000, seen.allocatedBytes() >> 20)
                        .line());
        return seen.ended() && judged.outcome() != Outcome.MEMORY;
    }

    private Observed observe(FuzzCase fuzzCase) throws IOException, InterruptedException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        CopiedFiles.delete(temporary);
        Files.createDirectories(temporary);
        return new WatchedCommand(fuzzCase, scratch.resolve("case"), Path.of("").toAbsolutePath(), temporary).run();
    }
}
