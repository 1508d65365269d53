package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.HarnessResult;
import io.straggler.harness.Task;
import io.straggler.model.RunStatus;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks as a measured JVM makes them: by the name of their class, with options from system properties. */
@Timeout(60)
class PingTasksTest {
    @ParameterizedTest
    @EnumSource
    void shouldMakeTheTaskOfATransportByItsName(Transport transport) throws Exception {
        try (PingServer server = Pings.server()) {
            PingOptions options = Pings.to(server, 64);
            options.jvmArguments().forEach(one -> System.setProperty(name(one), one.substring(one.indexOf('=') + 1)));

            Task task = (Task) Class.forName(PingTasks.of(transport).getName())
                    .getConstructor()
                    .newInstance();

            HarnessResult result = Pings.run(task, 5);
            assertThat(result.status()).as(result.reason()).isNotEqualTo(RunStatus.FAILED);
            assertThat(task instanceof AsyncTask).isEqualTo(transport == Transport.UDP);
        } finally {
            System.getProperties().keySet().removeIf(key -> key.toString().startsWith("straggler.ping."));
        }
    }

    private static String name(String argument) {
        return argument.substring(2, argument.indexOf('='));
    }

    /** Runs of different tasks are not compared with each other. */
    @Test
    void shouldGiveEachTransportATaskOfItsOwn() {
        assertThat(Arrays.stream(Transport.values()).map(PingTasks::of)).doesNotHaveDuplicates();
    }
}
