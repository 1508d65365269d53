package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OnlyCountedTest {
    @Test
    void shouldFindInWarningsWhatItWroteThere() {
        List<String> warnings = List.of(
                "12 late calls came faster than they could be recorded: they are only counted.",
                OnlyCounted.tooMany(1_234, 51_000),
                OnlyCounted.full(2_000_000, 34_567));

        assertThat(OnlyCounted.in(warnings)).isEqualTo(1_234 + 34_567);
        assertThat(OnlyCounted.in(List.of())).isZero();
    }
}
