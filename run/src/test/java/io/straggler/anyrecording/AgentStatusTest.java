package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AgentStatusTest {
    private static final AgentStatus FULL = new AgentStatus(
            new AgentStatus.Watched("servlet @com.acme.Timed", "com.acme.A.b com.acme.Größe.c", "p99.9", 5_000_000),
            new AgentStatus.Times(1_000, OptionalLong.of(2_000), OptionalLong.of(3_000)),
            new AgentStatus.Calls(10_000, 12, OptionalLong.of(1), OptionalLong.of(2), OptionalLong.of(3), 4),
            Path.of("/var/runs/a = b #1"));

    private static final AgentStatus EMPTY = new AgentStatus(
            new AgentStatus.Watched("", "", "auto", 1),
            new AgentStatus.Times(1_000, OptionalLong.empty(), OptionalLong.empty()),
            new AgentStatus.Calls(0, 0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0),
            Path.of("/run"));

    @Test
    void shouldComeOutOfItsTextAsItWas() {
        assertThat(AgentStatus.read(FULL.text())).isEqualTo(FULL);
        assertThat(AgentStatus.read(EMPTY.text())).isEqualTo(EMPTY);
    }

    @Test
    void shouldRefuseAnotherText() {
        assertThatThrownBy(() -> AgentStatus.read("/var/runs/attach-4711"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("an agent's status must have iterations: values=");
    }
}
