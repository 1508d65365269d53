package io.straggler.flamegraph.report;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Page of a sample that each test opens anew, in light colours and 1,440 pixels wide. */
abstract class SamplePage {
    private final String sample;

    @TempDir
    private Path folder;

    Path file;
    OpenPage open;
    Page page;

    /** @param sample name of the report's sample */
    SamplePage(String sample) {
        this.sample = sample;
    }

    @BeforeEach
    void openPage() {
        write(sample);
        reopen("");
    }

    @AfterEach
    void closePage() {
        open.close();
    }

    /** Writes the page of another sample, which {@link #reopen} shows. */
    void write(String otherSample) {
        file = OpenPage.write(folder, otherSample);
    }

    /** @param hash what the address says of the view, from its # on; may be empty */
    void reopen(String hash) {
        if (open != null) {
            open.close();
        }
        open = OpenPage.of(file, hash, ColorScheme.LIGHT, 1440);
        page = open.page();
        opened();
        open.settle();
    }

    /** Called when the page is there, before it has settled. */
    void opened() {}

    Locator button(String section, String name) {
        return page.locator(section)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }
}
