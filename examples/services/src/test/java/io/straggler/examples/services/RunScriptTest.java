package io.straggler.examples.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script {@code run}, without what takes long. */
class RunScriptTest {
    private static final Path SCRIPT = Path.of("run").toAbsolutePath();
    private static final Pattern KIND = Pattern.compile("(?m)^ {4}([a-z-]+)\\) main=(\\w+) ");

    @Test
    void shouldNameServicesThatThereAreAndThatAreDescribed() throws Exception {
        List<MatchResult> kinds =
                KIND.matcher(Files.readString(SCRIPT)).results().toList();
        String page = Files.readString(Path.of("../../docs/studies/agent-services.md"));
        assertThat(kinds).hasSize(4);
        for (MatchResult kind : kinds) {
            Class.forName(RunScriptTest.class.getPackageName() + "." + kind.group(2))
                    .getMethod("main", String[].class);
            assertThat(page).contains("examples/services/run " + kind.group(1) + "\n", "| `" + kind.group(1) + "` |");
        }
    }

    @Test
    void shouldSayHowItIsUsed() throws Exception {
        for (List<String> arguments : List.of(List.<String>of(), List.of("tomcat"), List.of("vertx", "--duration"))) {
            assertThat(refused(arguments)).startsWith("usage: examples/services/run spring-pool|");
        }
    }

    /** What the script prints when it ends with code 1. */
    private static String refused(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(1);
        return printed;
    }
}
