package io.straggler.benchmarks.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules that hold for every command, whatever file it reads: an exit code of the documentation, lines that are short, harmless and no stack trace,
 * CPU time and memory in proportion to the file, and no change outside the run folder.
 */
final class Oracle {
    /** CPU time in nanoseconds that a file of up to a megabyte may take. */
    static final long MAX_CPU_NS = 5_000_000_000L;

    /** CPU time in nanoseconds below which growth is not looked at: compilation of code and noise are as long. */
    private static final long MIN_GROWN_NS = 1_000_000_000L;

    /** Highest ratio of CPU times when a file becomes four times as large. */
    private static final long MAX_GROWTH = 8;

    private static final Set<Integer> EXIT_CODES = Set.of(0, 1, 2, 3, 4);
    private static final int MAX_LINE = 2_000;
    private static final int MAX_LINES = 1_000;

    /** Largest number of lines of a refusal; the second one says where to read on. */
    private static final int MAX_REFUSAL = 3;

    private static final Pattern TRACE = Pattern.compile("(?m)^\\tat |^Exception in thread ");
    private static final Pattern DEFECT = Pattern.compile("defect of Straggler: ?(.*)");
    private static final Pattern RAW =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u202A-\\u202E\\u2066-\\u2069\\u2028\\u2029]");
    private static final String NO_MEMORY = "not enough memory";
    private static final String OWN = "io.straggler.";
    private static final String HERE = Oracle.class.getPackageName();

    private Oracle() {}

    static Judged judge(Observed seen) {
        return Stream.<Function<Observed, Optional<Judged>>>of(
                        Oracle::memory, Oracle::trace, Oracle::defect, Oracle::write, Oracle::hang, Oracle::output)
                .flatMap(rule -> rule.apply(seen).stream())
                .findFirst()
                .orElseGet(() -> Judged.well(refused(seen) ? Outcome.LINE : Outcome.REPORT));
    }

    /** Highest CPU time in nanoseconds for files of a length in bytes. */
    static long maxCpuNs(long inputBytes) {
        return MAX_CPU_NS * Math.max(1, inputBytes >> 20);
    }

    /** A failure if a file that is four times as large took much more than four times as long. */
    static Optional<Judged> judgeGrowth(Observed small, Observed large) {
        if (large.cpuNs() < MIN_GROWN_NS || large.cpuNs() < MAX_GROWTH * small.cpuNs()) {
            return Optional.empty();
        }
        return Optional.of(failure(
                Outcome.HANG,
                "growth " + places(large.stack()),
                String.format(
                        Locale.ROOT,
                        "%.2f s of CPU time, and %.2f s for four times as much%n%s",
                        small.cpuNs() / 1e9,
                        large.cpuNs() / 1e9,
                        lines(large.stack()))));
    }

    private static boolean refused(Observed seen) {
        return (seen.exitCode() == 1 || seen.exitCode() == 2)
                && seen.err().lines().count() <= MAX_REFUSAL
                && seen.out().isEmpty();
    }

    private static Optional<Judged> memory(Observed seen) {
        Optional<Throwable> error = seen.thrown().filter(OutOfMemoryError.class::isInstance);
        if (error.isPresent()) {
            List<StackTraceElement> stack = Arrays.asList(error.get().getStackTrace());
            return Optional.of(failure(Outcome.MEMORY, places(stack), error.get() + "\n" + lines(stack)));
        }
        return seen.err().contains(NO_MEMORY)
                ? Optional.of(failure(Outcome.MEMORY, NO_MEMORY, seen.err()))
                : Optional.empty();
    }

    private static Optional<Judged> trace(Observed seen) {
        if (seen.thrown().isPresent()) {
            Throwable thrown = seen.thrown().get();
            List<StackTraceElement> stack = Arrays.asList(thrown.getStackTrace());
            return Optional.of(failure(
                    Outcome.TRACE,
                    thrown.getClass().getSimpleName() + " " + places(stack),
                    thrown + "\n" + lines(stack)));
        }
        if (!TRACE.matcher(seen.err()).find()) {
            return Optional.empty();
        }
        String places = seen.err()
                .lines()
                .filter(line -> line.startsWith("\tat "))
                .map(line -> line.substring(4).replaceFirst("\\(.*", "").replaceFirst(".*/", ""))
                .filter(Oracle::own)
                .limit(1)
                .reduce("", String::concat);
        String first = seen.err().lines().findFirst().orElse("").replaceFirst("[: ].*", "");
        return Optional.of(failure(Outcome.TRACE, first + " " + shortened(places), seen.err()));
    }

    private static Optional<Judged> defect(Observed seen) {
        Matcher matcher = DEFECT.matcher(seen.err());
        if (!matcher.find()) {
            return Optional.empty();
        }
        String said = matcher.group(1);
        String place = said.contains(" at ") ? said.substring(said.lastIndexOf(" at ")) : "";
        String kind = said.replaceFirst("[: ].*", "");
        return Optional.of(failure(
                Outcome.DEFECT, kind.substring(kind.lastIndexOf('.') + 1) + place.replaceAll("\\(.*", ""), said));
    }

    private static Optional<Judged> write(Observed seen) {
        return seen.changes().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        failure(Outcome.WRITE, seen.changes().iterator().next(), String.join("\n", seen.changes())));
    }

    private static Optional<Judged> hang(Observed seen) {
        if (seen.ended() && seen.cpuNs() <= maxCpuNs(seen.inputBytes())) {
            return Optional.empty();
        }
        String what = seen.ended() ? "slow " : seen.cpuNs() < MAX_CPU_NS ? "blocked " : "hang ";
        return Optional.of(failure(
                Outcome.HANG,
                what + places(seen.stack()),
                String.format(Locale.ROOT, "%.2f s of CPU time%n", seen.cpuNs() / 1e9) + lines(seen.stack())));
    }

    private static Optional<Judged> output(Observed seen) {
        if (!EXIT_CODES.contains(seen.exitCode())) {
            return Optional.of(failure(Outcome.OUTPUT, "exit code " + seen.exitCode(), seen.err()));
        }
        return outputOf("standard error", seen.err()).or(() -> outputOf("standard output", seen.out()));
    }

    private static Optional<Judged> outputOf(String stream, String text) {
        Matcher raw = RAW.matcher(text);
        if (raw.find()) {
            String line = text.substring(text.lastIndexOf('\n', raw.start()) + 1, raw.start());
            return Optional.of(failure(
                    Outcome.OUTPUT,
                    stream + " has a raw control character, " + words(line),
                    String.format(
                            Locale.ROOT, "U+%04X behind: %s", (int) raw.group().charAt(0), line)));
        }
        Optional<String> longest =
                text.lines().filter(line -> line.length() > MAX_LINE).findFirst();
        if (longest.isPresent()) {
            return Optional.of(failure(
                    Outcome.OUTPUT,
                    stream + " has a line too long, " + words(longest.get()),
                    longest.get().length() + " characters: " + longest.get().substring(0, MAX_LINE)));
        }
        return stream.equals("standard error") && text.lines().count() > MAX_LINES
                ? Optional.of(failure(
                        Outcome.OUTPUT,
                        stream + " has too many lines",
                        text.lines().count() + " lines"))
                : Optional.empty();
    }

    private static Judged failure(Outcome outcome, String signature, String detail) {
        return new Judged(outcome, signature.strip(), detail);
    }

    /** The last words before a place in a line that are no names of files, by which messages are told apart. */
    private static String words(String line) {
        String[] words = line.replaceAll("[^a-zA-Z ]+", " ").strip().split(" +");
        return String.join(
                " ",
                Arrays.copyOfRange(words, Math.max(0, Math.min(words.length, 12) - 5), Math.min(words.length, 12)));
    }

    /** The innermost own method. */
    private static String places(List<StackTraceElement> stack) {
        return stack.stream()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .filter(Oracle::own)
                .findFirst()
                .map(Oracle::shortened)
                .orElse("no method of Straggler's");
    }

    private static boolean own(String method) {
        return method.startsWith(OWN) && !method.startsWith(OWN + "shaded.") && !method.startsWith(HERE);
    }

    /** Class and method without the package. */
    private static String shortened(String method) {
        return method.replaceFirst("^([a-z0-9_]+\\.)+", "");
    }

    private static String lines(List<StackTraceElement> stack) {
        StringBuilder lines = new StringBuilder();
        stack.stream()
                .limit(40)
                .forEach(frame -> lines.append("  at ").append(frame).append('\n'));
        return lines.toString();
    }
}
