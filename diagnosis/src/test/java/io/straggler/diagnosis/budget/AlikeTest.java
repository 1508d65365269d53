package io.straggler.diagnosis.budget;

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

    @Test
    void shouldLeaveWhatIsNoFile() {
        String address = "read, 10.0.0.17:34404";
        assertThat(Alike.words(new Evidence(Kind.SOCKET_IO, 0, 1, 1, address))).isEqualTo(address);
    }

    @Test
    void shouldTakeThreadsOfAPoolForOne() {
        assertThat(Alike.thread("pool-1-thread-12")).isEqualTo("pool-1-thread-*");
        assertThat(Alike.thread("main")).isEqualTo("main");
        assertThat(Alike.thread("7")).isEqualTo("7");
    }
}
