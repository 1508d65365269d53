package io.straggler.cli.option;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Names of the two sides of a comparison, on the terminal, on the page and in files. */
public final class SideNames {
    private static final int LONGEST = 40;

    /** A place whose last part is no longer is a name that people gave. */
    private static final int SHORT = 24;

    /** Form of the default name of a run folder: the second differs from the first in its time only. */
    private static final Pattern STAMPED = Pattern.compile(".*-\\d{8}-\\d{6}.*");

    private static final List<String> LETTERS = List.of("A", "B");

    @Option(
            names = "--names",
            paramLabel = "A,B",
            description =
                    "What to call the sides, such as before,after. Default: where they differ, the names of the classes, folders or files; else A and B.")
    private String names;

    /** @throws UsageException if they are not two different names */
    public void requireSound() {
        if (names == null) {
            return;
        }
        List<String> given = given();
        if (given.size() != 2
                || given.stream().anyMatch(name -> name.isEmpty() || name.length() > LONGEST)
                || given.get(0).equals(given.get(1))) {
            throw new UsageException("--names=" + names + ": must be two different names of at most " + LONGEST
                    + " characters with a comma between, such as before,after");
        }
    }

    private List<String> given() {
        return Arrays.stream(names.split(",", -1)).map(String::strip).toList();
    }

    /** Returns the names that were asked for; otherwise these where they tell the sides apart, and else the letters. */
    public List<String> orElse(String a, String b) {
        return names != null ? given() : a.equals(b) ? LETTERS : List.of(a, b);
    }

    /**
     * Returns the names that were asked for; otherwise the last parts of the places, with commas between, or the
     * letters where these are long or equal.
     */
    public List<String> ofPlaces(String a, String b) {
        String nameA = lastParts(a);
        String nameB = lastParts(b);
        return named(nameA) && named(nameB) ? orElse(nameA, nameB) : orElse("", "");
    }

    private static boolean named(String name) {
        return !name.isEmpty()
                && name.length() <= SHORT
                && !STAMPED.matcher(name).matches();
    }

    private static String lastParts(String places) {
        return Arrays.stream(places.split(","))
                .map(place -> Path.of(place).getFileName())
                .map(name -> name == null ? "" : name.toString())
                .collect(Collectors.joining(","));
    }
}
