package io.straggler.rates.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import io.straggler.rates.json.CapacitySamples;
import io.straggler.rates.result.Capacity;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityPageTest {
    @TempDir
    private Path folder;

    private Path write(Capacity capacity) throws IOException {
        Path file = folder.resolve("capacity.html");
        CapacityPage.write(capacity, file);
        return file;
    }

    @Test
    void shouldSayWhatIsSustainedHowSurelyAndWhatLimitsIt() throws IOException {
        try (OpenPage page = OpenPage.of(write(CapacitySamples.found()), "", ColorScheme.LIGHT, 400)) {
            assertThat(page.text("h1")).isEqualTo("Sustains at least 20,000/s with p99 < 10us (held in 2 of 3 confirmation runs).");
            assertThat(page.text("#headline"))
                    .contains(
                            "near 20,900/s and, with 95% confidence, between 20,000/s and 22,000/s, 10% apart. That is wider than the 5% asked for",
                            "held in 2 of 3 confirmation runs", "Ended.");
            assertThat(page.text("#limit")).contains("At 22,000/s: ", "GC pause");
            assertThat(page.text("#runs")).contains("holds", "fails", "confirmation", "saturated");
            page.page().locator("#tried canvas.figure-over").hover(new Locator.HoverOptions().setPosition(120, 30));
            assertThat(page.page().locator(".flame-tip:visible").innerText()).contains("20,000/s, holds", "yes");
            page.shouldBeReadableByEverybody("capacity");
        }
    }

    @Test
    void shouldSayWhatIsNotKnown() throws IOException {
        try (OpenPage page = OpenPage.of(write(CapacitySamples.unconfirmed()))) {
            assertThat(page.text("h1"))
                    .isEqualTo(
                            "No verdict: p99 < 10us held at 20,000/s and not at 22,000/s, but that was not confirmed.");
            assertThat(page.text("#runs")).contains("undecided", "</script><script>alert(1)</script>");
        }
        try (OpenPage page = OpenPage.of(write(CapacitySamples.none()))) {
            assertThat(page.text("h1")).contains("at 1,000/s, the lowest rate, could not be decided or confirmed.");
            assertThat(page.page().isVisible("#tried")).isFalse();
            assertThat(page.page().isVisible("#limit")).isFalse();
        }
    }
}
