package io.straggler.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script, in a real bash. */
class CompletionCommandTest {
    @TempDir
    private static Path scratch;

    private static Path script;

    @BeforeAll
    static void print() throws Exception {
        CommandLineRun run = CommandLineRun.of("completion");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        script = Files.writeString(scratch.resolve("straggler.bash"), run.out());
    }

    @ParameterizedTest
    @CsvSource({
        "straggler re, report",
        "straggler run --thr, --threshold",
        "straggler run --ra, --rate",
        "straggler report --format t, trace",
        "straggler help re, report"
    })
    void shouldCompleteALineInBash(String line, String expected) throws Exception {
        assertThat(completed(line)).containsExactly(expected);
    }

    @Test
    void shouldOfferEveryCommandOfTheHelp() throws Exception {
        List<String> commands = CommandLineRun.of("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.startsWith("Commands:"))
                .skip(1)
                .takeWhile(line -> line.startsWith(" "))
                .filter(line -> line.matches("  \\w.*"))
                .map(line -> line.strip().split("\\s+")[0])
                .toList();
        assertThat(commands).contains("run", "compare", "ab");
        assertThat(completed("straggler ''")).containsAll(commands);
    }

    private static List<String> completed(String line) throws Exception {
        String[] words = line.split(" ");
        // The real compopt works only while a key is being completed.
        String shell = "compopt() { :; }\nsource '" + script + "'\nCOMP_WORDS=(" + line + ")\nCOMP_CWORD="
                + (words.length - 1) + "\n_complete_straggler\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Path out = scratch.resolve("out");
        Process bash = new ProcessBuilder("bash", "--norc", "-c", shell)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(bash.waitFor()).isZero();
        return Files.readString(out, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .toList();
    }
}
