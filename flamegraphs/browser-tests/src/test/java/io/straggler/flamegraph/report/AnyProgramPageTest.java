package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
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
    }

    @Test
    void shouldShowWhatEachGroupTookAndOnlyItsOutliersWhenItIsClicked() {
        assertThat(page.locator("#groups h2").textContent()).isEqualTo("By method");
        assertThat(page.locator("#groups tbody th").allTextContents()).containsExactly("EU", "US", "ASIA");
        assertThat(page.locator("#groups tbody tr").nth(2).textContent())
                .contains("–")
                .doesNotContain("NaN", "null");
        assertThat(page.locator("#percentile-table").textContent()).doesNotContain("EU", "group:");
        assertThat(page.locator("#outliers .outlier").first().textContent()).containsPattern("EU|US");

        page.locator("#groups tbody tr").nth(1).locator("button").click();

        page.locator("#selection").getByText("30 of 60 outliers").waitFor();
        page.waitForFunction(
                "() => [...document.querySelectorAll('#outliers .outlier')].every(one => one.textContent.includes('US'))");
        assertThat(page.url()).contains("member=1");
    }

    @Test
    void shouldSayOnceWhatIsNotKnown() {
        String text = page.locator("main").textContent();
        assertThat(text.split("coordinated omission", -1)).hasSize(2);
    }
}
