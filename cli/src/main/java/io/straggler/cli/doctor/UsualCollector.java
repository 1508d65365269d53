package io.straggler.cli.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Default garbage collector of a JVM on this machine. The launcher chooses a collector for its JVM, so another JVM is
 * asked.
 */
final class UsualCollector {
    private static final Pattern USED =
            Pattern.compile("\\s*bool Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC\\s+=\\s+true\\s.*");

    private UsualCollector() {}

    /** Starts a JVM of the same JDK without flags, which takes a tenth of a second; empty if it does not say. */
    static Optional<String> ask() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try {
            Process process = new ProcessBuilder(List.of(java, "-XX:+PrintFlagsFinal", "-version"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines = process.inputReader()) {
                return of(lines.lines());
            }
        } catch (IOException unstartable) {
            return Optional.empty();
        }
    }

    /** @param flags as {@code -XX:+PrintFlagsFinal} prints them */
    static Optional<String> of(Stream<String> flags) {
        return flags.map(USED::matcher)
                .filter(Matcher::matches)
                .map(used -> used.group(1).equals("Z") ? "ZGC" : used.group(1))
                .findFirst();
    }
}
