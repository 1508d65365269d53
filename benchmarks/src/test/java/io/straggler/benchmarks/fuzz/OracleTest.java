package io.straggler.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each kind of failure is seen, and what is right is none. */
class OracleTest {
    private static Observed observed(int exitCode, String out, String err) {
        return new Observed(
                exitCode, out, err, Optional.empty(), true, 1_000_000, 1_000_000, 10_000, List.of(), Set.of());
    }

    private static Observed taking(long cpuNs, long inputBytes) {
        return new Observed(0, "", "", Optional.empty(), true, cpuNs, 0, inputBytes, List.of(), Set.of());
    }

    private static Outcome outcome(int exitCode, String out, String err) {
        return Oracle.judge(observed(exitCode, out, err)).outcome();
    }

    @Test
    void shouldTellRefusalsFromReports() {
        assertThat(outcome(1, "", "x.jfr is damaged: byte 7\n")).isEqualTo(Outcome.LINE);
        assertThat(outcome(0, "table\n", "  written     x.html\n")).isEqualTo(Outcome.REPORT);
        assertThat(outcome(2, "table\n", "")).isEqualTo(Outcome.REPORT);
    }

    @Test
    void shouldSeeWhatIsPrinted() {
        assertThat(outcome(1, "", "java.lang.NullPointerException\n\tat io.straggler.X.y(X.java:1)\n"))
                .isEqualTo(Outcome.TRACE);
        assertThat(outcome(2, "", "…, which is a defect of Straggler: java.lang.X at io.straggler.X.y(X.java:1)\n"))
                .isEqualTo(Outcome.DEFECT);
        assertThat(outcome(50, "", "Aborting\n")).isEqualTo(Outcome.OUTPUT);
        assertThat(outcome(0, "a\u001b[31mb\n", "")).isEqualTo(Outcome.OUTPUT);
        assertThat(outcome(1, "", "there is no \u202eevil\n")).isEqualTo(Outcome.OUTPUT);
        assertThat(outcome(1, "", "x".repeat(2_001) + "\n")).isEqualTo(Outcome.OUTPUT);
        assertThat(outcome(0, "", "line\n".repeat(1_001))).isEqualTo(Outcome.OUTPUT);
        assertThat(outcome(2, "", "There is not enough memory: give Java more\n"))
                .isEqualTo(Outcome.MEMORY);
    }

    @Test
    void shouldSeeWhatWasThrownBeyondTheCommand() {
        assertThat(thrown(new OutOfMemoryError()).outcome()).isEqualTo(Outcome.MEMORY);
        Judged judged = thrown(new StackOverflowError());
        assertThat(judged.outcome()).isEqualTo(Outcome.TRACE);
        assertThat(judged.signature()).startsWith("StackOverflowError");
    }

    private static Judged thrown(Throwable thrown) {
        return Oracle.judge(new Observed(-1, "", "", Optional.of(thrown), true, 0, 0, 0, List.of(), Set.of()));
    }

    @Test
    void shouldAllowTimeInProportionToTheFile() {
        assertThat(Oracle.judge(taking(4_900_000_000L, 10_000)).outcome()).isEqualTo(Outcome.REPORT);
        assertThat(Oracle.judge(taking(5_100_000_000L, 10_000)).outcome()).isEqualTo(Outcome.HANG);
        assertThat(Oracle.judge(taking(14_000_000_000L, 3 << 20)).outcome()).isEqualTo(Outcome.REPORT);
    }

    @Test
    void shouldSeeGrowthBeyondTheFile() {
        assertThat(Oracle.judgeGrowth(taking(300_000_000, 1), taking(1_500_000_000, 4)))
                .isEmpty();
        assertThat(Oracle.judgeGrowth(taking(10_000_000, 1), taking(160_000_000, 4)))
                .isEmpty();
        assertThat(Oracle.judgeGrowth(taking(100_000_000, 1), taking(1_600_000_000, 4)))
                .map(Judged::outcome)
                .contains(Outcome.HANG);
    }

    @Test
    void shouldSeeWhatWasChangedAndWhatDidNotEnd() {
        assertThat(Oracle.judge(new Observed(
                                0, "", "", Optional.empty(), true, 0, 0, 0, List.of(), Set.of("beside/x changed")))
                        .outcome())
                .isEqualTo(Outcome.WRITE);
        Judged blocked = Oracle.judge(new Observed(-1, "", "", Optional.empty(), false, 0, 0, 0, List.of(), Set.of()));
        assertThat(blocked.outcome()).isEqualTo(Outcome.HANG);
        assertThat(blocked.signature()).startsWith("blocked");
    }

    @Test
    void shouldPassResultsOnAsOneLine() {
        FuzzResult result = new FuzzResult(7, 3, new Judged(Outcome.TRACE, "a b", "x\n\ty\r\nz"), 12, 34);
        assertThat(result.line()).doesNotContain("\n");
        assertThat(FuzzResult.of(result.line()))
                .contains(new FuzzResult(7, 3, new Judged(Outcome.TRACE, "a b", "x\n\ty \nz"), 12, 34));
        assertThat(FuzzResult.of("case 7")).isEmpty();
    }
}
