package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a recording in which nobody paced anything: no words of queues, and no section that has nothing to say. */
class AnyProgramPageTest {
    @TempDir
    private Path folder;

    private OpenPage open;
    private Page page;

    @BeforeEach
    void openPage() {
        open = OpenPage.of(OpenPage.write(folder, "any-program"), "", ColorScheme.LIGHT, 1440);
        page = open.page();
    }

    @AfterEach
    void closePage() {
        open.close();
    }

    @Test
    void shouldSpeakOfSitesAndNotOfCulprits() {
        assertThat(page.locator("#culprits h2").textContent()).isEqualTo("What made outliers slow, and where");
        assertThat(page.locator("#culprits thead").textContent())
                .contains("Beyond the median", "Outliers")
                .doesNotContain("Culprits", "Waits", "On others");
    }

    @Test
    void shouldLeaveOutWhatNeedsASchedule() {
        assertThat(page.locator("#counterfactual").isVisible()).isFalse();
        assertThat(page.locator("#headline").textContent()).doesNotContain("late by themselves", "NaN", "undefined");
        assertThat(page.locator("#quality").textContent())
                .contains("on 4 threads", "Stacks")
                .doesNotContain("late by themselves", "Accuracy", "NaN", "undefined");
        assertThat(page.locator("#percentile-table").textContent())
                .contains("EU")
                .doesNotContain("group:");
    }

    @Test
    void shouldSayOnceWhatIsNotKnown() {
        String text = page.locator("main").textContent();
        assertThat(text.split("coordinated omission", -1)).hasSize(2);
    }
}
