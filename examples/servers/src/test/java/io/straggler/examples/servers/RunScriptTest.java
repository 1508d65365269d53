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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script {@code run}, without what takes long. */
class RunScriptTest {
    private static final Path SCRIPT = Path.of("run").toAbsolutePath();

    private static String value(String name) throws IOException {
        Matcher value =
                Pattern.compile("(?m)^" + name + "=\\$servers\\.(\\S+)$").matcher(Files.readString(SCRIPT));
        assertThat(value.find()).as(name).isTrue();
        return "io.straggler.examples.servers." + value.group(1);
    }

    @Test
    void shouldNameWhatThereIs() throws Exception {
        Class.forName(value("main")).getMethod("main", String[].class);
        Class.forName(value("load")).getConstructor();
        String iterations = value("iterations");
        int dot = iterations.lastIndexOf('.');
        assertThat(Arrays.stream(Class.forName(iterations.substring(0, dot)).getDeclaredMethods())
                        .filter(method -> !method.isBridge())
                        .map(Method::getName))
                .containsOnlyOnce(iterations.substring(dot + 1));
    }

    @Test
    void shouldSayHowItIsUsed() throws Exception {
        for (List<String> arguments : List.of(List.of("tomcat"), List.of("--duration"), List.of("--help", "me"))) {
            assertThat(refused(arguments)).startsWith("usage: examples/servers/run [--duration 20s]");
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
        assertThat(refused(List.of("--out", "src"))).isEqualTo("The folder src exists: name another one.\n");
    }
}
