package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlikeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write, /var/log/orders.log | write, /var/log/orders.log",
                "force, /data/journal-7.dat | force, /data/journal-*.dat",
                "force, /data/journal-12 | force, /data/journal-*",
                "read, /var/log/orders.log.3 | read, /var/log/orders.log.*",
                "write, /tmp/junit8123456789/20261123.cq4 < com.acme.Log4j2.write | write, /tmp/junit*/*.cq4 < com.acme.Log4j2.write",
                "write, /data1/a/b2/orders.log | write, /data1/a/b2/orders.log",
            })
    void shouldTakeFilesForOneThatDifferInANumber(String words, String expected) {
        assertThat(Alike.words(new Evidence(Kind.FILE_IO, 0, 1, 1, words))).isEqualTo(expected);
    }

    /** A port that the system chose is another one in every JVM; one that somebody chose says what listens there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read, 127.0.0.1:40445 | read, 127.0.0.1:*",
                "read, 127.0.0.1:40445 < com.acme.Client.ask | read, 127.0.0.1:* < com.acme.Client.ask",
                "write, 0:0:0:0:0:0:0:1:60999 | write, 0:0:0:0:0:0:0:1:*",
                "read, 127.0.0.1:32768 | read, 127.0.0.1:*",
                "read, 127.0.0.1:32767 | read, 127.0.0.1:32767",
                "read, db.acme.com:5432 < com.acme.Client.ask | read, db.acme.com:5432 < com.acme.Client.ask",
            })
    void shouldTakeConnectionsForOneWhosePortTheSystemChose(String words, String expected) {
        assertThat(Alike.words(new Evidence(Kind.SOCKET_IO, 0, 1, 1, words))).isEqualTo(expected);
        assertThat(Alike.detail(new Evidence(Kind.SOCKET_IO, 0, 1, 1, words))).isEqualTo(expected);
    }

    @Test
    void shouldLeaveWhatIsNeitherFileNorConnection() {
        String lock = "com.acme.Lock2000:40445";
        assertThat(Alike.words(new Evidence(Kind.MONITOR_ENTER, 0, 1, 1, lock))).isEqualTo(lock);
    }

    @Test
    void shouldTakeThreadsOfAPoolForOne() {
        assertThat(Alike.thread("pool-1-thread-12")).isEqualTo("pool-1-thread-*");
        assertThat(Alike.thread("main")).isEqualTo("main");
        assertThat(Alike.thread("7")).isEqualTo("7");
    }
}
