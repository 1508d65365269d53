package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Failures that are distinct by what was seen, each with the smallest input that showed it, in a folder that {@code --replay} takes:
 *
 * <pre>
 * FOLDER/SEED-NUMBER/files, beside, command  the case before the command ran: {@link FuzzCase}
 * FOLDER/SEED-NUMBER/seen                    what was seen
 * </pre>
 */
final class Findings {
    private final Path folder;
    private final long seed;
    private final Map<String, Finding> distinct = new TreeMap<>();

    /**
     * A failure.
     *
     * @param bytes length of the input that is kept
     * @param count how many inputs showed it
     */
    private record Finding(Path kept, long bytes, int count, String line) {
        Finding again() {
            return new Finding(kept, bytes, count + 1, line);
        }
    }

    Findings(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    /** Makes the input of a failure again and keeps it, unless a smaller one that failed alike is kept. */
    void add(FuzzCase fuzzCase, FuzzResult result) throws IOException {
        String key = key(fuzzCase, result.judged());
        Path place = folder.resolve(seed + "-" + fuzzCase.number());
        FuzzCase sized = fuzzCase.sized(result.size());
        sized.prepare(place);
        long bytes = CopiedFiles.length(FuzzCase.work(place).resolve("input"));
        Finding before = distinct.get(key);
        if (before != null && before.bytes <= bytes) {
            CopiedFiles.delete(place);
            distinct.put(key, before.again());
            return;
        }
        String line = "seed " + seed + " number " + fuzzCase.number() + " size " + result.size() + ", " + sized;
        String seen = key + "\n" + line + "\n\n" + result.judged().detail() + "\n";
        // A text with half a character is refused by writeString.
        Files.write(place.resolve("seen"), seen.getBytes(StandardCharsets.UTF_8));
        if (before != null) {
            CopiedFiles.delete(before.kept);
        }
        distinct.put(key, new Finding(place, bytes, before == null ? 1 : before.count + 1, line));
        System.err.println(key + "\n    " + line + "\n    kept in " + place);
    }

    /** Key of failures that are alike. The name of a file that was changed outside is left out: it says little of which name led there. */
    private static String key(FuzzCase fuzzCase, Judged judged) {
        String key = judged.outcome().column() + ": " + judged.signature();
        return judged.outcome() == Outcome.WRITE ? key + " by " + fuzzCase.name() : key;
    }

    boolean isEmpty() {
        return distinct.isEmpty();
    }

    void print() {
        System.out.println();
        distinct.forEach(
                (key, finding) -> System.out.println(key + "\n    " + finding.count + " inputs, the smallest of "
                        + finding.bytes + " bytes: " + finding.line + "\n    kept in " + finding.kept));
        System.out.println(
                distinct.isEmpty()
                        ? "No failure."
                        : distinct.size() + " distinct failures; --replay FOLDER runs one again.");
    }
}
