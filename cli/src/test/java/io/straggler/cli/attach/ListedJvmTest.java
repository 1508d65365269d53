package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.Main;
import io.straggler.cli.fork.ForkMain;
import io.straggler.cli.option.UsageException;
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

    private static long find(String process) {
        return ListedJvm.find(
                process,
                () -> List.of(
                        new ListedJvm(12, "com.acme.Shop", "", ""),
                        new ListedJvm(13, "lib/till-2.1.jar", "", ""),
                        new ListedJvm(14, "com.acme.Worker", "", ""),
                        new ListedJvm(15, "org.acme.Worker", "", "")));
    }

    @Test
    void shouldFindAJvmByItsNumberClassOrJar() {
        assertThat(find("4711")).isEqualTo(4711);
        assertThat(find("com.acme.Shop")).isEqualTo(12);
        assertThat(find("Shop")).isEqualTo(12);
        assertThat(find("till-2.1")).isEqualTo(13);
        assertThat(find("till-2.1.jar")).isEqualTo(13);
        assertThat(find("lib/till-2.1.jar")).isEqualTo(13);
        assertThat(find("org.acme.Worker")).isEqualTo(15);
    }

    @Test
    void shouldSayInOneLineWhyItFindsNone() {
        assertThatThrownBy(() -> find("com.acme.Shpo"))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "No JVM of this user runs com.acme.Shpo; did you mean com.acme.Shop? straggler attach --list shows them.");
        assertThatThrownBy(() -> find("Worker"))
                .isInstanceOf(UsageException.class)
                .hasMessage("2 JVMs run Worker: say which, by its number: 14, 15.");
    }
}
