package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.text.LineWidth;
import org.junit.jupiter.api.Test;

class PlaceTextTest {
    private static final Place WAIT = Place.of("java.util.concurrent.CompletableFuture.get")
            .waitingFor(new WaitedFor("worker-7", Role.WAKER, new Blocked(Kind.FILE_IO, Place.NONE)));

    private final PlaceText places = new PlaceText("com.acme.");

    @Test
    void shouldShowAllOfItWhereThereIsRoom() {
        assertThat(places.fit(WAIT, 100))
                .isEqualTo(
                        "java.util.concurrent.CompletableFuture.get, probably woken by worker-7, which was in file I/O");
        assertThat(places.fit("com.acme.Orders.place", 20)).isEqualTo("Orders.place");
    }

    @Test
    void shouldShortenThePlaceFirst() {
        assertThat(places.fit(WAIT, 72))
                .isEqualTo("CompletableFuture.get, probably woken by worker-7, which was in file I/O");
    }

    @Test
    void shouldLeaveOutWhatAThreadDidBeforeWhoItWas() {
        assertThat(places.fit(WAIT, 71))
                .isEqualTo("java.util.concurrent.CompletableFuture.get, probably woken by worker-7");
        assertThat(places.fit(WAIT, 69)).isEqualTo("CompletableFuture.get, probably woken by worker-7");
    }

    @Test
    void shouldNameTheThreadWhereThereIsRoomForTheMethodToo() {
        Place wait = WAIT.onThread("price-*");

        assertThat(places.fit(wait, 120))
                .isEqualTo(
                        "java.util.concurrent.CompletableFuture.get, on price-*, probably woken by worker-7, which was in file I/O");
        assertThat(places.fit(wait, 61)).isEqualTo("CompletableFuture.get, on price-*, probably woken by worker-7");
        assertThat(places.fit(Place.of("com.acme.Orders.place").onThread("price-*"), 60))
                .isEqualTo("Orders.place, on price-*");
        assertThat(places.fit(Place.of("com.acme.Orders.place").onThread("price-*"), 20))
                .isEqualTo("Orders.place");
    }

    @Test
    void shouldShortenWhatHasNoPartner() {
        assertThat(places.fit("java.util.concurrent.CompletableFuture.get", 21)).isEqualTo("CompletableFuture.get");
    }

    @Test
    void shouldLeaveOutFirstWhatSaysLeast() {
        Place read = Place.of("read", "/var/spool/acme/journal-20261124.queue")
                .calledBy("org.example.journal.Journal.append");

        assertThat(places.fit(read, 67)).isEqualTo("read, /var/spool/acme/journal-20261124.queue < Journal.append");
        assertThat(places.fit(read, 48)).isEqualTo("read, \u2026/journal-20261124.queue < Journal.append");
        assertThat(places.fit(read, 40)).isEqualTo("read < Journal.append");
        assertThat(places.fit(read, 25)).isEqualTo("read < Journal.append");
        assertThat(places.fit(read, 20)).isEqualTo("read < append");
        assertThat(places.fit(read, 9)).isEqualTo("append");
        Place put = Place.of("java.util.HashMap.put").calledBy("org.example.OrderIds.add");
        assertThat(places.fit(put, 30)).isEqualTo("HashMap.put < OrderIds.add");
        assertThat(places.fit(put, 15)).isEqualTo("OrderIds.add");
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
        assertThat(places.fit(Place.of("a.".repeat(1_000_000) + "B").calledBy("c"), 30))
                .hasSize(LineWidth.MIN);
    }

    @Test
    void shouldNotTakeWhatAThreadDidForThePlaceWhenItsNameIsTooLong() {
        Place wait = Place.of("org.h2.mvstore.tx.Transaction")
                .calledBy("org.h2.mvstore.tx.Transaction.waitForThisToEnd")
                .waitingFor(new WaitedFor(
                        "H2 TCP Server (tcp://localhost:9123) thread-*",
                        Role.NOTIFIER,
                        new Blocked(Kind.SOCKET_IO, Place.of("read", "127.0.0.1:*"))));

        assertThat(places.fit(wait, 54))
                .isEqualTo("waitForThisToEnd, notified by H2 TCP Server (tcp://localhost:9123) thread-*");
    }

    /** Words between the parts mean nothing within a part. */
    @Test
    void shouldShortenByPartsWhateverTheyHold() {
        Place read = Place.of("read", "/tmp/a < b, which ran, held by z").calledBy("org.example.Journal.append");
        Place wait = read.waitingFor(new WaitedFor("x, held by y", Role.OWNER));

        assertThat(places.fit(read, 55)).isEqualTo("read, /tmp/a < b, which ran, held by z < Journal.append");
        assertThat(places.fit(read, 24)).isEqualTo("read < Journal.append");
        assertThat(places.fit(wait, 45)).isEqualTo("read < Journal.append, held by x, held by y");
        assertThat(places.fit(wait, 35)).isEqualTo("read < append, held by x, held by y");
    }

    /** Whoever prints it breaks the line between its words. */
    @Test
    void shouldBeWiderThanItsColumnsRatherThanCutAName() {
        assertThat(places.fit(WAIT, 12)).isEqualTo("CompletableFuture.get, probably woken by worker-7");
    }
}
