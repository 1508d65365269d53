package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SignalsTest {
    private static List<String> status(long caught, long ignored) {
        return List.of("Name:\tjava", "SigIgn:\t" + Long.toHexString(ignored), "SigCgt:\t" + Long.toHexString(caught));
    }

    @Test
    void shouldUseTheUsualOneIfNobodyHasAHandlerForIt() {
        assertThat(Signals.choose(status(0xfffffffe8000000L & ~(1L << 25), 0))).isEqualTo(26);
        assertThat(Signals.choose(List.of())).isEqualTo(26);
    }

    @Test
    void shouldUseAnotherOneIfItIsTaken() {
        assertThat(Signals.choose(status(1L << 25, 0))).isEqualTo(40);
        assertThat(Signals.choose(status(0, 1L << 25))).isEqualTo(40);
        assertThat(Signals.choose(status(1L << 25 | 1L << 39, 1L << 40))).isEqualTo(42);
    }

    @Test
    void shouldSayThatAllAreTaken() {
        assertThatThrownBy(() -> Signals.choose(status(-1L, 0)))
                .isInstanceOf(SamplerException.class)
                .hasMessage("this process has handlers for signal 26 and those from 40 to 50");
    }

    @Test
    void shouldKnowThatThisThreadBlocksNothing() {
        assertThat(Signals.blocked(Signals.USUAL)).isFalse();
    }
}
