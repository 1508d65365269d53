package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of run, in both themes, on a wide screen and on a telephone's. */
class EveryPageTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> pages() {
        return OpenPage.SAMPLES.keySet().stream()
                .sorted()
                .flatMap(name -> Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                        .flatMap(scheme -> Stream.of(1440, 400).map(width -> Arguments.of(name, scheme, width))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldBeReadableByEverybodyWhenOpened(String name, ColorScheme scheme, int width) {
        Path file = OpenPage.write(folder, name);
        try (OpenPage page = OpenPage.of(file, "", scheme, width)) {
            page.settle();
            page.screenshot(name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            assertThat(page.text("main")).doesNotContain("could not be drawn");
            assertThat(page.overflow()).isZero();
            assertThat(page.seriousFindings()).isEmpty();
        }
    }
}
