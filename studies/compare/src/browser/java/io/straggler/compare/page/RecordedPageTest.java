package io.straggler.compare.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.flamegraph.browser.OpenPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison of files that other tools wrote: what needs a recording is not there. */
class RecordedPageTest {
    @TempDir
    private Path folder;

    private Path write(RecordedComparison runs) throws IOException {
        Path file = folder.resolve("recorded.html");
        RecordedPage.write(runs, file);
        return file;
    }

    @Test
    void shouldSayWhatIsCertainAndLeaveOutWhatNeedsARecording() throws IOException {
        try (OpenPage page = OpenPage.of(write(RecordedSamples.logs()), "", ColorScheme.LIGHT, 400)) {
            assertThat(page.text("h1")).isEqualTo("after is worse in p99.");
            assertThat(page.text("#headline"))
                    .contains("HdrHistogram interval logs, put, 4 runs", "Nothing is said of causes");
            assertThat(page.text("#rows")).contains("▲ regressed", "+5% to +30%");
            for (String section : List.of("#budget", "#flames", "#percentiles", "#environment")) {
                assertThat(page.page().isVisible(section)).as(section).isFalse();
            }
            page.shouldBeReadableByEverybody("recorded-logs");
        }
    }

    @Test
    void shouldPutValuesSideBySideWithoutAVerdict() throws IOException {
        try (OpenPage page = OpenPage.of(write(RecordedSamples.ofOneFork()), "", ColorScheme.LIGHT, 400)) {
            assertThat(page.text("#headline"))
                    .contains("side by side", "No verdict. One fork says nothing of the next");
            assertThat(page.text("#rows"))
                    .contains("Side by side", "1 µs", "1.2 µs", "–")
                    .doesNotContain("Verdict", "95%", "improved", "regressed");
            assertThat(page.page().isVisible("#environment")).isTrue();
            page.shouldBeReadableByEverybody("recorded-values");
        }
    }

    /** A figure that could not be measured is not "no difference". */
    @Test
    void shouldSayOfWhichMetricsNothingIsKnown() throws IOException {
        Difference alike = RecordedSamples.judged(50, Verdict.NO_DETECTABLE_DIFFERENCE);
        Difference unknown = RecordedSamples.judged(99, Verdict.NOT_MEASURABLE);
        Difference unknownToo = RecordedSamples.judged(99.9, Verdict.NOT_MEASURABLE);
        Difference better = RecordedSamples.judged(99, Verdict.IMPROVED);

        assertThat(answer(alike)).isEqualTo("No difference found between before and after.");
        assertThat(answer(alike, unknown, unknownToo))
                .isEqualTo(
                        "No difference found between before and after in p50; too little was measured to compare p99 and p99.9.");
        assertThat(answer(unknown, unknownToo))
                .isEqualTo("Whether before and after differ is not known: too little was measured.");
        assertThat(answer(alike, better)).isEqualTo("after is better in p99.");
    }

    private String answer(Difference... metrics) throws IOException {
        try (OpenPage page = OpenPage.of(write(RecordedSamples.ofLogs(metrics)), "", ColorScheme.LIGHT, 400)) {
            return page.text("h1");
        }
    }
}
