package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void shouldMeasureOnTheLastCoreAndHelpOnTheOthers() {
        Cores cores = Cores.choose("0-2,8,10-11");

        assertThat(cores).isEqualTo(new Cores(OptionalInt.of(11), List.of(0, 1, 2, 8, 10)));
        assertThat(cores.helper(1)).hasValue(1);
        assertThat(cores.helper(6)).hasValue(1);
        assertThatCode(cores::requireSecond).doesNotThrowAnyException();
    }

    @Test
    void shouldSayThatOneCoreIsNotEnough() {
        Cores cores = Cores.choose("3");

        assertThat(cores.measured()).hasValue(3);
        assertThat(cores.helper(0)).isEmpty();
        assertThatThrownBy(cores::requireSecond).hasMessage("needs a second core");
    }

    @Test
    void shouldBindNothingWhereTheListCannotBeRead() {
        assertThat(Cores.choose("").measured()).isEmpty();
        assertThat(Cores.choose("ffff").measured()).isEmpty();
    }
}
