package io.straggler.remedies.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import io.straggler.remedies.json.RankingSamples;
import io.straggler.remedies.result.Ranking;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingPageTest {
    @TempDir
    private Path folder;

    private Path write(Ranking ranking) throws IOException {
        Path file = folder.resolve("ranking.html");
        RankingPage.write(ranking, file);
        return file;
    }

    @Test
    void shouldSayWhichRemedyHelpsHowMuchAndWhatItTakes() throws IOException {
        try (OpenPage page = OpenPage.of(write(RankingSamples.found()), "", ColorScheme.LIGHT, 400)) {
            // Numbers are kept together with their units.
            assertThat(page.text("h1").replace('\u00a0', ' ')).isEqualTo("ZGC helps: p99.9 4.1 ms → 620 µs.");
            assertThat(page.text("#headline"))
                    .contains("−85% [−92%, −71%] in 6 pairs of JVMs", "For production", "-XX:+UseZGC", "1 of 1 that could be checked held");
            assertThat(page.text("#remedies"))
                    .contains("small heap", "harms", "not measured", "Unrecognized VM option 'UseNothing'")
                    .contains("without GC pause: 590 µs [410 µs, 900 µs], which held")
                    .contains("CPU time of the JVM 7.1 s → 9.8 s (certain)");
            page.page().locator("#changes canvas.figure-over").hover(new Locator.HoverOptions().setPosition(200, 20));
            assertThat(page.page().locator(".flame-tip:visible").innerText()).contains("ZGC", "helps: −85%");
            page.shouldBeReadableByEverybody("ranking");
        }
    }

    @Test
    void shouldSayWhatIsNotKnown() throws IOException {
        try (OpenPage page = OpenPage.of(write(RankingSamples.undecided()))) {
            assertThat(page.text("h1"))
                    .isEqualTo(
                            "Undecided: no remedy improved p99 by more than chance, but an improvement of up to 31% may have been missed.");
            assertThat(page.text("#headline")).contains("Interrupted after 2 rounds.").doesNotContain("For production");
        }
    }
}
