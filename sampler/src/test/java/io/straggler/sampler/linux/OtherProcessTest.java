package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtherProcessTest {
    @Test
    void shouldTellWhatEndedFromWhatItsParentForgot() throws Exception {
        // The shell becomes a program that asks nobody how it ended, and what it has begun ends then.
        Process parent = new ProcessBuilder(
                        "sh", "-c", "(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 600")
                .start();
        try {
            OtherProcess forgotten = new OtherProcess(firstNumber(parent));
            while (forgotten.alive()) {
                Thread.onSpinWait();
            }

            assertThat(ProcessHandle.of(forgotten.id())).isPresent();
            assertThat(new OtherProcess(parent.pid()).alive()).isTrue();
        } finally {
            parent.destroyForcibly().waitFor();
        }
        assertThat(new OtherProcess(parent.pid()).alive()).isFalse();
    }

    @Test
    void shouldTellWhatIsStopped() throws Exception {
        Process sleeping = new ProcessBuilder("sh", "-c", "echo $$; kill -STOP $$; exec sleep 600").start();
        try {
            OtherProcess stopped = new OtherProcess(firstNumber(sleeping));
            while (!stopped.stopped()) {
                Thread.onSpinWait();
            }

            assertThat(stopped.alive()).isTrue();
            assertThat(new OtherProcess(ProcessHandle.current().pid()).stopped())
                    .isFalse();
        } finally {
            sleeping.destroyForcibly().waitFor();
        }
    }

    private static long firstNumber(Process process) throws IOException {
        return Long.parseLong(new BufferedReader(new InputStreamReader(process.getInputStream())).readLine());
    }
}
