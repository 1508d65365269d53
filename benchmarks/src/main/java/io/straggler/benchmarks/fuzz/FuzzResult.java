package io.straggler.benchmarks.fuzz;

import java.util.Optional;

/**
 * Result of one case, as a line between JVMs.
 *
 * @param size of a crafted file at which it was so
 */
record FuzzResult(int number, int size, Judged judged, long cpuMs, long allocatedMb) {
    private static final String MARK = "result";
    private static final String SEPARATOR = "\u001f";
    private static final String LINE_END = "\u001e";

    String line() {
        return String.join(
                SEPARATOR,
                MARK,
                Integer.toString(number),
                Integer.toString(size),
                judged.outcome().name(),
                Long.toString(cpuMs),
                Long.toString(allocatedMb),
                one(judged.signature()),
                one(judged.detail()));
    }

    private static String one(String text) {
        String some = text.length() <= 8_000 ? text : text.substring(0, 8_000);
        return some.replace(SEPARATOR, " ").replace("\r", " ").replace("\n", LINE_END);
    }

    /** The result in a line; empty for any other line. */
    static Optional<FuzzResult> of(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        if (!parts[0].equals(MARK)) {
            return Optional.empty();
        }
        Judged judged = new Judged(Outcome.valueOf(parts[3]), parts[6], parts[7].replace(LINE_END, "\n"));
        return Optional.of(new FuzzResult(
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                judged,
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5])));
    }
}
