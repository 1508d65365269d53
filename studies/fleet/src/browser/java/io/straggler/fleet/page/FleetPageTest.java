package io.straggler.fleet.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetPageTest {
    @TempDir
    private Path folder;

    @Test
    void shouldSayWhichHostsAreUnlikeTheRestAndBeReadableByEverybody() throws IOException {
        Path file = folder.resolve("fleet.html");
        FleetPage.write(FleetSamples.twoDozen(), file);
        try (OpenPage page = OpenPage.of(file, "", ColorScheme.LIGHT, 400)) {
            assertThat(page.text("h1"))
                    .startsWith("gateway-1.eu-west.acme.example and 1 other host are unlike the rest: ")
                    .contains("41\u00a0µs of an iteration there, 2.3\u00a0µs elsewhere");
            assertThat(page.text("#hosts")).contains("9 more", "< 0.001", "0.01");
            assertThat(page.text("#differences")).contains("version: 2.1 against 2.0", "▲ regressed", "hosts");
            assertThat(page.text("#recordings")).contains("17.0.9 (20), 21.0.2 (4)", "no events");
            page.shouldBeReadableByEverybody("fleet");
        }
    }
}
