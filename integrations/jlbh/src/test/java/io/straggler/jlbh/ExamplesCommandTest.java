package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jlbh.examples.HandOver;
import io.straggler.jlbh.examples.LazyProbes;
import io.straggler.jlbh.examples.RoundTrip;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks that come with the adapter run hosted, and under JLBH alone, which shows that they are JLBH's and unchanged. */
@Timeout(300)
class ExamplesCommandTest extends HostedRun {
    /** Chronicle's libraries reach into the JDK, and report to an outside host unless they are told not to. */
    private static final List<String> OPENED = List.of(
            "-Dchronicle.analytics.disable=true",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    @ParameterizedTest
    @ValueSource(classes = {HandOver.class, RoundTrip.class, LazyProbes.class})
    void shouldRunWhatRunsUnderJlbhAlone(Class<?> benchmark) throws Exception {
        assertThat(underJlbhAlone(benchmark))
                .contains("SUMMARY (end to end) us", "Warm up complete")
                .doesNotContain("Straggler", "Exception");

        run(benchmark.getName(), "--threshold", "100ms");

        assertThat(analysis().run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().runs()).hasSize(2);
        assertThat(Files.readString(folder().resolve("jlbh.txt")))
                .contains("Paced by Straggler", "SUMMARY (end to end) us");
        if (benchmark == LazyProbes.class) {
            assertThat(err).contains("probes: ", "##teamcity[buildStatisticValue key='format.end-to-end.0.5");
        }
        if (benchmark == HandOver.class) {
            assertThat(analysis().series()).extracting(Series::name).contains("probe:put");
            assertThat(err).contains("an iteration is over when another thread samples it");
        }
    }

    /** Output of a benchmark in a JVM of its own, whose class path has JLBH in front of the adapter. */
    private static String underJlbhAlone(Class<?> benchmark) throws IOException, InterruptedException {
        List<String> jars = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            (entry.endsWith(".jar") ? jars : folders).add(entry);
        }
        jars.addAll(folders);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPENED);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, jars), benchmark.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
