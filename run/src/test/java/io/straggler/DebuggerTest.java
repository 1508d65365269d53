package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Watchdog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebuggerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:5005",
                "-Xrunjdwp:transport=dt_socket",
                "-agentpath:/opt/jvm/lib/libjdwp.so=transport=dt_socket"
            })
    void shouldKnowADebuggersAgent(String argument) {
        assertThat(Debugger.among(List.of("-Xmx1g", argument))).isTrue();
    }

    @Test
    void shouldNotTakeOtherArgumentsForOne() {
        assertThat(Debugger.among(List.of("-Xmx1g", "-agentpath:/opt/libasyncProfiler.so", "-Djdwp=1", "-Xdebug")))
                .isFalse();
        assertThat(Debugger.watchdog(false)).isEqualTo(Watchdog.ON);
        assertThat(Debugger.warning(false)).isEmpty();
    }
}
