package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.Main;
import io.straggler.cli.fork.ForkMain;
import io.straggler.cli.ping.PingServerMain;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListedJvmTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/bin/java com.acme.Main secret, com.acme.Main",
        "java -Xmx1g -cp a.jar:b.jar --add-opens java.base/java.nio=ALL-UNNAMED com.acme.Main, com.acme.Main",
        "java -XX:+UseZGC -jar lib/shop.jar --port 80, lib/shop.jar",
        "java @flags -p mods -m com.acme/com.acme.Main, com.acme/com.acme.Main",
        "java --module-path=mods -Dkey=value Main.java, Main.java",
        "java -cp, java",
        "/opt/acme/bin/shop -cp x Main, /opt/acme/bin/shop",
    })
    void shouldNameWhatACommandLineRuns(String commandLine, String expected) {
        assertThat(ListedJvm.main(List.of(commandLine.split(" ")))).isEqualTo(expected);
    }

    @Test
    void shouldKnowWhichJvmsAreStragglersOwn() {
        assertThat(ListedJvm.OWN)
                .containsExactlyInAnyOrder(
                        Main.class.getName(), ForkMain.class.getName(), PingServerMain.class.getName());
    }
}
