package io.straggler.examples.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script {@code run}, without what takes long. */
class RunScriptTest {
    private static final Path SCRIPT = Path.of("run").toAbsolutePath();

    private static List<String> values(String name) throws IOException {
        return Pattern.compile("(?m)^ +" + name + "=\\$servers\\.(\\S+)$")
                .matcher(Files.readString(SCRIPT))
                .results()
                .map((MatchResult value) -> "io.straggler.examples.servers." + value.group(1))
                .toList();
    }

    @Test
    void shouldNameWhatThereIs() throws Exception {
        assertThat(values("main")).hasSize(3);
        for (String main : values("main")) {
            Class.forName(main).getMethod("main", String[].class);
        }
        assertThat(values("load")).hasSize(3);
        for (String load : values("load")) {
            Class.forName(load).getConstructor();
        }
        assertThat(values("iterations")).hasSize(3);
        for (String iterations : values("iterations")) {
            int dot = iterations.lastIndexOf('.');
            assertThat(Arrays.stream(Class.forName(iterations.substring(0, dot)).getDeclaredMethods())
                            .filter(method -> !method.isBridge())
                            .map(Method::getName))
                    .containsOnlyOnce(iterations.substring(dot + 1));
        }
    }

    @Test
    void shouldSayHowItIsUsed() throws Exception {
        for (List<String> arguments : List.of(List.<String>of(), List.of("tomcat"), List.of("log", "--duration"))) {
            assertThat(refused(arguments)).startsWith("usage: examples/servers/run NAME ");
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

    @Test
    void shouldTouchNothingThatIsThere() throws Exception {
        assertThat(refused(List.of("log", "--out", "src"))).isEqualTo("The folder src exists: name another one.\n");
    }
}
