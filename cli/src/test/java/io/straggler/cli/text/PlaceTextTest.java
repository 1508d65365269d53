package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTextTest {
    private static final String WAIT =
            "java.util.concurrent.CompletableFuture.get, probably woken by worker-7, which was in file I/O";

    private final PlaceText places = new PlaceText("com.acme.");

    @Test
    void shouldShowAllOfItWhereThereIsRoom() {
        assertThat(places.fit(WAIT, 100)).isEqualTo(WAIT);
        assertThat(places.fit("com.acme.Orders.place", 20)).isEqualTo("Orders.place");
    }

    @Test
    void shouldShortenThePlaceFirst() {
        assertThat(places.fit(WAIT, 70))
                .hasSize(70)
                .startsWith("Completab")
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
    void shouldLeaveOutFirstWhatSaysLeast() {
        String read = "read, /var/spool/acme/journal-20261124.queue < org.example.journal.Journal.append";

        assertThat(places.fit(read, 67)).isEqualTo("read, /var/spool/acme/journal-20261124.queue < Journal.append");
        assertThat(places.fit(read, 40)).isEqualTo("read, /var/spo\u202624.queue < Journal.append");
        assertThat(places.fit(read, 25)).isEqualTo("read < Journal.append");
        assertThat(places.fit(read, 20)).isEqualTo("read < append");
        assertThat(places.fit(read, 9)).isEqualTo("append");
        assertThat(places.fit("java.util.HashMap.put < org.example.OrderIds.add", 30))
                .isEqualTo("HashMap.put < OrderIds.add");
        assertThat(places.fit("java.util.HashMap.put < org.example.OrderIds.add", 15))
                .isEqualTo("OrderIds.add");
    }

    /** A file is not a class, and its folders are no packages. */
    @Test
    void shouldLeaveFilesAsTheyAre() {
        assertThat(places.fit("/opt/acme/lib.Orders/a-very-long-name-for-a-file", 30))
                .startsWith("/opt/acme/lib.");
    }

    /** Who waits for an endless name has more to wait for. */
    @Test
    void shouldNotLookForPackagesInEndlessNames() {
        assertThat(places.fit("a.".repeat(1_000_000) + "B < c", 30)).hasSize(30);
    }

    @Test
    void shouldNotTakeWhatAThreadDidForThePlaceWhenItsNameIsTooLong() {
        String wait =
                "org.h2.mvstore.tx.Transaction < org.h2.mvstore.tx.Transaction.waitForThisToEnd, notified by H2 TCP Server"
                        + " (tcp://localhost:9123) thread-*, which was in socket I/O: read, 127.0.0.1:*";

        assertThat(places.fit(wait, 54))
                .startsWith("waitForThisToEnd, notified by H2 TC")
                .endsWith("thread-*")
                .hasSizeLessThanOrEqualTo(54);
    }

    @Test
    void shouldStayWithinFewColumns() {
        assertThat(places.fit(WAIT, 12)).hasSize(12);
    }
}
