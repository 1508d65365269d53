package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OptionExceptionTest {
    @Test
    void shouldSayWhichOptionWhatItHasToBeAndWhatWasGiven() {
        OptionException wrong = new OptionException("arm delay", "must not be negative", "armDelayNs=-1");

        assertThat(wrong).hasMessage("arm delay must not be negative: armDelayNs=-1");
        assertThat(wrong.option()).isEqualTo("arm delay");
        assertThat(wrong.wrong()).isEqualTo("must not be negative");
        assertThat(wrong.named("--sample-after")).hasMessage("--sample-after must not be negative: armDelayNs=-1");
    }

    @Test
    void shouldKeepASentenceThatIsNoRule() {
        OptionException wrong = new OptionException("steps", "steps are of a range: rates=10k,20k");

        assertThat(wrong).hasMessage("steps are of a range: rates=10k,20k");
        assertThat(wrong.wrong()).isEqualTo(wrong.getMessage());
        assertThat(wrong.named("--steps").option()).isEqualTo("--steps");
        assertThat(wrong.named("--steps")).hasMessage(wrong.getMessage());
    }
}
