package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of page without data, as it lies beside its script and its style after a build. */
class TemplateTest {
    private static final Path FOLDER = Path.of("..", "target", "classes", "io", "straggler", "flamegraph", "report");

    @ParameterizedTest
    @ValueSource(strings = {"report", "capacity", "comparison", "fleet", "selftest", "sweep"})
    void shouldBeDrawnWithoutData(String name) {
        try (OpenPage open = OpenPage.of(FOLDER.resolve(name + ".html"))) {
            open.settle();
            assertThat(open.text("main")).doesNotContain("could not be drawn");
            assertThat(open.text("#task")).isNotEmpty();
            assertThat(
                            open.value(
                                    "Object.keys(Straggler.panels).length === document.querySelectorAll('main section').length"))
                    .isEqualTo(true);
        }
    }
}
