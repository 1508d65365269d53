package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecentIdsTest {
    @Test
    void shouldWaitForTheNextChunk() {
        RecentIds recent = new RecentIds();
        recent.add(1);
        recent.add(2);
        assertThat(recent.over()).isEmpty();
        recent.add(2);
        recent.add(3);
        assertThat(recent.over()).containsExactly(1L);
        assertThat(recent.over()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(recent.over()).isEmpty();
    }
}
