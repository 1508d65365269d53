package io.straggler.flamegraph.report;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import io.straggler.site.DocumentationSite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The site that the build makes of the documentation, opened from disk. */
class DocumentationSearchTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

    @TempDir
    private static Path site;

    @BeforeAll
    static void write() throws IOException {
        DocumentationSite.main(new String[] {ROOT.toString(), site.toString()});
    }

    private static OpenPage open(String page) {
        return OpenPage.of(site.resolve(page));
    }

    @Test
    void shouldFindASectionByItsWordsAndGoThere() {
        try (OpenPage open = open("docs/decisions/0017-timer-on-the-measured-thread.html")) {
            Page page = open.page();
            page.keyboard().press("/");
            page.keyboard().type("undecided gates");
            Locator first = page.locator("#found a").first();

            assertThat(first).containsText("Gates");
            assertThat(first.locator("mark").first().textContent()).matches("(?i)undecided|gates");
            page.keyboard().press("Enter");
            page.waitForURL("**/docs/comparing.html#gates");
            assertThat(open.number("document.getElementById('gates').getBoundingClientRect().top"))
                    .as("below the bar at the top")
                    .isBetween(40.0, 200.0);
        }
    }

    @Test
    void shouldMoveThroughWhatWasFoundByKeysAndPutItAway() {
        try (OpenPage open = open("index.html")) {
            Page page = open.page();
            page.locator("#search").fill("percentile");
            assertThat(page.locator("#found a").nth(1)).isVisible();
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("#found a").nth(1)).isFocused();
            page.keyboard().press("ArrowUp");
            page.keyboard().press("ArrowUp");
            assertThat(page.locator("#search")).isFocused();
            page.keyboard().press("Escape");
            assertThat(page.locator("#found")).isHidden();

            page.locator("#search").fill("percentile zqxjkv");
            assertThat(page.locator("#found")).hasText("No section holds all of these words.");
        }
    }

    @ParameterizedTest
    @CsvSource({"index.html, 400", "docs/cli.html, 400", "docs/cli.html, 1440", "docs/decisions/index.html, 1440"})
    void shouldBeReadableByEverybody(String name, int width) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            try (OpenPage open = OpenPage.of(site.resolve(name), "", scheme, width)) {
                open.screenshot("site-" + name.replaceAll("\\W+", "-") + "-" + scheme + "-" + width);
                assertThat(open.overflow()).as(name).isZero();
                assertThat(open.seriousFindings()).as(name).isEmpty();
            }
        }
    }
}
