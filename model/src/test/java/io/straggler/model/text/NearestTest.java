package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> NAMES = List.of("jdk.SocketRead", "jdk.SocketWrite", "com.acme.Order", "a.b.C");

    @Test
    void shouldFindWhatOnlyLacksItsPackageOrHasALetterWrong() {
        assertThat(Nearest.to("SocketRead", NAMES)).first().isEqualTo("jdk.SocketRead");
        assertThat(Nearest.to("com.acme.Ordr", NAMES)).containsExactly("com.acme.Order");
        assertThat(Nearest.to("ordar", NAMES)).containsExactly("com.acme.Order");
    }

    @Test
    void shouldFindNothingWhereAllIsDifferent() {
        assertThat(Nearest.to("profiler.Span", NAMES)).isEmpty();
    }

    @Test
    void shouldCountLettersToChangeAddOrLeaveOut() {
        assertThat(Nearest.distance("x.kitten", "x.sitting")).isEqualTo(3);
        assertThat(Nearest.distance("x.", "x.abc")).isEqualTo(3);
        assertThat(Nearest.distance("abc", "p.abc")).isZero();
    }
}
