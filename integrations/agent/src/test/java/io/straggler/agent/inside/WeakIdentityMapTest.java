package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WeakIdentityMapTest {
    private final WeakIdentityMap<String> values = new WeakIdentityMap<>();

    /** Equal to all others, and says so by throwing if it is asked. */
    private static final class Private {
        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("nobody may ask");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("nobody may ask");
        }
    }

    @Test
    void shouldTellObjectsApartWithoutAskingThem() {
        Private one = new Private();
        Private other = new Private();
        values.merge(one, "one", String::concat);
        values.merge(other, "other", String::concat);
        values.merge(one, " again", String::concat);

        assertThat(values.remove(one)).isEqualTo("one again");
        assertThat(values.remove(one)).isNull();
        assertThat(values.remove(other)).isEqualTo("other");
        assertThat(values.size()).isZero();
    }

    @Test
    void shouldHandOverTheValuesOfWhatTheProgramHasForgotten() {
        Object kept = new Object();
        values.merge(kept, "kept", String::concat);
        values.merge(new Object(), "forgotten", String::concat);
        List<String> forgotten = new ArrayList<>();
        while (forgotten.isEmpty()) {
            System.gc();
            values.expunge(forgotten::add);
        }

        assertThat(forgotten).containsExactly("forgotten");
        assertThat(values.size()).isEqualTo(1);
        assertThat(values.remove(kept)).isEqualTo("kept");
    }
}
