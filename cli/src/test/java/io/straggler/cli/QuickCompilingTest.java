package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.tasks.Quick;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickCompilingTest {
    @TempDir
    private Path scratch;

    /** With a thorough compiler that takes whatever has run a few hundred times, to which the sampler's loop would be welcome. */
    @Test
    void shouldKeepTheThoroughCompilerOffTheSampler() throws Exception {
        CommandLineProcess run = CommandLineProcess.start(
                "run",
                Quick.class.getName(),
                "--out",
                scratch.resolve("run").toString(),
                "--rate",
                "1k/s",
                "--warmup",
                "500ms",
                "--duration",
                "3s",
                "--threshold",
                "1ms",
                "--jvm-arg=-XX:+PrintCompilation",
                "--jvm-arg=-XX:Tier4InvocationThreshold=200",
                "--jvm-arg=-XX:Tier4MinInvocationThreshold=100",
                "--jvm-arg=-XX:Tier4CompileThreshold=200",
                "--jvm-arg=-XX:Tier3DelayOn=1000000");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
        assertThat(run.err().lines())
                .anyMatch(line -> line.matches(".* 4 +io\\.straggler\\.harness\\..*"))
                .anyMatch(line -> line.matches(".* [123] +io\\.straggler\\.sampler\\.SamplerThread::step .*"))
                .noneMatch(line -> line.matches(".* 4 +io\\.straggler\\.sampler\\..*"))
                .noneMatch(line -> line.contains("compiler directives added"));
    }
}
