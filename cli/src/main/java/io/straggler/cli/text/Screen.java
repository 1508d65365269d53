package io.straggler.cli.text;

import io.straggler.model.text.LineWidth;
import io.straggler.sampler.linux.TerminalSize;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Output that people read: a terminal, a file or a pipe.
 *
 * @param out what is printed to
 * @param width of its lines
 * @param coloured whether it shows styles
 */
public record Screen(PrintStream out, LineWidth width, boolean coloured) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");

    /** A stream as it is: lines of a terminal's width, with styles if it wants colours; of any other, lines of the usual width, without. */
    public static Screen of(PrintStream out) {
        if (out == System.out) {
            return new Screen(
                    out, width(STANDARD_OUTPUT, Boolean.getBoolean("straggler.terminal.out")), coloursWanted());
        }
        return new Screen(out, out == System.err ? ofErrors() : LineWidth.USUAL, false);
    }

    /** Width of lines on standard error. */
    public static LineWidth ofErrors() {
        return width(STANDARD_ERROR, Boolean.getBoolean("straggler.terminal"));
    }

    /** Whether standard output is a terminal that wants colours; the launcher finds out, and TERM or NO_COLOR may object. */
    public static boolean coloursWanted() {
        return Boolean.getBoolean("straggler.terminal.out")
                && System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"));
    }

    private static LineWidth width(int descriptor, boolean terminal) {
        return terminal
                ? width(Optional.ofNullable(System.getenv("COLUMNS")), () -> TerminalSize.columns(descriptor))
                : LineWidth.USUAL;
    }

    /**
     * Width of a terminal.
     *
     * @param wanted columns that the user asks for; a text that is no number asks for nothing
     * @param columns those that the terminal has; empty if it does not say
     */
    static LineWidth width(Optional<String> wanted, Supplier<OptionalInt> columns) {
        Optional<Integer> known =
                wanted.filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
        if (known.isEmpty()) {
            known = columns.get().stream().boxed().findFirst();
        }
        return known.map(LineWidth::of).orElse(LineWidth.USUAL);
    }

    public void println() {
        out.println();
    }

    public void println(String line) {
        out.println(line);
    }

    public void println(List<String> lines) {
        lines.forEach(out::println);
    }

    /** Lines that stand out where styles are shown. */
    public void println(Style style, List<String> lines) {
        lines.forEach(line -> out.println(coloured ? style.on(line) : line));
    }
}
