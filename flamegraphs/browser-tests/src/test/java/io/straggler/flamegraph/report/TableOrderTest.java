package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The rows of tables, and the worst outliers, in the order that a reader asks for. */
class TableOrderTest extends SamplePage {
    TableOrderTest() {
        super("queued");
    }

    private Locator head(String section, String name) {
        return page.locator(section + " thead")
                .first()
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    private String sortOf(Locator head) {
        return head.locator("xpath=ancestor::th").getAttribute("aria-sort");
    }

    /** The visible cells of a column of the first table; details of rows are left out. */
    private List<String> cells(String section, int column) {
        return page.locator(section + " table")
                .first()
                .locator("> tbody > tr:not(.rest):not(.row-detail):visible > :nth-child(" + (column + 1) + ")")
                .allInnerTexts();
    }

    /** In nanoseconds; 0 for an empty cell. */
    private static double ns(String text) {
        String[] parts = text.strip().split(" ");
        return parts.length < 2
                ? 0
                : Double.parseDouble(parts[0].replace(",", ""))
                        * switch (parts[1]) {
                            case "ns" -> 1;
                            case "µs" -> 1e3;
                            case "ms" -> 1e6;
                            default -> 1e9;
                        };
    }

    @Test
    void shouldSortByTheValuesOfAColumnAndBackToTheOrderOfThePage() {
        List<String> before = cells("#budget", 0);
        Locator head = head("#budget", "Own time");
        assertThat(sortOf(head)).isEqualTo("none");
        int column = head.locator("xpath=ancestor::th")
                .locator("xpath=preceding-sibling::th")
                .count();

        head.click();
        List<Double> down =
                cells("#budget", column).stream().map(TableOrderTest::ns).toList();
        assertThat(sortOf(head)).isEqualTo("descending");
        assertThat(down).hasSameSizeAs(before).isSortedAccordingTo(Comparator.reverseOrder());

        head.press("Enter");
        assertThat(sortOf(head)).isEqualTo("ascending");
        assertThat(cells("#budget", column).stream().map(TableOrderTest::ns).toList())
                .isEqualTo(down.stream().sorted().toList());

        head.press("Space");
        assertThat(sortOf(head)).isEqualTo("none");
        assertThat(cells("#budget", 0)).isEqualTo(before);
    }

    @Test
    void shouldSortRowsThatAreFoldedAwayTooBelowTheRowOfWhatWasMeasured() {
        List<String> before = cells("#counterfactual", 0);
        assertThat(page.locator("#counterfactual .rest").isVisible()).isTrue();
        Locator head = head("#counterfactual", "Without");
        head.click();
        List<String> sorted = cells("#counterfactual", 0);
        assertThat(sorted).hasSizeGreaterThan(before.size());
        assertThat(sorted.get(0)).startsWith("nothing");
        assertThat(sorted.subList(1, sorted.size())).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
        assertThat(page.locator("#counterfactual .rest").isVisible()).isFalse();
        head.click();
        head.click();
        assertThat(cells("#counterfactual", 0)).isEqualTo(before);
        page.locator("#counterfactual .rest button").click();
        assertThat(cells("#counterfactual", 0)).hasSameSizeAs(sorted);
    }

    @Test
    void shouldKeepTheOrderInTheAddressAndForgetItWhenGoingBack() {
        List<String> before = cells("#culprits", 0);
        head("#culprits", "What made them slow").click();
        List<String> sorted = cells("#culprits", 0);
        assertThat(sorted).isNotEqualTo(before).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
        String hash = (String) open.value("location.hash");
        page.goBack();
        page.waitForFunction("() => !location.hash.includes('sort-sites')");
        page.waitForFunction("() => document.documentElement.dataset.drawn === 'true'");
        assertThat(cells("#culprits", 0)).isEqualTo(before);
        reopen(hash);
        assertThat(cells("#culprits", 0)).isEqualTo(sorted);
        assertThat(open.seriousFindings()).isEmpty();
        page.setViewportSize(400, 900);
        assertThat(open.overflow()).isZero();
        open.screenshot("sorted-400");
    }

    @Test
    void shouldMoveTheDetailsOfARowWithIt() {
        page.locator("#culprits .expand").first().click();
        String opened = page.locator("#culprits tbody > tr").first().innerText();
        Locator head = head("#culprits", "Share");
        head.click();
        head.click();
        assertThat(page.locator("#culprits tr:has(+ .row-detail)").innerText()).isEqualTo(opened);
        assertThat(page.locator("#culprits tbody > tr").first().innerText()).isNotEqualTo(opened);
    }

    @Test
    void shouldSortAllFramesAndNotOnlyThoseThatAreShown() {
        page.locator("#flames .frames summary").click();
        head("#flames .frames", "Frame").click();
        String first =
                "(() => { const {tree} = Straggler.panels.flames.panel.graph.view; return [...new Set(Array.from(tree.frame).slice(1).filter((frame, i) => tree.some(i + 1)).map(frame => tree.frames.names[frame].toLowerCase()))].sort()[%s]; })()";
        assertThat(cells("#flames .frames", 0).get(0).toLowerCase(Locale.ROOT))
                .isEqualTo(open.value(first.formatted("0")));
        assertThat((String) open.value("location.hash")).contains("sort-frames=0-up");
        page.getByText("Not grouped").click();
        open.settle();
        assertThat(sortOf(head("#flames .frames", "Frame"))).isEqualTo("ascending");
        assertThat(cells("#flames .frames", 0).get(0).toLowerCase(Locale.ROOT))
                .isEqualTo(open.value(first.formatted("0")));
    }

    /** A number of each of the worst outliers, in the order in which they are listed. */
    private List<Double> listed(String number) {
        List<Double> numbers = new ArrayList<>();
        for (Object value : (Iterable<?>)
                open.value("[...document.querySelectorAll('#outliers > div > .outlier')].map(one => " + number + ")")) {
            numbers.add(((Number) value).doubleValue());
        }
        return numbers;
    }

    @Test
    void shouldListTheWorstOutliersInTimeOrByCause() {
        List<Double> worst = listed("one.outlier");
        button("In time").click();
        assertThat(listed("Straggler.panels.timeline.outliers.atNs[one.outlier]"))
                .hasSameSizeAs(worst)
                .isSorted();
        button("By cause").click();
        assertThat(listed("Straggler.panels.timeline.outliers.cause[one.outlier]"))
                .isSorted();
        List<Double> byCause = listed("one.outlier");
        reopen((String) open.value("location.hash"));
        assertThat(listed("one.outlier")).isEqualTo(byCause).isNotEqualTo(worst);
        button("Worst first").click();
        assertThat(listed("one.outlier")).isEqualTo(worst);
    }

    private Locator button(String name) {
        return page.locator("#outliers")
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }
}
