package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.flamegraph.RandomRun;
import io.straggler.flamegraph.report.ReportData;
import io.straggler.flamegraph.report.ReportSamples;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Summaries of sample runs at every width. */
class SummaryWidthTest {
    private static final int RANDOM_RUNS = 20;
    private static final List<ReportData> SAMPLES = samples();
    private static final ReportData HOSTILE = ReportSamples.hostile();

    static IntStream widths() {
        return IntStream.rangeClosed(LineWidth.MIN, LineWidth.MAX).filter(columns -> columns % 7 == 0 || columns == 60);
    }

    private static List<ReportData> samples() {
        return Stream.concat(
                        Stream.of(
                                ReportSamples.realistic(),
                                ReportSamples.queued(),
                                ReportSamples.saturated(),
                                ReportSamples.ofAnyProgram(),
                                ReportSamples.failed(),
                                ReportSamples.empty(),
                                ReportSamples.oneIteration()),
                        LongStream.range(0, RANDOM_RUNS)
                                .mapToObj(
                                        seed -> new ReportData(RandomRun.description(), List.of(), RandomRun.of(seed))))
                .toList();
    }

    private static List<String> lines(ReportData sample, int columns) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Summary.print(
                new Analysis(sample.run(), sample.series(), sample.conclusions(), null),
                Optional.empty(),
                new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), new LineWidth(columns), false));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @ParameterizedTest
    @MethodSource("widths")
    void shouldHaveNoLineThatIsWiderUnlessItIsOneWord(int columns) {
        SAMPLES.forEach(sample -> assertThat(lines(sample, columns))
                .allMatch(line -> line.length() <= columns || !line.strip().contains(" ")));
    }

    @ParameterizedTest
    @MethodSource("widths")
    void shouldCutNoWordInTheMiddle(int columns) {
        SAMPLES.forEach(sample -> assertThat(lines(sample, columns))
                .noneMatch(line -> line.matches(".*[\\p{L}\\p{N}]\u2026[\\p{L}\\p{N}].*")));
    }

    @ParameterizedTest
    @MethodSource("widths")
    void shouldStayWithinTheWidthWhenNamesAreHostile(int columns) {
        assertThat(lines(HOSTILE, columns))
                .allMatch(line -> line.length() <= columns || !line.strip().contains(" "));
    }
}
