package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PathPatternTest {
    @Test
    void shouldTakeLabelsFromTheEndOfAPath() {
        assertThat(new PathPattern("{region}/{host}/*.jfr").labels("/data/x/eu-west/host-7/a.jfr"))
                .isEqualTo(Map.of("region", "eu-west", "host", "host-7"));
        assertThat(new PathPattern("app-{version}/*").labels("s3a://bucket/app-1.2/run"))
                .isEqualTo(Map.of("version", "1.2"));
    }

    @Test
    void shouldGiveNothingForAPathThatDoesNotMatch() {
        assertThat(new PathPattern("{host}/*.jfr").labels("/data/host/a.txt")).isEmpty();
        assertThat(new PathPattern("a.c/{host}").labels("/abc/host")).isEmpty();
    }

    @Test
    void shouldRefuseAPatternThatNamesNothingOrSomethingTwice() {
        assertThatThrownBy(() -> new PathPattern("*/*.jfr"))
                .hasMessage("--path must name a label, as {host}/* does: path=*/*.jfr");
        assertThatThrownBy(() -> new PathPattern("{a}/{a}")).hasMessage("--path must name a label once: path={a}/{a}");
    }
}
