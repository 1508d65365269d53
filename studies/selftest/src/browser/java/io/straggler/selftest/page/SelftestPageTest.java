package io.straggler.selftest.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SelftestPageTest {
    private static final String NOTHING = """
            {"startEpochMs": 0, "jvm": "", "feature": 17, "machine": "", "seeds": [], "thresholdNs": 20000, "abstentions": [],
             "ordinary": {"iterations": 0, "outliers": 0},
             "score": {"injections": 0, "withStack": 0, "missed": 0, "ranked": 0, "rankedRight": 0, "firstRank": null, "placebos": 0,
              "falseAlarms": 0, "placeboPrecision": null, "faults": []}, "bySeed": []}
            """;

    @TempDir
    private Path folder;

    static Stream<String> pages() {
        return Stream.of("selftest", "selftest-hostile", "selftest-empty");
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name + ".html");
        String json = name.equals("selftest-empty") ? NOTHING : sample();
        if (name.equals("selftest-hostile")) {
            json = json.replace("Fictional Processor", "</script><script>alert(1)</script> \u202eProcessor")
                    .replace("\"park\"", "\"<img src=x onerror=alert(2)>" + "park".repeat(60) + "\"");
        }
        SelftestPage.write(
                json,
                name.equals("selftest-empty") ? List.of() : List.of("sampler     triggered (it works here)"),
                name.equals("selftest-hostile") ? "Interrupted: </p><b>what was done by then</b>." : "",
                file);
        return file;
    }

    private static String sample() throws IOException {
        try (InputStream in =
                SelftestPageTest.class.getResourceAsStream("/io/straggler/selftest/page/selftest-sample.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldBeReadableByEverybodyWhenOpened(String name) throws IOException {
        try (OpenPage page = OpenPage.of(write(name), "", ColorScheme.LIGHT, 400)) {
            page.shouldBeReadableByEverybody(name);
        }
    }

    @Test
    void shouldSayHowOftenItIsRightWhereItIsSilentAndWhereItGoesWrong() throws IOException {
        try (OpenPage page = OpenPage.of(write("selftest"))) {
            assertThat(page.text("h1"))
                    .isEqualTo("The diagnosis named the right cause first for 113 of 141 injected faults, 80.1%.");
            assertThat(page.text("#headline"))
                    .contains(
                            "Of 10 iterations to which nothing was done, none was given a cause (0%).",
                            "1 of 170 injected faults got no answer.",
                            "file write + force, 79.1% of whose time was put down to waiting for a core",
                            "The machine was busy",
                            "79.4% of injections have a stack",
                            "the right method stands first in 89.6% of the right answers that have a place",
                            "66.1% of the iterations without an answer were placebos",
                            "75 of 799 iterations without a label were slow themselves",
                            "triggered (it works here)");
            assertThat(page.text("#faults"))
                    .contains("GC pause or allocation slow path", "this user may not stop a process", "22.3 ms");
            assertThat(page.text("#seeds")).contains("0 of 6", "57.1%");
        }
    }

    @Test
    void shouldKeepFiguresWithinTheirColumns() throws IOException {
        Path file = folder.resolve("wide.html");
        // As many characters as there can be: >99.9%, from >99.9% to 100%.
        SelftestPage.write(sample().replace("0.9854", "0.99996").replace("0.9708", "0.99992"), List.of(), "", file);
        try (OpenPage page = OpenPage.of(file)) {
            assertThat(page.number("document.querySelectorAll('.meter .note').length"))
                    .isPositive();
            assertThat(
                            page.number(
                                    "[...document.querySelectorAll('.meter')].filter(meter => meter.scrollWidth > meter.clientWidth).length"))
                    .isZero();
        }
    }

    @Test
    void shouldMarkInTheMatrixWhatIsRightWhatIsWrongAndWhatIsNoAnswer() throws IOException {
        try (OpenPage page = OpenPage.of(write("selftest"))) {
            Locator file =
                    page.page().locator("#confusion tr", new Page.LocatorOptions().setHasText("file write + force"));
            assertThat(file.locator(".matrix-right").innerText()).endsWith("✓");
            assertThat(file.innerText()).contains("79%✗");
            assertThat(page.page().locator("#confusion thead th").last().innerText())
                    .isIn("unexplained", "not seen", "blocked, unknown on what", "no outlier");
            // Of each row at most a percent is not in the matrix, for each answer without a column.
            assertThat(
                            page.number(
                                    "Math.min(...[...document.querySelectorAll('#confusion tbody tr')].map(row => [...row.querySelectorAll('td')]"
                                            + ".reduce((sum, cell) => sum + (parseFloat(cell.textContent.replace('<', '')) || 0), 0)))"))
                    .isGreaterThan(92);
        }
    }

    @Test
    void shouldOpenARowToItsAnswersByKeyboard() throws IOException {
        try (OpenPage page = OpenPage.of(write("selftest"))) {
            page.page().getByLabel("Details of slow code").press("Enter");
            assertThat(page.text("#faults .row-detail"))
                    .contains("more work than usual", "✓ right", "waiting for a core", "✗ wrong");
            page.page().keyboard().press("?");
            assertThat(page.text("dialog")).contains("Dark or light").doesNotContain("flame graph");
            assertThat(page.seriousFindings()).isEmpty();
        }
    }
}
