package io.straggler.rates.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.browser.OpenPage;
import io.straggler.model.RunStatus;
import io.straggler.rates.json.SweepSamples;
import io.straggler.rates.result.SweptRates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SweepPageTest {
    private static final Map<String, Supplier<SweptRates>> SAMPLES = Map.of(
            "sweep",
            SweepSamples::twelve,
            "sweep-four",
            SweepSamples::four,
            "sweep-failed",
            () -> SweepSamples.of(SweepSamples.step(10_000, RunStatus.FAILED, Cause.CODE, 0)),
            "sweep-empty",
            () -> new SweptRates("com.acme.Task", List.of(1.0, 2.0), 1, 1, List.of(), ""));

    @TempDir
    private Path folder;

    static Stream<String> pages() {
        return SAMPLES.keySet().stream().sorted();
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name + ".html");
        SweepPage.write(SAMPLES.get(name).get(), file);
        return file;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldBeReadableByEverybodyWhenOpened(String name) throws IOException {
        try (OpenPage page = OpenPage.of(write(name), "", ColorScheme.LIGHT, 400)) {
            page.shouldBeReadableByEverybody(name);
        }
    }

    @Test
    void shouldSayWhereItSaturatesWhatTakesOverAndWhatFailed() throws IOException {
        try (OpenPage page = OpenPage.of(write("sweep-four"))) {
            assertThat(page.text("h1")).isEqualTo("Saturates between 20,000/s and 40,000/s.");
            assertThat(page.text("#headline"))
                    .contains(
                            "40,000/s was not kept in 1 of 2 rounds.",
                            "GC pause at 10,000/s, waiting for a core from 20,000/s to 40,000/s",
                            "Failed at 80,000/s: that is why",
                            "Interrupted.");
            assertThat(page.text("header")).contains("com.acme.</script>Task");
            assertThat(page.text("#steps"))
                    .contains("saturated in 1 of 2 rounds", "failed in 1 of 2 rounds", "p99 20 µs", "7,500/s");
            assertThat(page.text("#budget")).contains("5,000 outliers of 50 µs or longer, saturated", "no outlier");
            assertThat(page.page().locator("#steps a").first().getAttribute("href"))
                    .isEqualTo("rate-00010000/report.html");
        }
    }

    @Test
    void shouldTellAPointWithItsIntervalAndNoLatencyOfARateThatWasNotKept() throws IOException {
        try (OpenPage open = OpenPage.of(write("sweep-four"))) {
            Page page = open.page();
            Locator chart = page.locator("#curves canvas.figure-over");
            double width = open.number("document.querySelector('#curves .figure').clientWidth");
            chart.hover(new Locator.HoverOptions().setPosition(90, 100));
            assertThat(page.locator(".flame-tip:visible").innerText())
                    .contains("10,000/s asked, 7,500/s achieved", "p99", "10 µs (9 µs to 11 µs)");
            chart.hover(new Locator.HoverOptions().setPosition(62 + (width - 76) * 0.65, 100));
            assertThat(page.locator(".flame-tip:visible").innerText())
                    .contains("40,000/s asked", "saturated")
                    .doesNotContain("p99");
        }
    }
}
