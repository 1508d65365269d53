package io.straggler.flamegraph.report;

import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of run, as everybody may look at it. */
class EveryPageTest {
    @TempDir
    private Path folder;

    static Stream<String> pages() {
        return OpenPage.SAMPLES.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldBeReadableByEverybodyWhenOpened(String name) {
        try (OpenPage page = OpenPage.of(OpenPage.write(folder, name), "", ColorScheme.LIGHT, 400)) {
            page.shouldBeReadableByEverybody(name);
        }
    }
}
