package io.straggler.compare.recorded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Selection from a file that holds several things, or does not say everything.
 *
 * @param series the tag of a log, or the benchmark of JMH's results; empty for the only one
 * @param unit of values whose file does not say it
 */
public record Selection(Optional<String> series, Optional<ValueUnit> unit) {
    private static final int MAX_NAMES = 6;

    /**
     * The one of several that is meant: the one that is called so, or whose name ends with it behind a dot, or, when no name is
     * given, the usual one or the only one.
     *
     * @param noun what they are, in the plural
     * @param usual what is meant unless something else is named
     */
    <T> T pick(Path file, String noun, List<T> all, Function<T, String> name, String usual) {
        String wanted = series.orElse(usual);
        List<T> called =
                all.stream().filter(one -> name.apply(one).equals(wanted)).toList();
        if (called.isEmpty() && series.isPresent()) {
            called = all.stream()
                    .filter(one -> name.apply(one).endsWith("." + wanted)
                            || name.apply(one).startsWith(wanted + " ")
                            || name.apply(one).contains("." + wanted + " "))
                    .toList();
        }
        if (called.isEmpty() && series.isEmpty()) {
            called = all;
        }
        if (called.size() == 1) {
            return called.get(0);
        }
        List<String> names = all.stream()
                .map(name)
                .map(one -> one.isEmpty() ? "one without a name" : one)
                .toList();
        String listed = String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
        throw RecordedFiles.refused(
                called.isEmpty()
                        ? file + " has none by the name of " + wanted + " among its " + noun + ": " + listed
                        : file + " holds several " + noun + ", so name one with --series: " + listed);
    }
}
