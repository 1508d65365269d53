package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jlbh.users.Hangs;
import io.straggler.jlbh.users.NeverStarts;
import io.straggler.jlbh.users.Spiky;
import io.straggler.jlbh.users.Unlucky;
import io.straggler.model.RunStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a user of JLBH meets whose benchmark does not end, or is none. */
@Timeout(300)
class JlbhFailuresTest extends HostedRun {
    @Test
    void shouldEndABenchmarkThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "4s", "--threshold", "1s", "--jvm-arg=-Dhangs.at=500");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis().run().reason()).startsWith("iteration 100 was not complete after ");
        assertThat(analysis().run().iterations()).isEqualTo(99);
        assertThat(err).contains("Hangs.run");
    }

    @Test
    void shouldEndAWarmUpThatDoesNotComeBack() throws Exception {
        int code = run(Hangs.class.getName(), "--timeout", "4s", "--threshold", "1s", "--jvm-arg=-Dhangs.at=7");

        assertThat(code).isEqualTo(2);
        assertThat(analysis().run().reason())
                .contains("an iteration of the warm-up was not over after 4 s (at ")
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
