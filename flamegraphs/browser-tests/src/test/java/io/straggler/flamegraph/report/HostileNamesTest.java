package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the measured program calls its code, it is text. */
class HostileNamesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldShowNamesAsTextWhereverTheyAppear() {
        try (OpenPage open = OpenPage.of(OpenPage.write(folder, "hostile"))) {
            Page page = open.page();
            open.settle();
            for (String view : new String[] {"Callers first", "By probe", "Difference", "By cause"}) {
                page.getByText(view, new Page.GetByTextOptions().setExact(true))
                        .first()
                        .click();
                open.settle();
            }
            page.getByText("As a tree to walk").click();
            page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })");
            page.evaluate("() => document.querySelectorAll('.expand').forEach(one => one.click())");
            page.evaluate("() => Straggler.panels.outliers.open(7, true)");
            open.settle();
            assertThat(open.text("main"))
                    .contains("</script><script>alert(1)</script>", "\"quoted\" 'twice'", "⟨202E⟩", "⟨0000⟩");
            assertThat((Integer) open.value("document.querySelectorAll('main script, main img, main iframe').length"))
                    .isZero();
            assertThat((String) open.value("document.title")).contains("</script>");
            assertThat(open.overflow()).isZero();
            open.screenshot("hostile-opened");
        }
    }
}
