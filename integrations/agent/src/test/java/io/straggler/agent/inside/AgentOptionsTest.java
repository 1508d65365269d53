package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.Threshold;
import io.straggler.model.Witness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {
    @Test
    void shouldUnderstandAll() {
        AgentOptions options = AgentOptions.parse(
                "iterations=a.B.c,iterations=@d.E,threshold=p99.9,out=/tmp/x,size=1g,"
                        + "duration=90s,begin=program,metrics=9464,witness=auto,label=version=2.1,label=region=eu west,yes-instrument-250,");

        assertThat(options.iterations()).extracting(CallSelection::text).containsExactly("a.B.c", "@d.E");
        assertThat(options.threshold()).isEqualTo(new Threshold.Percentile(99.9));
        assertThat(options.out()).isEqualTo(Path.of("/tmp/x"));
        assertThat(options.sizeBytes()).isEqualTo(1 << 30);
        assertThat(options.duration()).contains(Duration.ofSeconds(90));
        assertThat(options.begin()).isEqualTo(AgentOptions.Begin.BY_PROGRAM);
        assertThat(options.metrics()).hasValue(9464);
        assertThat(options.witness()).isEqualTo(Witness.AUTO);
        assertThat(options.labels()).isEqualTo(Map.of("label version", "2.1", "label region", "eu west"));
        assertThat(options.iterations())
                .allSatisfy(
                        selection -> assertThat(options.mostMethods(selection)).isEqualTo(250));
    }

    @Test
    void shouldHaveUsualValues() {
        AgentOptions options = AgentOptions.parse("iterations=a.B.c");

        assertThat(options.threshold()).isEqualTo(new Threshold.Auto());
        assertThat(options.sizeBytes()).isEqualTo(200 << 20);
        assertThat(options.duration()).isEmpty();
        assertThat(options.metrics()).isEmpty();
        assertThat(options.witness()).isEqualTo(Witness.SWITCHES);
        assertThat(options.begin()).isEqualTo(AgentOptions.Begin.AT_ONCE);
        assertThat(options.mostMethods()).isEqualTo(100);
        assertThat(options.out().toString())
                .contains("straggler-runs/agent-" + ProcessHandle.current().pid() + "-");
    }

    @Test
    void shouldLetAReadyMadeNameMeanMoreMethodsThanAPattern() {
        AgentOptions options = AgentOptions.parse("iterations=a.B.c,iterations=jdbc");

        assertThat(options.mostMethods(options.iterations().get(0))).isEqualTo(100);
        assertThat(options.mostMethods(options.iterations().get(1))).isEqualTo(1_000);
        assertThat(options.mostMethods()).isEqualTo(1_100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|Say which calls are iterations: iterations=com.acme.Orders.place, or a ready-made name such as iterations=jdbc.",
                "iteration=a.B.c|The agent has no option iteration; did you mean iterations? It has iterations, threshold, out, size, duration, begin, metrics, witness, label, until-return and yes-instrument-N.",
                "iterations|The agent's option iterations needs a value: iterations=...",
                "iterations=|The agent's option iterations needs a value: iterations=...",
                "iterations=a.B.c,threshold=soon|threshold must be a duration such as 5ms, a percentile such as p99.9, or auto: threshold=soon.",
                "iterations=a.B.c,begin=now|begin must be program or compiled, or be left out: begin=now.",
                "iterations=a.B.c,size=1m|size must be 20m or more, such as 200m: size=1m.",
                "iterations=a.B.c,size=huge|size must be 20m or more, such as 200m: size=huge.",
                "iterations=jbdc|There is no ready-made name jbdc; did you mean jdbc? There are servlet, spring, jdbc, grpc, kafka, netty, event-loop, executor. A method is named with its class: com.acme.Orders.place.",
                "iterations=place|There is no ready-made name place. There are servlet, spring, jdbc, grpc, kafka, netty, event-loop, executor. A method is named with its class: com.acme.Orders.place.",
                "iterations=a.B.c,metrics=0|metrics must be a port from 1 to 65535, such as 9464: metrics=0.",
                "iterations=a.B.c,metrics=99999|metrics must be a port from 1 to 65535, such as 9464: metrics=99999.",
                "iterations=a.B.c,witness=all|witness must be auto, switches or off: witness=all.",
                "iterations=a.B.c,metrics=all|metrics must be a port from 1 to 65535, such as 9464: metrics=all.",
                "iterations=a.B.c,label=2.1|label must be NAME=VALUE, such as version=2.1: label=2.1.",
                "iterations=a.B.c,label==2|label must have a name of letters, digits, dots, dashes and underscores: label==2.",
                "iterations=a.B.c,duration=0s|duration must be a time above zero, such as 60s: duration=0s."
            })
    void shouldSayWhatIsWrong(String options, String message) {
        assertThatThrownBy(() -> AgentOptions.parse(options))
                .isInstanceOf(AgentException.class)
                .hasMessage(message);
    }

    @Test
    void shouldSayThatTheProgramsLocaleLacksCharacters() {
        assertThatThrownBy(() -> AgentOptions.parse("iterations=com.acme.Gr\uFFFD\uFFFDe.check"))
                .isInstanceOf(AgentException.class)
                .hasMessage("The program's locale has not all characters of iterations=com.acme.Gr??e.check: start the"
                        + " program with LC_ALL=C.UTF-8, or name something else.");
        assertThat(AgentOptions.parse("iterations=com.acme.Gr\u00F6\u00DFe.pr\u00FCfe")
                        .iterations()
                        .get(0)
                        .text())
                .isEqualTo("com.acme.Gr\u00F6\u00DFe.pr\u00FCfe");
    }
}
