package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.straggler.jmh.users.Steps;
import io.straggler.model.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Benchmarks that JMH's annotation processor has worked on, run here and, where it matters, by JMH too. */
@Timeout(120)
class JmhHostTest {
    private static final String STEP = "Steps.step$";

    private static TestFork run(String expression, String... settings) {
        TestFork fork = new TestFork(settings);
        new JmhHost().run(expression, fork);
        return fork;
    }

    /** A warm-up and two runs are three iterations of JMH's. */
    @Test
    void shouldCallWhatJmhCallsInTheSameOrder() throws RunnerException {
        Steps.SEEN.clear();
        System.setProperty("jmh.ignoreLock", "true");
        new Runner(new OptionsBuilder()
                        .include(STEP)
                        .param("colour", "GREEN")
                        .forks(0)
                        .warmupIterations(1)
                        .measurementIterations(2)
                        .warmupTime(TimeValue.milliseconds(5))
                        .measurementTime(TimeValue.milliseconds(5))
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        List<String> ofJmh = withoutRepeats(Steps.SEEN);
        Steps.SEEN.clear();

        TestFork fork = run(STEP, "colour=GREEN");

        assertThat(fork.result().status()).as(fork.result().reason()).isNotEqualTo(RunStatus.FAILED);
        assertThat(withoutRepeats(Steps.SEEN)).isEqualTo(ofJmh);
        assertThat(ofJmh)
                .contains("above set up by inherited, apart 1 and GREEN", "shared refreshed", "own counted")
                .contains("apart 2 set up", "apart 2 torn down", "own replacement set up");
    }

    private static List<String> withoutRepeats(List<String> steps) {
        List<String> changes = new ArrayList<>();
        for (String step : steps) {
            if (changes.isEmpty()
                    || !step.equals("step")
                    || !changes.get(changes.size() - 1).equals("step")) {
                changes.add(step);
            }
        }
        return changes;
    }

    @Test
    void shouldCallABenchmarkOnceInEveryIterationOfTheSchedule() {
        Steps.SEEN.clear();
        TestFork fork = run(STEP, "colour=RED");

        assertThat(fork.result().run().iterations()).isEqualTo(100);
        int measured = Steps.SEEN.subList(Steps.SEEN.indexOf("own counted"), Steps.SEEN.size()).stream()
                .mapToInt(step -> step.equals("step") ? 1 : 0)
                .sum();
        assertThat(measured).isEqualTo(100);
        assertThat(fork.name()).isEqualTo("io.straggler.jmh.users.Steps.step colour=RED text=inherited");
    }

    @Test
    void shouldEndARunWithWhatTheBenchmarkThrew() {
        TestFork fork = run("Nested.broken");

        assertThat(fork.result().status()).isEqualTo(RunStatus.FAILED);
        assertThat(fork.result().reason())
                .contains("iteration 1 of the warm-up threw java.lang.IllegalStateException: the file is gone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Missing | | No benchmark matches 'Missing'. There are io.straggler.jmh.users.Odd.Nested.broken, io.",
                "Parsing | | 2 benchmarks match 'Parsing': io.straggler.jmh.users.Parsing.parse, io.straggler.jmh.users.Parsing.parseSometimesMany. Name one of them; a $ at the end",
                "parse( | | --jmh: must be a regular expression: Unclosed group: parse(",
                "Parsing.parse$ | | io.straggler.jmh.users.Parsing.parse has parameters with several values, and a run has one of each. Choose: --jmh-param digits=8|64",
                "Parsing.parse$ | digits=8 digits=64 | --jmh-param: a run has one value of a parameter; measure each in a run of its own: digits",
                "Parsing.parse$ | digits=many | --jmh-param: digits must be of type int: digits=many",
                "Parsing.parse$ | digit=8 | --jmh-param: io.straggler.jmh.users.Parsing.parse has no parameter digit; it has digits, every.",
                "Parsing.parse$ | digits | --jmh-param: must be NAME=VALUE: digits",
                "Nested.broken | size=1 | --jmh-param: io.straggler.jmh.users.Odd.Nested.broken has no parameter size and no other.",
                "Steps.step | colour=BLUE | --jmh-param: colour must be one of RED, GREEN: colour=BLUE",
                "Odd.preparedEachTime | | PreparedEachTime.prepare is of Level.Invocation: a schedule leaves no time between two invocations",
                "Odd.curious | | Curious.look takes BenchmarkParams, which describes a run of JMH's own: there is none here.",
                "Odd.untilStopped | | Odd.untilStopped takes Control, which describes a run of JMH's own",
                "Odd.pair | | io.straggler.jmh.users.Odd.pair is a @Group: its methods run on several threads at once"
            },
            quoteCharacter = '"')
    void shouldSayWhatCannotBeRunAndWhatToDo(String expression, String settings, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(expression, settings == null ? new String[0] : settings.split(" ")))
                .withMessageStartingWith(message);
    }

    @Test
    void shouldSayThatMostInvocationsAreTooShortToPace() {
        Histogram service = new Histogram(3);
        assertThat(Remarks.after(service)).isEmpty();
        service.recordValueWithCount(200, 50);
        service.recordValueWithCount(4_000, 50);
        assertThat(Remarks.after(service))
                .singleElement()
                .asString()
                .startsWith("Half of the invocations took 200 ns or less, reading the clock included: ");
        service.recordValue(4_000);
        assertThat(Remarks.after(service)).isEmpty();
    }

    @Test
    void shouldNameWhatIsNotApplied() {
        Listed parsing = Listed.matching("parseSometimes");
        assertThat(Remarks.before(parsing, new States(parsing, Map.of("digits", "8", "every", "9"))))
                .containsExactly(
                        "@Threads is not applied: one thread keeps the schedule.",
                        "@Fork's JVM arguments are not applied: -Xmx512m. Give them with --jvm-arg.");
        Listed many = Listed.matching("Odd.many");
        assertThat(Remarks.before(many, new States(many, Map.of())))
                .containsExactly(
                        "Latencies are of an invocation, which is 10 operations.",
                        "@CompilerControl is not applied: give --jvm-arg=-XX:CompileCommand=... instead.",
                        "@AuxCounters are not reported.");
    }
}
