package io.straggler.benchmarks.fuzz;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes of lines and of numbers in them. A character is a byte here, so that what is no text stays as it is. */
final class TextMutators {
    static final List<Mutator> ALL = List.of(
            TextMutators::blankLines,
            TextMutators::comments,
            TextMutators::longLine,
            TextMutators::longToken,
            TextMutators::repeatLine,
            TextMutators::dropLine,
            TextMutators::moveLine,
            TextMutators::number,
            TextMutators::hostile,
            TextMutators::lineEnds,
            TextMutators::mark);

    /** Highest number of lines that are added. */
    private static final int MAX_LINES = 20_000;

    /** Highest number of characters of a line that is added. */
    private static final int MAX_LINE = 200_000;

    private static final Pattern DIGITS = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?");

    private TextMutators() {}

    private static byte[] blankLines(byte[] file, SplittableRandom random) {
        String blank = List.of("\n", " \n", "\t\n", "\r\n", "\f\n").get(random.nextInt(5));
        return inserted(file, random, blank.repeat(many(random, MAX_LINES)));
    }

    private static byte[] comments(byte[] file, SplittableRandom random) {
        String comment = List.of("#\n", "# comment\n", "#[StartTime: 1e308 (seconds since epoch)]\n", "//\n")
                .get(random.nextInt(4));
        return inserted(file, random, comment.repeat(many(random, MAX_LINES)));
    }

    private static byte[] longLine(byte[] file, SplittableRandom random) {
        String unit = List.of("x", " ", "1", ",", "\"", "[", "-", "#", "(").get(random.nextInt(9));
        return inserted(file, random, unit.repeat(many(random, MAX_LINE)) + "\n");
    }

    /** Makes one line long, in the middle. */
    private static byte[] longToken(byte[] file, SplittableRandom random) {
        String unit = List.of("x", " ", "1", "%", "=").get(random.nextInt(5));
        return ByteMutators.splice(
                file, random.nextInt(file.length + 1), 0, latin(unit.repeat(many(random, MAX_LINE))));
    }

    private static byte[] repeatLine(byte[] file, SplittableRandom random) {
        List<String> lines = lines(file);
        String line = lines.get(random.nextInt(lines.size()));
        lines.addAll(
                random.nextInt(lines.size() + 1),
                Collections.nCopies(many(random, Math.max(1, MAX_LINE / (1 + line.length()))), line));
        return joined(lines, "\n");
    }

    private static byte[] dropLine(byte[] file, SplittableRandom random) {
        List<String> lines = lines(file);
        lines.remove(random.nextInt(lines.size()));
        return joined(lines, "\n");
    }

    private static byte[] moveLine(byte[] file, SplittableRandom random) {
        List<String> lines = lines(file);
        String line = lines.remove(random.nextInt(lines.size()));
        lines.add(random.nextInt(lines.size() + 1), line);
        return joined(lines, "\n");
    }

    private static byte[] number(byte[] file, SplittableRandom random) {
        List<MatchResult> numbers = DIGITS.matcher(text(file)).results().toList();
        if (numbers.isEmpty()) {
            return file;
        }
        MatchResult number = numbers.get(random.nextInt(numbers.size()));
        byte[] instead = InterestingNumbers.text(random).getBytes(StandardCharsets.UTF_8);
        return ByteMutators.splice(file, number.start(), number.end() - number.start(), instead);
    }

    private static byte[] hostile(byte[] file, SplittableRandom random) {
        byte[] name = HostileNames.any(random).getBytes(StandardCharsets.UTF_8);
        return ByteMutators.splice(file, random.nextInt(file.length + 1), 0, name);
    }

    private static byte[] lineEnds(byte[] file, SplittableRandom random) {
        return joined(lines(file), List.of("\r\n", "\r", "\n\n", "").get(random.nextInt(4)));
    }

    /** Another character set, or the mark of one. */
    private static byte[] mark(byte[] file, SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> ByteMutators.splice(file, 0, 0, "\ufeff".getBytes(StandardCharsets.UTF_8));
            case 1 -> text(file).getBytes(StandardCharsets.UTF_16);
            default -> text(file).getBytes(Charset.forName("UTF-32BE"));
        };
    }

    private static int many(SplittableRandom random, int most) {
        return 1 + random.nextInt(random.nextInt(4) == 0 ? most : Math.min(most, 20));
    }

    private static byte[] inserted(byte[] file, SplittableRandom random, String lines) {
        String text = text(file);
        int at = random.nextBoolean() ? 0 : text.indexOf('\n', random.nextInt(file.length + 1)) + 1;
        return ByteMutators.splice(file, at, 0, latin(lines));
    }

    private static List<String> lines(byte[] file) {
        return new ArrayList<>(Arrays.asList(text(file).split("\n", -1)));
    }

    private static byte[] joined(List<String> lines, String end) {
        return latin(String.join(end, lines));
    }

    static String text(byte[] file) {
        return new String(file, StandardCharsets.ISO_8859_1);
    }

    static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
