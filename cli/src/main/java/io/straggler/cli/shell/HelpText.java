package io.straggler.cli.shell;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The texts of the help, as the help prints them. The library formats those of options itself, and those of commands not. */
final class HelpText {
    private HelpText() {}

    /** What a command does, as one paragraph. */
    static String of(CommandSpec command) {
        return paragraph(Arrays.stream(command.usageMessage().description()).map(String::format));
    }

    /** What an option or argument means, as one paragraph. */
    static String of(ArgSpec argument) {
        return paragraph(Arrays.stream(argument.description()));
    }

    private static String paragraph(Stream<String> lines) {
        return lines.map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }

    /** The first sentence of a paragraph, without the full stop. */
    static String summary(String paragraph) {
        int end = paragraph.indexOf(". ");
        String sentence = end < 0 ? paragraph : paragraph.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
