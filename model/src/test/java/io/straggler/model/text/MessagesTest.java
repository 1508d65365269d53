package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessagesTest {
    @Test
    void shouldNameClassWhenThereIsNoMessage() {
        assertThat(Messages.of(new IllegalStateException("the disk is full"))).isEqualTo("the disk is full");
        assertThat(Messages.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
