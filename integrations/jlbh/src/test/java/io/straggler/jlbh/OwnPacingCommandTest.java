package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jlbh.examples.HandOver;
import io.straggler.jlbh.examples.LazyProbes;
import io.straggler.jlbh.examples.RoundTrip;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.nio.file.Files;
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
}
