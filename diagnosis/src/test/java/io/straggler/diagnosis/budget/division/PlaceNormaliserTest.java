package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceNormaliserTest {
    private static final String CALLER = "com.acme.Log4j2.write65000";

    private static Place alike(Kind kind, Place place) {
        return PlaceNormaliser.place(new Evidence(kind, 0, 1, 1, place));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/var/log/orders.log | /var/log/orders.log",
                "/data/journal-7.dat | /data/journal-*.dat",
                "/data/journal-12 | /data/journal-*",
                "/var/log/orders.log.3 | /var/log/orders.log.*",
                "/tmp/junit8123456789/20261123.cq4 | /tmp/junit*/*.cq4",
                "/data1/a/b2/orders.log | /data1/a/b2/orders.log",
                "/var/log/orders.log.7be | /var/log/orders.log.*",
                "/music/song.mp3 | /music/song.mp3",
                "/data/menu.cafe | /data/menu.cafe",
                "7.log | *.log",
                "/data/a < b, which/journal-7.dat | /data/a < b, which/journal-*.dat",
            })
    void shouldTakeFilesForOneThatDifferInANumber(String path, String expected) {
        assertThat(alike(Kind.FILE_IO, Place.of("write", path).calledBy(CALLER)))
                .isEqualTo(Place.of("write", expected).calledBy(CALLER));
    }

    /** A port that the system chose is another one in every JVM; one that somebody chose says what listens there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1:40445 | 127.0.0.1:*",
                "0:0:0:0:0:0:0:1:60999 | 0:0:0:0:0:0:0:1:*",
                "127.0.0.1:32768 | 127.0.0.1:*",
                "127.0.0.1:32767 | 127.0.0.1:32767",
                "db.acme.com:5432 | db.acme.com:5432",
            })
    void shouldTakeConnectionsForOneWhosePortTheSystemChose(String address, String expected) {
        assertThat(alike(Kind.SOCKET_IO, Place.of("read", address).calledBy(CALLER)))
                .isEqualTo(Place.of("read", expected).calledBy(CALLER));
    }

    @Test
    void shouldLeaveWhatIsNeitherFileNorConnection() {
        Place lock = Place.of("com.acme.Lock2000:40445");
        assertThat(alike(Kind.MONITOR_ENTER, lock)).isSameAs(lock);
        Place method = Place.of("unstable_if", "com.acme.Task2000");
        assertThat(alike(Kind.DEOPTIMIZATION, method)).isSameAs(method);
    }

    @Test
    void shouldTakeThreadsForOneThatWereWaitedFor() {
        Partner owner = new Partner("pool-1-thread-12", 0, Role.OWNER, List.of(), List.of());
        Evidence wait = new Evidence(Kind.MONITOR_ENTER, 0, 1, 1, Place.of("com.acme.Lock"), Optional.of(owner));

        assertThat(PlaceNormaliser.place(wait))
                .isEqualTo(Place.of("com.acme.Lock").waitingFor(new WaitedFor("pool-1-thread-*", Role.OWNER)));
    }

    @Test
    void shouldTakeThreadsOfAPoolForOne() {
        assertThat(ThreadPools.name("pool-1-thread-12")).isEqualTo("pool-1-thread-*");
        assertThat(ThreadPools.name("main")).isEqualTo("main");
        assertThat(ThreadPools.name("7")).isEqualTo("7");
    }
}
