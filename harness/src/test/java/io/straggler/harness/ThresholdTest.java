package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.series.SeriesRecorder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {
    @Test
    void shouldParseTheThreeForms() {
        assertThat(Threshold.parse(" 50us ")).isEqualTo(new Threshold.Fixed(50_000));
        assertThat(Threshold.parse("1.5ms")).isEqualTo(new Threshold.Fixed(1_500_000));
        assertThat(Threshold.parse("P99.9")).isEqualTo(new Threshold.Percentile(99.9));
        assertThat(Threshold.parse("p50")).isEqualTo(new Threshold.Percentile(50));
        assertThat(Threshold.parse("AUTO")).isEqualTo(new Threshold.Auto());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "50", "p", "p99,9", "p-1", "99.9", "-5us"})
    void shouldSayWhatFormsThereAreWhenItIsNone(String text) {
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threshold must be a duration such as 5ms, a percentile such as p99.9, or auto: threshold="
                        + text);
    }

    @ParameterizedTest
    @CsvSource({"p49, 49.0", "p100, 100.0", "p0, 0.0", "p99999, 99999.0"})
    void shouldRejectAPercentileThatIsNoTail(String text, String shown) {
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threshold must be from p50 to below p100: threshold=p" + shown);
    }

    @Test
    void shouldRejectAThresholdOfNothing() {
        assertThatThrownBy(() -> new Threshold.Fixed(0)).hasMessage("threshold must be above zero: thresholdNs=0");
    }

    @Test
    void shouldReadAsItIsWritten() {
        assertThat(new Threshold.Fixed(50_000)).hasToString("50 µs");
        assertThat(new Threshold.Percentile(99.9)).hasToString("p99.9");
        assertThat(new Threshold.Auto()).hasToString("auto");
    }

    @Test
    void shouldNeedAWarmUpUnlessItIsADuration() {
        assertThat(new Threshold.Fixed(1).needsWarmUp()).isFalse();
        assertThat(new Threshold.Percentile(99).needsWarmUp()).isTrue();
        assertThat(new Threshold.Auto().needsWarmUp()).isTrue();
    }

    @Test
    void shouldBeTheSameWhateverTheWarmUpWhenFixed() {
        assertThat(new Threshold.Fixed(7).resolveNs(oneTo(0))).isEqualTo(7);
    }

    @Test
    void shouldBeThePercentileOfTheWarmUp() {
        assertThat(new Threshold.Percentile(99).resolveNs(oneTo(1_000))).isEqualTo(990);
        assertThat(new Threshold.Percentile(50).resolveNs(oneTo(20))).isEqualTo(10);
    }

    @Test
    void shouldRefuseAPercentileThatTheWarmUpIsTooShortFor() {
        assertThatThrownBy(() -> new Threshold.Percentile(99).resolveNs(oneTo(999)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the threshold p99.0 is measured in the second half of the warm-up, and needs 1,000 iterations there, where 999 were:"
                                + " warm up for longer, or give a duration as threshold, such as 100us");
    }

    @Test
    void shouldTakeTheHighestMeasurablePercentileWhenAuto() {
        assertThat(new Threshold.Auto().resolveNs(tail(100, 10))).isEqualTo(11);
        assertThat(new Threshold.Auto().resolveNs(tail(1_000, 10))).isEqualTo(11);
        assertThat(new Threshold.Auto().resolveNs(tail(10_000, 10))).isEqualTo(11);
    }

    /** All values are 1, except the worst ones: those are 11, and one fewer of them would not reach the percentile. */
    private static Histogram tail(int count, int worst) {
        Histogram histogram = SeriesRecorder.newHistogram();
        histogram.recordValueWithCount(1, count - worst - 1);
        histogram.recordValueWithCount(11, worst + 1);
        return histogram;
    }

    @Test
    void shouldBeAtLeastThreeMediansWhenAuto() {
        Histogram narrow = SeriesRecorder.newHistogram();
        narrow.recordValueWithCount(100, 10_000);

        assertThat(new Threshold.Auto().resolveNs(narrow)).isEqualTo(300);
    }

    @Test
    void shouldReportFromWhatStandsOutOfServiceTimesOnWhenAuto() {
        Threshold auto = new Threshold.Auto();

        assertThat(auto.reportedFromNs(1_000, tail(10_000, 10))).isEqualTo(11);
        assertThat(auto.reportedFromNs(1_000, oneTo(100))).isEqualTo(150);
        assertThat(auto.reportedFromNs(10, tail(10_000, 10))).isEqualTo(10);
        assertThat(auto.reportedFromNs(1_000, oneTo(9))).isEqualTo(1_000);
        assertThat(new Threshold.Percentile(99).reportedFromNs(1_000, tail(10_000, 10)))
                .isEqualTo(1_000);
    }

    @Test
    void shouldReportFromTheFirstValueOfABucketOnWhenAuto() {
        Histogram service = tail(10_000, 9);
        service.recordValueWithCount(123_457, 100);

        assertThat(new Threshold.Auto().reportedFromNs(1_000_000, service))
                .isEqualTo(service.lowestEquivalentValue(123_457))
                .isLessThan(123_457);
    }

    @Test
    void shouldTakeThreeMediansOfTheRunWhenAutoAndNothingElseStandsOut() {
        assertThat(new Threshold.Auto().atEndNs(1_000, 5, oneTo(100))).isEqualTo(150);
    }

    @Test
    void shouldTakeThePercentileOfARunThatWasQuieterThanItsWarmUpWhenAuto() {
        assertThat(new Threshold.Auto().atEndNs(1_000, 5, tail(10_000, 10))).isEqualTo(11);
        assertThat(new Threshold.Auto().atEndNs(1_000, 5, tail(100, 10))).isEqualTo(11);
    }

    @Test
    void shouldStayBetweenWhatWasReportedAndTheWarmUpWhenAuto() {
        assertThat(new Threshold.Auto().atEndNs(1_000, 20, tail(10_000, 10))).isEqualTo(20);
        assertThat(new Threshold.Auto().atEndNs(10, 5, tail(10_000, 10))).isEqualTo(10);
    }

    @Test
    void shouldTakeALatencyBelowAPercentileFromWhichOnMoreIsLostWhenAuto() {
        Histogram run = SeriesRecorder.newHistogram();
        run.recordValueWithCount(100_000, 99_000);
        run.recordValueWithCount(10_000_000, 900);
        run.recordValueWithCount(25_000_000, 100);

        assertThat(new Threshold.Auto().atEndNs(30_000_000, 300_000, run))
                .isEqualTo(run.lowestEquivalentValue(10_000_000));
        assertThat(new Threshold.Auto().atEndNs(30_000_000, 15_000_000, run)).isEqualTo(15_000_000);
    }

    @Test
    void shouldKeepTheThresholdOfTheWarmUpOfARunThatIsTooShortWhenAuto() {
        assertThat(new Threshold.Auto().atEndNs(1_000, 5, oneTo(99))).isEqualTo(1_000);
        assertThat(new Threshold.Auto().atEndNs(1_000, 5, SeriesRecorder.newHistogram()))
                .isEqualTo(1_000);
    }

    @Test
    void shouldNotChangeAtTheEndUnlessAuto() {
        assertThat(new Threshold.Fixed(1_000).atEndNs(1_000, 5, tail(10_000, 10)))
                .isEqualTo(1_000);
        assertThat(new Threshold.Percentile(99).atEndNs(1_000, 5, tail(10_000, 10)))
                .isEqualTo(1_000);
    }

    @Test
    void shouldRefuseAutoWhenTheWarmUpTellsNothing() {
        assertThatThrownBy(() -> new Threshold.Auto().resolveNs(oneTo(99)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "the threshold auto is measured in the second half of the warm-up, and needs 100 iterations there, where 99 were:");
    }

    /** One of each value from 1 to {@code most}. */
    private static Histogram oneTo(int most) {
        Histogram histogram = SeriesRecorder.newHistogram();
        for (int value = 1; value <= most; value++) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    @Test
    void shouldSayThatNothingIsNoThreshold() {
        assertThatThrownBy(() -> Threshold.parse("0us"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threshold must be above zero: thresholdNs=0");
    }
}
