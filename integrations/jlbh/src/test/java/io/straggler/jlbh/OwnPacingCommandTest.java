package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jlbh.examples.HandOver;
import io.straggler.jlbh.examples.LazyProbes;
import io.straggler.jlbh.examples.RoundTrip;
import io.straggler.jlbh.users.Lasting;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same benchmarks paced by Straggler and by JLBH, which shows that they are JLBH's and unchanged. */
@Timeout(300)
class OwnPacingCommandTest extends HostedRun {
    @ParameterizedTest
    @ValueSource(classes = {HandOver.class, RoundTrip.class, LazyProbes.class})
    void shouldRunWhatRunsUnderJlbhAlone(Class<?> benchmark) throws Exception {
        run(benchmark.getName(), "--threshold", "100ms", "--jlbh-own-pacing");

        assertThat(analysis().run().status()).as(err).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().runs()).hasSize(2);
        assertThat(Files.readString(folder().resolve("jlbh.txt")))
                .contains("Paced by Straggler", "SUMMARY (end to end) us");
        assertThat(Files.readString(folder().resolve("jlbh-own-pacing.txt")))
                .contains("SUMMARY (end to end) us", "Warm up complete")
                .doesNotContain("Straggler", "Exception");
        assertThat(out)
                .contains("Samples \"end to end\" in \u00B5s", "paced by Straggler", "paced by JLBH", "Run times: ");
        if (benchmark == LazyProbes.class) {
            assertThat(err).contains("probes: ", "##teamcity[buildStatisticValue key='format.end-to-end.0.5");
        }
        if (benchmark == HandOver.class) {
            assertThat(analysis().series()).extracting(Series::name).contains("probe:put");
            assertThat(err).contains("an iteration is over when another thread samples it");
        }
    }

    /** A signal that reaches the command alone, as from a build's time limit. */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndTheJvmThatJlbhPacesWithItself() throws Exception {
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.straggler.cli.Main",
                        "run",
                        "--jlbh",
                        Lasting.class.getName(),
                        "--classpath",
                        Path.of(Lasting.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        "--out",
                        folder().toString(),
                        "--count",
                        "200",
                        "--threshold",
                        "100ms",
                        "--jlbh-own-pacing")
                .redirectErrorStream(true)
                .start();
        ProcessHandle paced = pacedByJlbh(command);
        try {
            command.destroy();

            assertThat(paced.onExit()).succeedsWithin(Duration.ofMinutes(1));
            assertThat(command.onExit()).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            paced.destroyForcibly();
            command.destroyForcibly();
        }
    }

    private static ProcessHandle pacedByJlbh(Process command) throws IOException {
        StringBuilder said = new StringBuilder();
        BufferedReader lines = command.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.append(line).append('\n');
            if (line.startsWith(Lasting.PROCESS) && said.indexOf("The same under JLBH's own pacing:") >= 0) {
                return ProcessHandle.of(Long.parseLong(line.substring(Lasting.PROCESS.length())))
                        .orElseThrow();
            }
        }
        throw new AssertionError("it ended before JLBH paced anything: " + said);
    }
}
