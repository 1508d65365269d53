package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.straggler.RunFolder;
import io.straggler.junit.PacedExamples.Assuming;
import io.straggler.junit.PacedExamples.Fast;
import io.straggler.junit.PacedExamples.Hasty;
import io.straggler.junit.PacedExamples.Probing;
import io.straggler.junit.PacedExamples.Slow;
import io.straggler.junit.PacedExamples.Throwing;
import io.straggler.junit.PacedExamples.ThrowingChecked;
import io.straggler.junit.PacedExamples.TooFast;
import io.straggler.junit.PacedExamples.WrongLimit;
import io.straggler.junit.PacedExamples.WrongParameter;
import io.straggler.junit.PacedExamples.WrongRate;
import io.straggler.junit.PacedExamples.WrongTogether;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Runs the examples as a build would, and reads what the build would read. */
@Timeout(120)
class PacedTestExtensionTest {
    @TempDir
    private Path out;

    @Test
    void shouldPassWithinLimitsAfterManyIterationsOnOneInstance() throws IOException {
        Fast.SEEN.clear();
        EngineExecutionResults results = execute(Fast.class);

        assertThat(outcome(results).getStatus())
                .as(String.valueOf(outcome(results).getThrowable()))
                .isEqualTo(Status.SUCCESSFUL);
        assertThat(Fast.SEEN).hasSize(2).startsWith("before");
        assertThat(Fast.SEEN.get(1)).matches("after [2-4]\\d{3} on 1000");
        Map<String, String> entries = entries(results);
        assertThat(entries).containsEntry("straggler.status", "ok");
        assertThat(entries.get("straggler.limit p90 < 60s")).matches("p90 .*limit.*");
        assertThat(entries.get("straggler.stacks")).matches("(triggered|continuous|java|off) \\(.+\\)");
        Path report = Path.of(entries.get("straggler.report"));
        assertThat(report).isRegularFile().hasFileName("report.html");
        assertThat(report.getParent().getParent()).isEqualTo(out);
        assertThat(report.getParent().getFileName().toString())
                .matches("PacedExamples_Fast\\.shouldStayFast-\\d{8}-\\d{6}");
        assertThat(new RunFolder(report.getParent()).readRun().task())
                .isEqualTo(Fast.class.getName() + ".shouldStayFast");
    }

    @Test
    void shouldFailWithMetricIntervalCausesAndReportWhenALimitIsBroken() {
        EngineExecutionResults results = execute(Slow.class);

        Throwable thrown = thrown(results, Status.FAILED);
        assertThat(thrown).isInstanceOf(AssertionFailedError.class);
        List<String> lines = thrown.getMessage().lines().toList();
        assertThat(lines.get(0))
                .as("on a busy machine, neighbours depend on each other too much for an interval")
                .matches(
                        "p50 < 100us is broken: p50 (is [\\d.]+ [µm]s \\[[\\d.]+ [µm]s, [\\d.]+ [µm]s], and the limit is 100 µs"
                                + "|(has no interval|is [\\d.]+ [µm]s \\[.+\\], and the limit is 100 µs), but (?<all>[1-4]\\d\\d) of \\k<all> iterations exceeded the limit of 100 µs, too many in every tenth of the time)");
        assertThat(lines.get(1)).matches("where the latency of \\d+ outliers of 100 µs or more went:");
        assertThat(lines.get(2)).matches(" +[\\d.]+%  \\S.*");
        assertThat(thrown.getMessage()).doesNotContain("p90 < 60s");
        assertThat(lines).filteredOn(line -> line.startsWith("stacks: ")).hasSize(1);
        assertThat(lines.get(lines.size() - 1)).startsWith("report: " + out).endsWith("report.html");
        assertThat(entries(results)).containsKeys("straggler.limit p90 < 60s", "straggler.limit p50 < 100us");
    }

    @Test
    void shouldFailWhenALimitCannotBeJudged() {
        assertThat(thrown(execute(Hasty.class), Status.FAILED))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageMatching("(?s)p99\\.99 < 1s cannot be judged: p99\\.99 is not measurable: .*"
                        + " Measure for longer, or at a higher rate, or leave the limit out\\.\n.*report: .*");
    }

    @Test
    void shouldFailWithWhatAnIterationThrows() {
        assertThat(thrown(execute(Throwing.class), Status.FAILED))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[left]");
        assertThat(thrown(execute(ThrowingChecked.class), Status.FAILED))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("the peer hung up");
    }

    @Test
    void shouldAbortWhenAnIterationDoes() {
        assertThat(thrown(execute(Assuming.class), Status.ABORTED))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("no peer here");
    }

    @Test
    void shouldFailWithTheReasonWhenTheRateCannotBeKept() {
        EngineExecutionResults results = execute(TooFast.class);

        assertThat(thrown(results, Status.FAILED))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageMatching("(?s)The run was saturated: .*10,000.*\nreport: .*")
                .hasMessageNotContaining("p50 < 1us");
        assertThat(entries(results)).containsEntry("straggler.status", "saturated");
    }

    @Test
    void shouldHandOverTheHarness() throws IOException {
        EngineExecutionResults results = execute(Probing.class);

        assertThat(outcome(results).getStatus()).isEqualTo(Status.SUCCESSFUL);
        assertThat(Probing.seen).isNotNull();
        Path report = Path.of(entries(results).get("straggler.report"));
        assertThat(Files.readString(report.resolveSibling("latency.hlog"))).contains("probe:part");
    }

    @Test
    void shouldSayWhichAttributeIsWrongAndRunNothing() throws IOException {
        assertThat(thrown(execute(WrongRate.class), Status.FAILED))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("@PacedTest(rate = \"fast\"): rate must be");
        assertThat(thrown(execute(WrongLimit.class), Status.FAILED))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("@PacedTest(limits = \"p99 is fine\"): ");
        assertThat(thrown(execute(WrongTogether.class), Status.FAILED))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("@PacedTest: threshold must be a duration when there is no warm-up: threshold=auto");
        Throwable parameter = thrown(execute(WrongParameter.class), Status.FAILED);
        assertThat(Stream.of(parameter, parameter.getCause()).map(Throwable::getMessage))
                .anyMatch(message -> message.contains(
                        "parameters of a @PacedTest must be none or one Harness: method=shouldNotRun"));
        try (Stream<Path> folders = Files.list(out)) {
            assertThat(folders).isEmpty();
        }
    }

    private EngineExecutionResults execute(Class<?> example) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(example))
                .configurationParameter(RunPlace.PARAMETER, out.toString())
                .execute();
    }

    private static TestExecutionResult outcome(EngineExecutionResults results) {
        List<Event> finished = results.testEvents().finished().list();
        assertThat(finished).hasSize(1);
        return finished.get(0).getRequiredPayload(TestExecutionResult.class);
    }

    private static Throwable thrown(EngineExecutionResults results, Status expected) {
        TestExecutionResult outcome = outcome(results);
        assertThat(outcome.getStatus()).as("%s", outcome).isEqualTo(expected);
        return outcome.getThrowable().orElseThrow();
    }

    private static Map<String, String> entries(EngineExecutionResults results) {
        List<Event> published = results.testEvents().reportingEntryPublished().list();
        assertThat(published).hasSize(1);
        return published.get(0).getRequiredPayload(ReportEntry.class).getKeyValuePairs();
    }
}
