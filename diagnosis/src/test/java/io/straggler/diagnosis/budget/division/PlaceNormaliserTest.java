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
                "/music/song.ac3 | /music/song.ac3",
                "/data/shop.db3 | /data/shop.db3",
                // ZooKeeper.
                "/zk/version-2/log.7be | /zk/version-2/log.*",
                "/zk/version-2/log.8c | /zk/version-2/log.*",
                "/zk/version-2/log.abc | /zk/version-2/log.*",
                "/zk/version-2/log.100000001 | /zk/version-2/log.*",
                "/zk/version-2/snapshot.d01 | /zk/version-2/snapshot.*",
                "/zk/version-2/snapshot.e | /zk/version-2/snapshot.*",
                // PostgreSQL, Kafka, Cassandra, Lucene, Git.
                "/pg/pg_wal/000000010000000A000000F3 | /pg/pg_wal/*",
                "/kafka/orders-7/00000000000000012345.log | /kafka/orders-7/*.log",
                "/cassandra/nb-12-big-Data.db | /cassandra/nb-*-big-Data.db",
                "/index/_7be.cfs | /index/_*.cfs",
                "/index/_a.fdt | /index/_*.fdt",
                "/index/_1z_Lucene90_0.dvd | /index/_*_Lucene90_*.dvd",
                "/index/segments_7b | /index/segments_*",
                "/git/objects/1f/0c3b9ad7e4f25c6b80d1e2f3a4b5c6d7e8f901 | /git/objects/1f/*",
                // Dates, UUIDs, hashes.
                "/var/log/app-2026-11-23.log | /var/log/app-*.log",
                "/var/log/app-2026-11-23-1.log.gz | /var/log/app-*-*.log.gz",
                "/var/log/app-2026-12-01-1.log.gz | /var/log/app-*-*.log.gz",
                "/var/log/app.2026_11_23_14_05.log | /var/log/app.*.log",
                "/var/log/2026-11/app.log | /var/log/*/app.log",
                "/tmp/550e8400-e29b-41d4-a716-446655440000.tmp | /tmp/*.tmp",
                "/cache/a1b2c3d4e5f6.bin | /cache/*.bin",
                "/data/part-1-of-3.csv | /data/part-*-of-*.csv",
                // Words are told apart, also where they look like numbers.
                "/data/deadbeef.bin | /data/deadbeef.bin",
                "/data/facade.log | /data/facade.log",
                "/data/menu.bad | /data/menu.bad",
                "/index/_config.yml | /index/_config.yml",
                "/etc/app/log4j.xml | /etc/app/log4j.xml",
                "/opt/app-1.2/conf/orders.xml | /opt/app-1.2/conf/orders.xml",
                "/var/log/orders.log.bak | /var/log/orders.log.bak",
                "/data/prices-eu.dat | /data/prices-eu.dat",
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
