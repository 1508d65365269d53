package io.straggler.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.compare.RunComparison;
import io.straggler.compare.RunSet;
import io.straggler.compare.Tasks;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.diagnosis.statistics.Metric.Unit;
import io.straggler.gate.GateResult.Outcome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final long THRESHOLD_NS = 50_000;

    /** Written once: the tests only read them. */
    @TempDir
    private static Path directory;

    private static RunSet eightForks;

    /** Comparisons of eight JVMs with eight that are slower by a factor, by factor: each is made once. */
    private static final Map<Double, Compared> COMPARED = new HashMap<>();

    /** The same with a threshold that the first eight never reach. */
    private static final Map<Double, Compared> COMPARED_FROM_ZERO = new HashMap<>();

    private record Compared(RunSet b, ComparedRuns runs) {
        private GateResult judged(Gate gate) {
            return gate.judge(runs, b, 1);
        }
    }

    @Test
    void shouldUnderstandEveryForm() {
        assertThat(Gate.parse("p99.9 > 50us"))
                .isEqualTo(new Gate(
                        "p99.9 > 50us", Gate.Kind.VALUE, new MetricName.OfPercentile(99.9), Gate.Side.ABOVE, 50_000));
        assertThat(Gate.parse("p99.9 >= 50 us").limit()).isEqualTo(50_000);
        assertThat(Gate.require("p99 <= 1 ms").limit()).isEqualTo(1_000_000);
        assertThat(Gate.require("excess <= 2 ms/s").limit()).isEqualTo(2_000_000);
        assertThat(Gate.parse("p50<1µs").side()).isEqualTo(Gate.Side.BELOW);
        assertThat(Gate.parse("outliers > 0.1%").limit()).isEqualTo(0.001);
        assertThat(Gate.parse("excess > 2ms/s").limit()).isEqualTo(2_000_000);
        assertThat(Gate.parse("excess > 2ms/s").metric().unit()).isEqualTo(Unit.NS_PER_SECOND);
        assertThat(Gate.parse("Regressed  p99 > 5 %"))
                .isEqualTo(new Gate(
                        "Regressed  p99 > 5 %",
                        Gate.Kind.REGRESSION, new MetricName.OfPercentile(99), Gate.Side.ABOVE, 0.05));
        assertThat(Gate.parse("regressed outliers").limit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p99",
                "p99 >",
                "p99 = 5us",
                "worst > 5us",
                "p99 > 5",
                "p99.9.9 > 5us",
                "p0 > 5us",
                "p100 > 5us",
                "outliers > 5us",
                "outliers > 5",
                "excess > 5ms",
                "regressed p99 > 5us",
                "regressed p99 < 5%",
                "improved p99",
                "regressed p95 > 5%"
            })
    void shouldSayWhatIsWrongWithAGate(String text) {
        assertThatThrownBy(() -> Gate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("gate=" + text);
    }

    @Test
    void shouldTurnALimitRound() {
        assertThat(Gate.limit("p99 < 200us").side()).isEqualTo(Gate.Side.ABOVE);
        assertThatThrownBy(() -> Gate.limit("regressed p99 > 5%"))
                .hasMessage("limit must be of one run, such as p99 < 200us: limit=regressed p99 > 5%");
    }

    @Test
    void shouldUnderstandWhatHasToHold() {
        assertThat(Gate.require("p99 < 1ms"))
                .isEqualTo(new Gate(
                        "p99 < 1ms", Gate.Kind.REQUIRED, new MetricName.OfPercentile(99), Gate.Side.ABOVE, 1_000_000));
        assertThat(Gate.require("p99 not  worse than 5 %"))
                .isEqualTo(new Gate(
                        "p99 not  worse than 5 %",
                        Gate.Kind.NOT_WORSE, new MetricName.OfPercentile(99), Gate.Side.ABOVE, 0.05));
        assertThatThrownBy(() -> Gate.require("regressed p99 > 5%")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Gate.require("p95 not worse than 5%"))
                .hasMessageContaining("regression must be of a percentile that is compared");
    }

    @BeforeAll
    static void writeEightForks() {
        eightForks = RunSet.read("run", List.of(written("run", new WrittenRuns().forks(8))));
    }

    private static RunFolder written(String name, WrittenRuns runs) {
        return runs.diagnosed().write(directory.resolve(name));
    }

    /** Its p50 is 8 µs and its p99 47 µs: 1 µs and an exponential with a mean of 10 µs, times up to 1.02. */
    @ParameterizedTest
    @CsvSource({
        "p99 > 40us, FAILED",
        "p99 > 60us, PASSED",
        "p99 > 47.7us, PASSED",
        "p99 < 60us, FAILED",
        "p99 < 40us, PASSED",
        "p50 > 7us, FAILED",
        "p50 > 9us, PASSED",
        "outliers > 0.5%, FAILED",
        "outliers > 2%, PASSED",
        "excess > 1us/s, FAILED",
        "excess > 1s/s, PASSED",
        "p99.999 > 1us, UNDECIDED",
        "p99.999 > 1s, UNDECIDED"
    })
    void shouldFailOnlyWhenTheWholeIntervalIsBeyondTheLimit(String gate, Outcome outcome) {
        GateResult result = Gate.parse(gate).judge(eightForks, THRESHOLD_NS, 1);

        assertThat(result.outcome()).as(result.sentence()).isEqualTo(outcome);
    }

    @Test
    void shouldSayTheMetricItsIntervalAndTheLimit() {
        assertThat(Gate.parse("p99 > 40us").judge(eightForks, THRESHOLD_NS, 1).sentence())
                .matches("p99 is 4\\d(\\.\\d)? µs \\[4\\d(\\.\\d)? µs, 4\\d(\\.\\d)? µs\\], and the limit is 40 µs");
        assertThat(Gate.parse("p99 > 47.7us").judge(eightForks, THRESHOLD_NS, 1).sentence())
                .endsWith("the interval holds the limit, so nothing is certain");
    }

    /** As where a machine was slow in one of two JVMs: the interval says little, the iterations say enough. */
    @Test
    void shouldFailInSpiteOfAWideIntervalWhenTooManyExceedTheLimitAllTheTime() {
        RunSet run = RunSet.read(
                "run",
                List.of(
                        written("quick", new WrittenRuns()),
                        written("slow", new WrittenRuns().seed(2).factor(1_000))));

        GateResult broken = Gate.parse("p50 > 1us").judge(run, THRESHOLD_NS, 1);
        assertThat(broken.outcome()).as(broken.sentence()).isEqualTo(Outcome.FAILED);
        assertThat(broken.sentence())
                .matches(
                        "p50 is .*\\], and the limit is 1 µs, but 40,000 of 40,000 iterations exceeded the limit of 1 µs,"
                                + " too many in every tenth of the time");
        GateResult open = Gate.parse("p50 > 10us").judge(run, THRESHOLD_NS, 1);
        assertThat(open.outcome()).as(open.sentence()).isEqualTo(Outcome.PASSED);
    }

    private GateResult judged(String gate, double factor) {
        return judged(Gate.parse(gate), factor);
    }

    private GateResult judged(Gate gate, double factor) {
        return COMPARED.computeIfAbsent(factor, GateTest::compared).judged(gate);
    }

    private static Compared compared(double factor) {
        RunFolder after =
                written("after-" + factor, new WrittenRuns().forks(8).seed(2).factor(factor));
        RunSet b = RunSet.read("b", List.of(after));
        return new Compared(b, RunComparison.of(eightForks, b, Tasks.SAME, "", 1));
    }

    @Test
    void shouldFailOnARegressionThatIsCertainAndLargeEnough() {
        assertThat(judged("regressed p99 > 5%", 1.3).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(judged("regressed p99 > 50%", 1.3).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judged("regressed p99", 1.0).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judged("regressed p99", 0.7).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judged("p50 > 9us", 1.3).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** Of eight JVMs the interval of p99 is 47 µs, give or take some. */
    @ParameterizedTest
    @CsvSource({"p99 < 60us, PASSED", "p99 < 40us, FAILED", "p99 < 47.7us, UNDECIDED", "p99.999 < 1s, UNDECIDED"})
    void shouldPassWhatIsRequiredOnlyWhenItCertainlyHolds(String gate, Outcome outcome) {
        GateResult result = Gate.require(gate).judge(eightForks, THRESHOLD_NS, 1);

        assertThat(result.outcome()).as(result.sentence()).isEqualTo(outcome);
    }

    @Test
    void shouldPassWhatIsNotWorseOnlyIfAWorseOneIsOutOfTheQuestion() {
        assertThat(judged(Gate.require("p99 not worse than 50%"), 1.0).outcome())
                .isEqualTo(Outcome.PASSED);
        assertThat(judged(Gate.require("p99 not worse than 0.1%"), 1.001).outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(judged(Gate.require("p99 not worse than 5%"), 1.3).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** Nothing regressed; but nothing smaller than some percent would have been seen. */
    @Test
    void shouldNotPassARegressionThatItCouldNotSee() {
        GateResult blind = judged(Gate.parse("regressed p99 > 0.1%"), 1.001);

        assertThat(blind.outcome()).as(blind.sentence()).isEqualTo(Outcome.UNDECIDED);
        assertThat(blind.sentence())
                .contains("no certain regression, but of those that are smaller than", "most would not be seen");
        assertThat(judged(Gate.parse("regressed p99 > 50%"), 1.04).outcome()).isEqualTo(Outcome.PASSED);
    }

    private GateResult judgedFromZero(Gate gate, double factor) {
        return COMPARED_FROM_ZERO
                .computeIfAbsent(factor, GateTest::comparedFromZero)
                .judged(gate);
    }

    private static Compared comparedFromZero(double factor) {
        WrittenRuns quick = new WrittenRuns().forks(8).thresholdNs(200_000);
        WrittenRuns slow =
                new WrittenRuns().forks(8).thresholdNs(200_000).seed(2).factor(factor);
        RunSet a = RunSet.read("a", List.of(written("from-zero", quick)));
        RunSet b = RunSet.read("b", List.of(written("from-zero-" + factor, slow)));
        return new Compared(b, RunComparison.of(a, b, Tasks.SAME, "", 1));
    }

    /** No percentage says how much more some are than none. */
    @ParameterizedTest
    @CsvSource({
        "regressed outliers > 20%, outlier rate was zero and is 0\\.0\\d+%",
        "regressed excess > 20%, excess latency was zero and is \\d+(\\.\\d+)? µs/s",
        "outliers not worse than 5%, outlier rate was zero and is 0\\.0\\d+%"
    })
    void shouldFailIfThereAreOutliersWhereThereWereNone(String text, String change) {
        Gate gate = text.contains("not worse") ? Gate.require(text) : Gate.parse(text);

        GateResult worse = judgedFromZero(gate, 2.5);

        assertThat(worse.outcome()).as(worse.sentence()).isEqualTo(Outcome.FAILED);
        assertThat(worse.sentence()).matches(change + ", which is beyond any limit");
    }

    @Test
    void shouldSayThatFewOutliersWhereThereWereNoneMayBeChance() {
        GateResult few = judgedFromZero(Gate.parse("regressed outliers"), 1.8);

        assertThat(few.outcome()).as(few.sentence()).isEqualTo(Outcome.UNDECIDED);
        assertThat(few.sentence())
                .matches("outlier rate was zero and is 0\\.00\\d+%, which may be chance\\. Measure more.*");
    }

    @Test
    void shouldPassARegressionIfNeitherSideHasOutliers() {
        assertThat(judgedFromZero(Gate.parse("regressed outliers"), 1.0))
                .isEqualTo(new GateResult(
                        "regressed outliers",
                        Outcome.PASSED,
                        "outlier rate was zero, and is: neither side has outliers"));
        assertThat(judgedFromZero(Gate.require("excess not worse than 5%"), 1.0).outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    /** The fewer outliers there are, the better. */
    @ParameterizedTest
    @CsvSource({
        "outliers > 1%, PASSED",
        "outliers > 0.0001%, UNDECIDED",
        "excess > 2ms/s, PASSED",
        "excess > 1ns/s, UNDECIDED"
    })
    void shouldPassAnUpperLimitThatFewOutliersAreFarFrom(String gate, Outcome outcome) {
        long thresholdNs = 100_000;
        while (Exceedance.of(eightForks.latencies().forks(), thresholdNs).over() > 5) {
            thresholdNs += 1_000;
        }

        GateResult result = Gate.parse(gate).judge(eightForks, thresholdNs, 1);

        assertThat(result.outcome()).as(result.sentence()).isEqualTo(outcome);
        assertThat(result.sentence())
                .matches(
                        outcome == Outcome.PASSED
                                ? ".*, with so few events no more than .*, and the limit is .*"
                                : ".*needed.*");
    }

    @Test
    void shouldPassAnUpperLimitIfThereAreNoOutliers() {
        assertThat(Gate.parse("excess > 2ms/s").judge(eightForks, 1_000_000_000, 1))
                .isEqualTo(new GateResult(
                        "excess > 2ms/s",
                        Outcome.PASSED,
                        "excess latency is zero: there were no outliers, and the limit is 2 ms/s"));
        assertThat(Gate.require("excess < 2ms/s")
                        .judge(eightForks, 1_000_000_000, 1)
                        .outcome())
                .isEqualTo(Outcome.UNDECIDED);
        assertThat(Gate.require("outliers < 1%")
                        .judge(eightForks, 1_000_000_000, 1)
                        .outcome())
                .isEqualTo(Outcome.PASSED);
    }
}
