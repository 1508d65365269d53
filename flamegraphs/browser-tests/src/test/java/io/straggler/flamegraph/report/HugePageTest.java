package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.straggler.flamegraph.browser.OpenPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of an hour with more outliers and stacks than can be drawn one by one. How quick it is, {@code benchmarks/run page} says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HugePageTest {
    private static final int OUTLIERS = 20_000;
    private static final String SELECTION = "Straggler.panels.timeline.selection";
    private static final String GRAPH = "Straggler.panels.flames.panel.graph";
    private static final String LATENCY = "Array.from(" + SELECTION + ".outliers.latencyNs)";

    private OpenPage open;
    private Page page;
    private Path file;

    @BeforeAll
    void openPage(@TempDir Path folder) {
        file = OpenPage.write(folder, "huge", HugeRun.of(OUTLIERS, 8_000));
        open = OpenPage.of(file);
        page = open.page();
        open.settle();
    }

    @AfterAll
    void closePage() {
        open.close();
    }

    @BeforeEach
    void selectEverything() {
        select("{fromNs: null, toNs: null, cause: null, site: null, leastNs: null}");
    }

    private void select(String change) {
        page.evaluate("() => " + SELECTION + ".set(" + change + ")");
        open.settle();
    }

    @Test
    void shouldHoldEveryOutlierAndSayWhatOfTheStacksItLeavesOut() throws IOException {
        assertThat(Files.size(file)).isLessThan(5_000_000);
        assertThat(open.text("#headline .lead")).contains("20,000 of 180,000,000 iterations");
        assertThat((Integer) open.value(SELECTION + ".outliers.size")).isEqualTo(OUTLIERS);
        assertThat(open.text("#flames")).containsPattern("[\\d,]+ frames too light to be seen were left out");
        assertThat(open.text("main")).doesNotContain("could not be drawn");
        open.screenshot("huge");
    }

    @Test
    void shouldLoseNothingWhenTheTimeIsCutInTwo() {
        double[] time = new double[2];
        double[] latency = new double[2];
        for (int half = 0; half < 2; half++) {
            select(half == 0 ? "{fromNs: null, toNs: 1.8e12}" : "{fromNs: 1.8e12 + 1, toNs: null}");
            time[half] = open.number(GRAPH + ".view.tree.total[0]");
            latency[half] = open.number(LATENCY + ".reduce((sum, ns, i) => sum + ns * " + SELECTION + ".chosen[i], 0)");
            assertThat((Integer) open.value(SELECTION + ".size")).isBetween(9_500, 10_500);
        }
        select("{fromNs: null, toNs: null}");
        assertThat(latency[0] + latency[1]).isEqualTo(open.number(LATENCY + ".reduce((sum, ns) => sum + ns, 0)"));
        assertThat(time[0] + time[1]).isEqualTo(open.number(GRAPH + ".view.tree.total[0]"));
    }

    @Test
    void shouldShowTheLastOfSeveralIntervalsWhenTheyFollowOneAnotherFast() {
        page.evaluate(
                "() => { for (let to = 1; to <= 20; to++) { " + SELECTION + ".set({fromNs: 0, toNs: to * 1e11}); } }");
        open.settle();
        double whole = open.number(GRAPH + ".view.tree.total[0]");
        select("{fromNs: 0, toNs: 5e11}");
        select("{fromNs: 0, toNs: 2e12}");
        assertThat(open.number(GRAPH + ".view.tree.total[0]")).isEqualTo(whole);
        assertThat((String) open.value("location.hash")).contains("to=2000000000000");
        assertThat(open.text("#selection")).contains("11,11");
    }

    @Test
    void shouldDivideItsWorkAmongFramesWhenAnIntervalRests() {
        int frames = (Integer) page.evaluate("() => new Promise(done => { const {working} = Straggler; let frames = 0;"
                + SELECTION + ".set({fromNs: 1e12, toNs: 3e12});"
                + " const next = () => { frames += " + SELECTION + ".work.frame > 0 ? 1 : 0;"
                + " working.size > 0 ? requestAnimationFrame(next) : done(frames); }; requestAnimationFrame(next); })");
        assertThat(frames).isGreaterThan(6);
    }

    @Test
    void shouldCompareTheHalvesOfTheRunInFramesOfTheirOwn() {
        int frames = (Integer) page.evaluate("() => new Promise(done => { const {working} = Straggler; let frames = 0;"
                + SELECTION + ".set({a: {fromNs: 0, toNs: 1.8e12}, b: {fromNs: 1.8e12 + 1, toNs: 3.6e12}});"
                + " const next = () => { frames += " + SELECTION + ".work.frame > 0 ? 1 : 0;"
                + " working.size > 0 ? requestAnimationFrame(next) : done(frames); }; requestAnimationFrame(next); })");
        assertThat(frames).isGreaterThan(6);
        assertThat(open.text("#timeline .compared .lead")).containsPattern("[\\d,]+ outliers of A, [\\d,]+ of B\\.");
        assertThat(open.number(SELECTION + ".parts.a.size + " + SELECTION + ".parts.b.size"))
                .isEqualTo(OUTLIERS);
        assertThat(open.number(GRAPH + ".view.tree.other[0]")).isEqualTo(open.number(GRAPH + ".view.tree.total[0]"));
        select("{a: null, b: null}");
        assertThat(open.value(GRAPH + ".view.tree.other")).isNull();
    }

    @Test
    void shouldFindZoomAndTurnOverInAHugeTree() {
        Locator search = page.getByLabel("Search frames by regular expression");
        search.fill("Leaf4.*compute");
        assertThat(open.text("#flames")).containsPattern("[0-9.]+% matched, [\\d,]+ frames");
        search.press("Enter");
        page.locator("#flames canvas").focus();
        page.keyboard().press("Enter");
        assertThat((Integer) open.value(GRAPH + ".view.zoomed")).isPositive();
        double all = open.number(GRAPH + ".view.tree.total[0]");
        page.getByText("Callers first", new Page.GetByTextOptions().setExact(true))
                .click();
        open.settle();
        assertThat(open.number(GRAPH + ".view.tree.total[0]")).isEqualTo(all);
        page.getByText("Callers first", new Page.GetByTextOptions().setExact(true))
                .click();
        page.getByText("Reset zoom").click();
        search.fill("");
        open.settle();
    }

    @Test
    void shouldStayAtTheRootWhenItsWindowChanges() {
        page.evaluate(
                "() => { const graph = " + GRAPH + "; graph.setIcicle(false); let node = 0;"
                        + " for (let k = 0; k < 12; k++) { node = graph.view.tree.heaviestChild(node); } graph.zoom(node); graph.toRoot(); }");
        for (int width : new int[] {500, 900, 1440}) {
            page.setViewportSize(width, 400);
            open.settle();
            assertThat(open.number(GRAPH + ".view.contentHeight")).isGreaterThan(open.number(GRAPH + ".view.height"));
            assertThat(open.number(GRAPH + ".box.scrollTop + " + GRAPH + ".view.height"))
                    .isCloseTo(open.number(GRAPH + ".view.contentHeight"), offset(1.5));
        }
        page.evaluate("() => " + GRAPH + ".setIcicle(true)");
        assertThat(open.number(GRAPH + ".box.scrollTop")).isZero();
        page.setViewportSize(1440, 900);
        page.evaluate("() => " + GRAPH + ".reset()");
    }

    /** Not of the first ones: there the name of the threshold is in front. */
    @Test
    void shouldDrawADotForEveryOutlierInTheColourOfItsCause() {
        List<?> wrong = (List<?>)
                page.evaluate(
                        "() => { const panel = Straggler.panels.timeline; const {outliers} = panel;"
                                + " const {x, y, frame} = panel.scales(); const ratio = devicePixelRatio;"
                                + " const base = panel.plot.box.querySelector('.figure-base'); const context = base.getContext('2d');"
                                + " const colours = new Set(Array.from(document.querySelectorAll('#timeline .swatch[class*=mark-]'), one => one.style.getPropertyValue('--swatch')));"
                                + " const hex = data => '#' + Array.from(data.slice(0, 3), one => one.toString(16).padStart(2, '0')).join('');"
                                + " return Array.from({length: 300}, (_, k) => 3000 + k * 53).filter(i => !colours.has(hex(context.getImageData("
                                + "Math.round(x(outliers.atNs[i]) * ratio), Math.round(y(outliers.latencyNs[i]) * ratio), 1, 1).data))); }");
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldSaveTheDotsInAnSvg() throws IOException {
        Download svg = page.waitForDownload(() ->
                page.locator("#timeline").getByLabel("Save as SVG").first().click());
        assertThat(Files.readString(svg.path())).contains("<image ", "data:image/png;base64,", "threshold 50 µs");
        assertThat(Files.size(svg.path())).isLessThan(2_000_000);
    }

    @Test
    void shouldBeReadableOnATelephoneAndInTheDark() {
        page.setViewportSize(400, 900);
        page.keyboard().press("d");
        open.settle();
        assertThat(open.overflow()).isZero();
        assertThat(open.seriousFindings()).isEmpty();
        open.screenshot("huge-dark-400");
        page.keyboard().press("d");
        page.setViewportSize(1440, 900);
        open.settle();
    }
}
