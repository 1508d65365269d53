package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
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

    /** The page that has most to show. */
    @Test
    void shouldBeReadableInAllLooksWhereThereIsMost() {
        try (OpenPage page = OpenPage.of(OpenPage.write(folder, "queued"), "", ColorScheme.LIGHT, 400)) {
            page.shouldBeReadableInAllLooks("queued");
        }
    }

    /** Tables and the row of sections, which have a shadow where they go on. */
    @ParameterizedTest
    @MethodSource("pages")
    void shouldScrollNothingSidewaysButTablesOnATelephone(String name) {
        try (OpenPage page = OpenPage.of(OpenPage.write(folder, name), "", ColorScheme.LIGHT, 400)) {
            page.value(
                    "document.querySelectorAll('details, .expand').forEach(one => one.matches('details') ? one.open = true : one.click())");
            page.value("document.querySelector('.outlier')?.click()");
            page.settle();
            assertThat(
                            page.value(
                                    "[...document.querySelectorAll('main *')].filter(one => one.scrollWidth > one.clientWidth + 1"
                                            + " && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)"
                                            + " && !one.matches('.scroll, .contents')).map(one => one.className || one.tagName)"))
                    .isEqualTo(List.of());
            assertThat(page.overflow()).isZero();
        }
    }

    @Test
    void shouldShadeTheEdgeBeyondWhichThereIsMore() throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (OpenPage page = OpenPage.of(OpenPage.write(folder, "queued"), "", scheme, 400)) {
                for (String box : List.of("#culprits .scroll", "#contents")) {
                    assertThat(edges(page, box, 0)).as(box).isEqualTo("left plain, right shaded");
                    assertThat(edges(page, box, 60)).as(box).isEqualTo("left shaded, right shaded");
                    assertThat(edges(page, box, 10_000)).as(box).isEqualTo("left shaded, right plain");
                }
            }
        }
    }

    /** How the edges of a box look that is scrolled to the right by so many pixels, where no text is. */
    private static String edges(OpenPage page, String selector, int scrolled) throws IOException {
        Locator box = page.page().locator(selector).first();
        box.scrollIntoViewIfNeeded();
        box.evaluate("(box, by) => { box.scrollLeft = by; }", scrolled);
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(box.screenshot()));
        int plain = picture.getRGB(picture.getWidth() / 2, 1);
        return "left " + (picture.getRGB(0, 1) == plain ? "plain" : "shaded") + ", right "
                + (picture.getRGB(picture.getWidth() - 1, 1) == plain ? "plain" : "shaded");
    }
}
