package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class PlacesTest {
    private static final String WAIT =
            "java.util.concurrent.CompletableFuture.get, probably woken by worker-7, which was in file I/O";

    private final Places places = new Places("com.acme.");

    @Test
    void shouldShowAllOfItWhereThereIsRoom() {
        assertThat(places.fit(WAIT, 100)).isEqualTo(WAIT);
        assertThat(places.fit("com.acme.Orders.place", 20)).isEqualTo("Orders.place");
    }

    @Test
    void shouldShortenThePlaceFirst() {
        assertThat(places.fit(WAIT, 70))
                .hasSize(70)
                .startsWith("java.")
                .endsWith("get, probably woken by worker-7, which was in file I/O");
    }

    @Test
    void shouldLeaveOutWhatAThreadDidBeforeWhoItWas() {
        assertThat(places.fit(WAIT, 45)).hasSize(45).endsWith("get, probably woken by worker-7");
    }

    @Test
    void shouldShortenWhatHasNoPartner() {
        assertThat(places.fit("java.util.concurrent.CompletableFuture.get", 20))
                .hasSize(20)
                .endsWith("get");
    }

    @Test
    void shouldStayWithinFewColumns() {
        assertThat(places.fit(WAIT, 12)).hasSize(12);
    }
}
