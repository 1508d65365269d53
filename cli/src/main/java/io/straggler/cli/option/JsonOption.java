package io.straggler.cli.option;

import io.straggler.cli.text.Screen;
import io.straggler.model.text.LineWidth;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where the JSON of a result goes, for commands whose result is one document. */
public final class JsonOption {
    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes the result as JSON there; - is standard output, and the text then goes to standard"
                            + " error.")
    private String json;

    public JsonDestination destination() {
        return new JsonDestination(json);
    }

    /**
     * Writes a result, prints it for people, copies its JSON to where it was asked for, and says where both files are. What cannot be written is
     * printed all the same.
     *
     * @param writing of the files
     * @param lines of the result, of a width
     */
    public void conclude(Writing writing, Function<LineWidth, List<String>> lines, Path page, Path file)
            throws IOException {
        JsonDestination destination = destination();
        PrintStream people = destination.people();
        Screen screen = Screen.of(people);
        try {
            writing.write();
        } finally {
            lines.apply(screen.width()).forEach(people::println);
            people.flush();
        }
        destination.copy(file);
        people.println();
        screen.width().unbroken("page", page.toString()).forEach(people::println);
        screen.width().unbroken("written", file.toString()).forEach(people::println);
        people.flush();
    }
}
