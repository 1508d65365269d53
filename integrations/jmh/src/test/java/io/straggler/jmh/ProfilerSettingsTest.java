package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.profile.ProfilerException;

class ProfilerSettingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thresold=5ms|StragglerProfiler has no option thresold. It has threshold, size, label, out and agent, separated by semicolons.",
                "threshold=5ms;out|StragglerProfiler's option out needs a value: out=...",
                "threshold=|StragglerProfiler's option threshold needs a value: threshold=...",
                "out=a,b|StragglerProfiler's options must not have a comma, which separates the agent's: out=a,b",
                "agent=nowhere.jar|There is no such agent: agent=nowhere.jar"
            })
    void shouldSayWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> new StragglerProfiler(line))
                .isInstanceOf(ProfilerException.class)
                .hasMessage(message);
    }

    @Test
    void shouldNameTheMethodWhereItIsDeclaredAndAllOfAGroup() {
        String users = "io.straggler.jmh.users.";

        assertThat(BenchmarkMethods.of(users + "Steps.above")).containsExactly(users + "StepsBase.above");
        assertThat(BenchmarkMethods.of(users + "Odd.Nested.broken")).containsExactly(users + "Odd$Nested.broken");
        assertThat(BenchmarkMethods.of(users + "Odd.pair"))
                .containsExactlyInAnyOrder(users + "Odd.left", users + "Odd.right");
        assertThat(BenchmarkMethods.of(users + "Parsing.parse")).containsExactly(users + "Parsing.parse");
        assertThat(BenchmarkMethods.of("com.acme.Unlisted.run")).containsExactly("com.acme.Unlisted.run");
    }
}
