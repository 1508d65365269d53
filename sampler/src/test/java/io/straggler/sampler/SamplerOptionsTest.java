package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.Witness;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SamplerOptionsTest {
    private static SamplerOptions options(double normalSamplesPerSecond, long periodNs) {
        return new SamplerOptions(
                SamplerMode.JAVA,
                Witness.SWITCHES,
                Path.of("x.jfr"),
                normalSamplesPerSecond,
                periodNs,
                OptionalInt.empty(),
                OverheadCheck.NONE,
                false,
                1);
    }

    @Test
    void shouldNameTheRuleThatIsBroken() {
        assertThatThrownBy(() -> options(-1, 10_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("normal samples must be from 0 to 1000 a second: normalSamplesPerSecond=-1.0");
        assertThatThrownBy(() -> options(Double.NaN, 10_000))
                .hasMessage("normal samples must be from 0 to 1000 a second: normalSamplesPerSecond=NaN");
        assertThatThrownBy(() -> options(1000.5, 10_000))
                .hasMessage("normal samples must be from 0 to 1000 a second: normalSamplesPerSecond=1000.5");
        assertThatThrownBy(() -> options(0, 99_999))
                .hasMessage("sampling period must be at least 100us: periodNs=99999");
    }
}
