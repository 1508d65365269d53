package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the first screen says, and where it says it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerTest {
    /** The page's own data, which {@code change} alters, and its sentence then. */
    private static final String SENTENCE =
            "async () => { const {embedded} = await import('/shared/embedded.js'); const {sentence} = await import('/report/answer.js');"
                    + " const {Outliers} = await import('/report/outlier-columns.js');"
                    + " const data = await embedded(); const original = Straggler.panels.timeline.data;"
                    + " data.selection = original.selection; (%s)(data); return sentence(data); }";

    @TempDir
    private static Path folder;

    private OpenPage open;
    private Page page;
    private Path file;

    @BeforeAll
    void openPage() {
        file = OpenPage.write(folder, "queued");
        open = OpenPage.ofModules(file);
        page = open.page();
        open.settle();
    }

    @AfterAll
    void closePage() {
        open.close();
    }

    private String sentence(String change) {
        return (String) page.evaluate(SENTENCE.formatted(change));
    }

    /** 720 pixels are those of a wide screen at twice the size. */
    @ParameterizedTest
    @CsvSource({"1440, LIGHT", "1440, DARK", "720, LIGHT", "400, LIGHT", "400, DARK"})
    void shouldAnswerOnTheFirstScreen(int width, ColorScheme scheme) {
        try (OpenPage one = OpenPage.of(file, "", scheme, width)) {
            one.settle();
            Page screen = one.page();
            assertThat(one.text("h1")).containsPattern("^p99\\.9 is [\\d.]+\\h[mµ]s.*: .*\\.$");
            assertThat(bottom(screen.locator("h1"))).isLessThan(400);
            assertThat(bottom(screen.locator(".answers"))).isLessThan(900);
            assertThat(one.text(".answers")).contains("p99", "p99.9", "worst", "iterations", "without");
            assertThat(
                            (Boolean)
                                    one.value(
                                            "[...document.querySelectorAll('.answers, .answers *, h1, .lead')].every("
                                                    + "e => e.matches('.unseen') || e.scrollWidth <= e.clientWidth + 1 || getComputedStyle(e).display.startsWith('inline'))"))
                    .as("nothing is cut off")
                    .isTrue();
            BoundingBox plot = screen.locator("#percentiles canvas").first().boundingBox();
            BoundingBox flames = screen.locator("#flames canvas").first().boundingBox();
            if (width == 1440) {
                assertThat(plot.x + plot.width).isLessThan(flames.x);
                assertThat(Math.max(plot.y, flames.y)).isLessThan(600);
            } else {
                assertThat(plot.y + plot.height).isLessThan(flames.y);
            }
            assertThat(one.overflow()).isZero();
            assertThat(one.seriousFindings()).isEmpty();
            screen.evaluate("() => window.scrollTo(0, 3000)");
            assertThat(screen.locator("#contents").boundingBox().y).isBetween(-1.0, 1.0);
        }
    }

    private static double bottom(Locator element) {
        BoundingBox box = element.boundingBox();
        return box.y + box.height;
    }

    @Test
    void shouldNamePercentileCauseAndWhatFixingItBrings() {
        assertThat(sentence("data => {}")).isEqualTo(open.text("h1").replace('\u00a0', ' '));
        assertThat(sentence(
                        "data => { data.latencyEstimates = [{percentile: 99.9, valueNs: 1, events: 1.4, note: ''}]; }"))
                .as("never fewer than the sentence names")
                .contains("five slow iterations", ". Five stalls are too few to predict another run.");
        assertThat(sentence(
                        "data => { data.latencyEstimates = [{percentile: 99.9, valueNs: 1, events: 6.9, note: ''}]; }"))
                .contains(". Seven stalls are too few to predict another run.");
        assertThat(
                        sentence(
                                "data => { data.latencyEstimates = [{percentile: 99.9, valueNs: 1, lowNs: 1, highNs: 2, events: 40, note: ''}]; }"))
                .doesNotContain("too few");
    }

    @Test
    void shouldSayWhoFilledTheHeapOnlyWhereCollectionsAreTheAnswer() {
        String allocated = ", after allocations mostly in PriceCache.put";
        String change = "data => { data.afterAllocations = '" + allocated + "';";
        String swapped = "const swap = key => key === 'file-io' ? 'gc-pause' : key === 'gc-pause' ? 'file-io' : key;"
                + " data.causes.forEach(one => { one.key = swap(one.key); });"
                + " data.culprits.sites.forEach(one => { one.cause = swap(one.cause); });"
                + " data.selection = {...data.selection, outliers: new Outliers(data)};";
        assertThat(sentence(change + "}")).doesNotContain(allocated);
        assertThat(sentence(change + swapped + "}")).contains(allocated + ". ");
    }

    /** An iteration that was under way when the run broke off is among the latencies, with the time until then, and among no outliers. */
    @Test
    void shouldSayThatTheWorstHadNotEnded() {
        String longer = "data.series.all.forEach(one => { if (one.name === 'latency') { one.maxNs = 9e12; } });"
                + " data.series.all[0].rowsNs.fill(null);";
        assertThat(sentence("data => { " + longer + " data.run.status = 'failed'; }"))
                .endsWith(", and had not ended.");
        assertThat(sentence("data => { " + longer + " data.run.status = 'ok'; }"))
                .doesNotContain("had not ended");
    }

    @Test
    void shouldSayWhatIsKnownWhereNothingIsPredicted() {
        for (String change : List.of(
                "data => { delete data.counterfactual; delete data.culprits; }",
                "data => { data.counterfactual = {measured: [], without: [], refusal: 'because'}; }")) {
            assertThat(sentence(change)).contains("iterations beyond it").doesNotContain("would be");
        }
    }

    @Test
    void shouldPredictFromWhatWasWatchedWhereThatDiffers() {
        String first =
                "data.counterfactual.without.filter(one => !one.site).forEach(one => one.percentiles.forEach(p => { p.valueNs = 1e6; }))";
        String measured = "data.counterfactual.measured.forEach(p => { p.valueNs = %s; })";
        String rowNs = "data.series.all[0].rowsNs[data.series.shown.indexOf(p.percentile)]";
        assertThat(sentence("data => { " + first + "; " + measured.formatted("2 * " + rowNs) + " }"))
                .contains("In the part that was watched it is ", "would be 1 ms without");
        assertThat(sentence("data => { " + first + "; " + measured.formatted(rowNs) + " }"))
                .contains(", p99.9 would be 1 ms.");
        assertThat(sentence("data => { " + first + "; data.run.thresholdNs = 2e6; " + measured.formatted(rowNs) + " }"))
                .contains("at most 1 ms");
    }

    /** Where one site's removal brings as much as its cause's; what stops threads is at no place. */
    @Test
    void shouldNameThePlaceThatNearlyAllOfACauseComesFrom() {
        Object places = page.evaluate(
                "async () => { const {embedded} = await import('/shared/embedded.js'); const {tails} = await import('/report/tails.js');"
                        + " const data = await embedded(); data.selection = Straggler.panels.timeline.data.selection;"
                        + " const percentiles = data.counterfactual.measured.map(one => ({percentile: one.percentile, valueNs: 1e5}));"
                        + " const slightly = percentiles.map(one => ({...one, valueNs: 1.01e5}));"
                        + " data.counterfactual.without = data.causes.flatMap(({key}) => [{cause: key, percentiles, intervals: []}, {cause: key, site: 'at ' + key, percentiles: slightly, intervals: []}]);"
                        + " return tails(data).flatMap(one => one.remains.map(({cause, place}) => `${cause} ${place}`)); }");
        assertThat(places).isEqualTo(List.of("file-io at file-io", "run-queue null", "gc-pause null"));
    }

    @Test
    void shouldSelectWhatLiesBeyondAPercentile() {
        page.locator(".answers button.link").first().click();
        open.settle();
        assertThat(open.text("#selection")).contains("or longer");
        assertThat(
                        (Boolean)
                                open.value(
                                        "(() => { const {selection} = Straggler.panels.timeline; const {outliers, chosen, state} = selection;"
                                                + " return chosen.every((one, i) => one === (outliers.latencyNs[i] >= state.leastNs ? 1 : 0)); })()"))
                .isTrue();
        assertThat((String) open.value("location.hash")).contains("least=");
        page.locator(".answers button.link").first().click();
        open.settle();
        assertThat(page.locator("#selection").isVisible()).isFalse();
    }

    @Test
    void shouldCopyASummary() {
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.locator("#copy").click();
        page.waitForFunction("() => document.getElementById('copy').textContent === 'Copied'");
        assertThat((String) page.evaluate("() => navigator.clipboard.readText()"))
                .contains("**: p99.9 is ", "| p99 | ", "| p99.9 | ", "| worst | ", "Delay caused:", "- ");
    }

    @Test
    void shouldFoldWhatIsLessThanOnePercentAndUnfoldIt() {
        page.evaluate(
                "async () => { const {expandingTable} = await import('/shared/expanding-table.js'); const rows = [1, 2, 3, 4].map(i => ({cells: ['row ' + i, '']}));"
                        + " document.querySelector('#conditions').append(expandingTable('some', [{title: 'a'}, {title: 'b'}], rows, 2, '2 more, 0.3% in all')); }");
        Locator table = page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("some"));
        assertThat(table.locator("tbody tr:visible").allInnerTexts())
                .containsExactly("row 1\t", "row 2\t", "2 more, 0.3% in all");
        table.locator("button").click();
        assertThat(table.locator("tbody tr:visible").allInnerTexts())
                .containsExactly("row 1\t", "row 2\t", "row 3\t", "row 4\t");
        assertThat(
                        (Boolean)
                                open.value(
                                        "Straggler.panels.timeline.data.budget.causes.filter(one => (one.ownNs + one.carriedNs) < "
                                                + "Straggler.panels.timeline.data.budget.latencyNs / 100).length < 2 || document.querySelector('#budget .rest') !== null"))
                .isTrue();
    }

    @Test
    void shouldSayOnceWhatIsNotMeasurable() {
        assertThat(open.text("#percentile-table")).doesNotContain("not measurable\n");
        assertThat(open.text("#percentile-table").split("not measurable").length)
                .isLessThanOrEqualTo(2);
    }

    @Test
    void shouldShowOneLineForEachBusyPeriod() {
        assertThat((Boolean) open.value("(() => { const panel = Straggler.panels.outliers;"
                        + " const shown = [...document.querySelectorAll('#outliers > div > .outlier')].map(one => panel.period[one.outlier]);"
                        + " return shown.length > 3 && new Set(shown).size === shown.length; })()"))
                .isTrue();
        Locator busy = page.locator("#outliers .busy").first();
        busy.locator("summary").click();
        busy.locator(".outlier").first().click();
        assertThat(open.text(".one")).contains("Where its latency went");
        page.locator(".one").getByText("Close").click();
    }

    @Test
    void shouldLeadToEverySection() {
        for (Locator link : page.locator("#contents a").all()) {
            link.click();
            assertThat(open.value("document.activeElement.dataset.name")).isEqualTo(link.innerText());
        }
        page.evaluate("() => window.scrollTo(0, 0)");
    }

    @Test
    void shouldShowCallersAndCalleesOfAFrame() {
        String panel = "Straggler.panels.flames.panel";
        String tree = panel + ".graph.view.tree";
        open.value(
                "(() => { const {graph} = " + panel
                        + "; let node = 0; for (let k = 0; k < 3; k++) { node = graph.view.tree.heaviestChild(node) || node; } graph.focus(node); })()");
        String name = (String) open.value(tree + ".name(" + panel + ".graph.view.focused)");
        page.locator("#flames").getByText("Callers and callees").first().click();
        assertThat(open.text(".sandwich h3")).contains(name, "of the time");
        assertThat(
                        open.value(
                                "(() => { const {tree} = " + panel
                                        + ".sandwich.graphs[1].view; return tree.children(0).map(node => tree.name(node)).join(); })()"))
                .isEqualTo(name);
        assertThat(open.seriousFindings()).isEmpty();
        page.locator(".sandwich canvas").first().focus();
        page.keyboard().press("ArrowUp");
        assertThat(open.text(".sandwich-status")).contains("in all", "of its own");
        open.screenshot("sandwich");
        page.locator(".sandwich").getByText("Close").click();
        assertThat(page.locator(".sandwich").isVisible()).isFalse();
    }

    @Test
    void shouldSayWhatToDoWhereThereIsNothingToExplain() {
        try (OpenPage one = OpenPage.of(OpenPage.write(folder, "empty"))) {
            assertThat(one.text("#headline")).contains("Lower --threshold");
        }
        try (OpenPage one = OpenPage.of(OpenPage.write(folder, "failed"))) {
            assertThat(one.text("#headline")).contains("Failed.");
        }
    }
}
