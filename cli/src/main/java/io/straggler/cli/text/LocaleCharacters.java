package io.straggler.cli.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The characters of the locale, in which the JVM reads arguments and names of files. The launcher sees to it that they are more than ASCII. */
public final class LocaleCharacters {
    private static final String UNREADABLE = "\uFFFD";

    private LocaleCharacters() {}

    /** Why a command cannot be carried out in this JVM's locale, in a line; empty if it can. */
    public static Optional<String> problem(List<String> arguments) {
        return problem(arguments, System.getProperty("user.dir"), System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    /**
     * Why a command cannot be carried out in the locale of any JVM, in a line; empty if it can.
     *
     * @param folder where it runs, as it reads that
     * @param charset name of the locale's characters
     */
    static Optional<String> problem(List<String> arguments, String folder, String charset) {
        if (!isAscii(charset)) {
            return Optional.empty();
        }
        return Stream.concat(arguments.stream(), Stream.of(folder))
                .filter(text -> text.contains(UNREADABLE))
                .findFirst()
                .map(LocaleCharacters::sentence);
    }

    /** Advice on a name that no file can have in this JVM's locale, in a line. */
    public static String sentence(InvalidPathException e) {
        return isAscii(System.getProperty("sun.jnu.encoding", "UTF-8"))
                ? sentence(e.getInput())
                : "A name of a file must be one that this system allows: " + e.getMessage();
    }

    private static String sentence(String text) {
        return "The locale has no characters but ASCII, and cannot read " + text.replace(UNREADABLE, "?")
                + ": set LC_ALL=C.UTF-8, and say the same again.";
    }

    private static boolean isAscii(String charset) {
        return Charset.isSupported(charset) && Charset.forName(charset).equals(StandardCharsets.US_ASCII);
    }
}
