package io.straggler.compare.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.flamegraph.browser.OpenPage;
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

class ComparisonPageTest {
    private static final Map<String, Supplier<ComparedRuns>> SAMPLES = Map.of(
            "comparison", ComparisonSamples::realistic,
            "comparison-hostile", ComparisonSamples::hostile,
            "comparison-empty", ComparisonSamples::empty);

    @TempDir
    private Path folder;

    static Stream<String> pages() {
        return SAMPLES.keySet().stream().sorted();
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name + ".html");
        ComparisonPage.write(SAMPLES.get(name).get(), file);
        return file;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldBeReadableByEverybodyWhenOpened(String name) throws IOException {
        try (OpenPage page = OpenPage.of(write(name), "", ColorScheme.LIGHT, 400)) {
            page.shouldBeReadableByEverybody(name);
            for (int width : new int[] {1440, 720, 400}) {
                page.page().setViewportSize(width, 900);
                assertThat(
                                page.number(
                                        "[...document.querySelectorAll('#rows .verdict')].filter(one =>"
                                                + " one.getBoundingClientRect().right > one.closest('.scroll').getBoundingClientRect().right + 0.5).length"))
                        .as("verdicts that are cut off at " + width)
                        .isZero();
            }
        }
    }

    @Test
    void shouldSayWhatIsCertainAndWhatAppeared() throws IOException {
        try (OpenPage page = OpenPage.of(write("comparison"))) {
            assertThat(page.text("h1"))
                    .isEqualTo("class methods is better in p99.9, and worse in p99 and outlier rate.");
            assertThat(page.text("#task")).endsWith(": default methods and class methods");
            page.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            page.page().locator("#copy").click();
            page.page().waitForFunction("() => document.getElementById('copy').textContent === 'Copied'");
            assertThat((String) page.page().evaluate("() => navigator.clipboard.readText()"))
                    .contains(
                            "**class methods is better in p99.9",
                            "| p99.9 | 82 µs | 31 µs | −62% | −71% to −50% | ▼ improved |");
            assertThat(page.text("#rows"))
                    .contains(
                            "−62%",
                            "−71% to −50%",
                            "▼ improved",
                            "▲ regressed",
                            "≈ no difference found (a change of 2% would have been)",
                            "not measurable",
                            "×36",
                            "1.2 ms/s");
            assertThat(page.text("#headline")).contains("interleaved", "Ended after 12 pairs of JVMs", "12 pairs");
            assertThat(page.text("#budget")).contains("default methods", "monitor", "Per million iterations");
            assertThat(page.text("#flames"))
                    .contains("Only in class methods (", "Only in default methods (", "com.acme.audit.Journal.append");
            page.page()
                    .locator("#flames")
                    .getByRole(
                            AriaRole.BUTTON,
                            new Locator.GetByRoleOptions()
                                    .setName("default methods")
                                    .setExact(true))
                    .click();
            page.settle();
            assertThat(page.text("#flames"))
                    .contains("outliers of default methods took from their start on, running or blocked")
                    .doesNotContain("Only in");
            assertThat(page.text("#environment")).contains("-XX:+UseParallelGC");
        }
    }

    @Test
    void shouldTellTheCurvesOfBothWhenPointedAt() throws IOException {
        try (OpenPage open = OpenPage.of(write("comparison"))) {
            Page page = open.page();
            page.locator("#percentiles canvas.figure-over").hover(new Locator.HoverOptions().setPosition(500, 100));
            assertThat(page.locator(".flame-tip:visible").innerText())
                    .contains("latency · default methods", "latency · class methods");
        }
    }

    @Test
    void shouldTellTheCurvesOfBothApartWhenTheirLongNamesDifferInTheMiddle() throws IOException {
        Path file = folder.resolve("alike.html");
        ComparisonPage.write(
                ComparisonSamples.named("orders-service-v1.2.3-baseline-run", "orders-service-v1.2.4-baseline-run"),
                file);
        try (OpenPage open = OpenPage.of(file)) {
            String plot = "Straggler.panels.percentiles";
            assertThat(open.page()
                            .locator("#percentiles .legend")
                            .first()
                            .locator("button")
                            .allInnerTexts())
                    .containsExactly(
                            "latency · orders-serv…seline-run A",
                            "service · orders-serv…seline-run A",
                            "latency · orders-serv…seline-run B",
                            "service · orders-serv…seline-run B");
            assertThat((Integer) open.value("new Set(" + plot + ".curves().map(one => one.colour())).size"))
                    .isEqualTo(2);
        }
    }
}
