package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundTest {
    @Test
    void shouldHandOverWhatCameOutOfWhatBeganAtOnce() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Background<Integer> beside = Background.start(() -> {
            begun.countDown();
            return 17;
        });
        begun.await();

        assertThat(beside.result()).isEqualTo(17);
    }

    @Test
    void shouldThrowWhatWentWrongAsIfItHadBeenHere() {
        RuntimeException wrong = new IllegalStateException("wrong");
        Error tooLarge = new OutOfMemoryError("too large");

        assertThatThrownBy(Background.start(() -> {
                    throw wrong;
                })::result)
                .isSameAs(wrong);
        assertThatThrownBy(Background.start(() -> {
                    throw tooLarge;
                })::result)
                .isSameAs(tooLarge);
    }
}
