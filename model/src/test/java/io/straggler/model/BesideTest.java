package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BesideTest {
    @Test
    void shouldHandOverWhatCameOut() {
        assertThat(Beside.start(() -> 17).result()).isEqualTo(17);
    }

    @Test
    void shouldThrowWhatWentWrongAsIfItHadBeenHere() {
        RuntimeException wrong = new IllegalStateException("wrong");
        Error tooLarge = new OutOfMemoryError("too large");

        assertThatThrownBy(Beside.start(() -> {
                    throw wrong;
                })::result)
                .isSameAs(wrong);
        assertThatThrownBy(Beside.start(() -> {
                    throw tooLarge;
                })::result)
                .isSameAs(tooLarge);
    }
}
