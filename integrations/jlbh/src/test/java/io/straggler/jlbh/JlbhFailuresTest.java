package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import io.straggler.jlbh.users.Hangs;
import io.straggler.jlbh.users.NeverStarts;
import io.straggler.jlbh.users.Spiky;
import io.straggler.jlbh.users.Unlucky;
import io.straggler.model.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user of JLBH meets whose benchmark does not end, or is none. */
@Timeout(300)
class JlbhFailuresTest {
    @TempDir
    private Path scratch;

    private String err;

    private int run(String benchmark, String... more) {
        List<String> command = new ArrayList<>(List.of("run", "--jlbh", benchmark, "--out", folder().toString()));
        command.addAll(List.of(more));
        CommandLineRun run = CommandLineRun.of(command.toArray(String[]::new));
        err = run.err();
        return run.exitCode();
    }

    private Path folder() {
        return scratch.resolve("run");
    }

    private Analysis analysis() {
        return Analysis.of(new RunFolder(folder()));
    }

    @Test
    void shouldEndABenchmarkThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "400ms", "--threshold", "1s", "--jvm-arg=-Dhangs.at=500");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().reason()).startsWith("iteration 100 was not complete after ");
        assertThat(analysis().run().iterations()).isEqualTo(99);
        assertThat(err).contains("Hangs.run");
    }

    @Test
    void shouldEndAWarmUpThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "400ms", "--threshold", "1s", "--jvm-arg=-Dhangs.at=7");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().reason())
                .contains("an iteration of the warm-up was not over after 400 ms (at ")
                .contains("Hangs.run");
    }

    @Test
    void shouldSayWhatIsWrongWithAClassThatIsNoBenchmark() throws Exception {
        assertThat(run("com.acme.Missing")).isEqualTo(1);
        assertThat(err).contains("Benchmark class not found: com.acme.Missing. Give the fully qualified name");
        assertThat(folder()).doesNotExist();

        assertThat(run(JlbhCommandTest.class.getName())).isEqualTo(1);
        assertThat(err).contains("is no benchmark for JLBH: it neither implements JLBHTask nor has a main.");

        assertThat(run(NeverStarts.class.getName())).isEqualTo(1);
        assertThat(err).contains("hello", "ended without a call of JLBH.start: a main must make a JLBH and start it.");

        assertThat(run(Unlucky.class.getName())).isEqualTo(2);
        assertThat(err).contains("ended before it measured anything: java.lang.IllegalStateException: no such host");

        assertThat(run(Spiky.class.getName(), "--threshold", "soon")).isEqualTo(1);
        assertThat(err).contains("--threshold=soon: must be a duration");
    }
}
