package io.straggler.benchmarks.fuzz;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Cases that a worker is to run, as its command line.
 *
 * @param scratch folder for the files of one case at a time
 * @param only label of a format, or all
 * @param replay file to run instead of the cases of a seed
 * @param from number of the first case
 * @param to number behind the last
 * @param untilEpochMs time after which no other case begins
 */
record FuzzRequest(
        Path corpus,
        Path scratch,
        long seed,
        String only,
        boolean quick,
        Optional<Path> replay,
        int from,
        int to,
        long untilEpochMs) {
    static FuzzRequest of(String[] args) {
        return new FuzzRequest(
                Path.of(args[0]),
                Path.of(args[1]),
                Long.parseLong(args[2]),
                args[3],
                Boolean.parseBoolean(args[4]),
                args[5].isEmpty() ? Optional.empty() : Optional.of(Path.of(args[5])),
                Integer.parseInt(args[6]),
                Integer.parseInt(args[7]),
                Long.parseLong(args[8]));
    }

    Object[] arguments() {
        return new Object[] {
            corpus, scratch, seed, only, quick, replay.map(Path::toString).orElse(""), from, to, untilEpochMs
        };
    }

    FuzzRequest from(int number) {
        return new FuzzRequest(corpus, scratch, seed, only, quick, replay, number, to, untilEpochMs);
    }

    /** The cases by number: those of the seed, or those of the file that is replayed. */
    IntFunction<FuzzCase> cases() {
        if (replay.isPresent()) {
            return Cases.replayed(replay.get(), corpus)::get;
        }
        return new Cases(corpus, seed, only, quick)::get;
    }

    /** Whether there is a case of a number, and time for it. */
    boolean goesOn(int number) {
        return number < to && System.currentTimeMillis() < untilEpochMs;
    }
}
