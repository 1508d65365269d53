package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlameGraphTest extends SamplePage {
    private static final String GRAPH = "Straggler.panels.flames.panel.graph";

    FlameGraphTest() {
        super("realistic");
    }

    @Override
    void opened() {
        page.locator("#flames").scrollIntoViewIfNeeded();
    }

    private Locator button(String name) {
        return button("#flames", name);
    }

    private void press(String name) {
        button(name).click();
        open.settle();
    }

    private void openFrames() {
        page.locator("#flames .frames summary").click();
    }

    /** The middle of a frame's box, by name. */
    private void pointAt(String name, boolean click) {
        Object place = page.evaluate(
                "name => { const graph = " + GRAPH + "; const {view} = graph; const {tree} = view;"
                        + " const node = Array.from({length: tree.size}, (_, i) => i).find(i => i > 0 && tree.name(i) === name && tree.some(i));"
                        + " graph.reveal(node); const box = graph.canvas.getBoundingClientRect();"
                        + " const row = 19; const scale = view.width / tree.total[view.zoomed];"
                        + " return {x: box.left + (tree.x[node] - tree.x[view.zoomed] + tree.total[node] / 2) * scale,"
                        + " y: box.top + (view.icicle ? tree.depth[node] * row : view.contentHeight - (tree.depth[node] + 1) * row) - graph.box.scrollTop + 9}; }",
                name);
        double x = ((Number) ((Map<?, ?>) place).get("x")).doubleValue();
        double y = ((Number) ((Map<?, ?>) place).get("y")).doubleValue();
        page.mouse().move(x, y);
        if (click) {
            page.mouse().click(x, y);
        }
        open.settle();
    }

    private String zoomedTo() {
        return (String) open.value(GRAPH + ".view.tree.name(" + GRAPH + ".view.zoomed)");
    }

    private double total() {
        return open.number(GRAPH + ".view.tree.total[0]");
    }

    @Test
    void shouldZoomToAFrameThatIsClickedAndBack() {
        pointAt("com.acme.audit.Journal.append", true);
        assertThat(zoomedTo()).isEqualTo("com.acme.audit.Journal.append");
        assertThat((String) open.value("location.hash")).contains("zoom=");
        button("Reset zoom").click();
        assertThat(zoomedTo()).isEqualTo("outliers by cause");
        assertThat((String) open.value("location.hash")).doesNotContain("zoom=");
    }

    /** The end of the name is cut within an escape. */
    @Test
    void shouldBeDrawnWhateverALinkZoomsTo() {
        reopen("#zoom=a%252");
        assertThat(open.text("main")).doesNotContain("could not be drawn");
        assertThat(zoomedTo()).isEqualTo("outliers by cause");
        press("Normal iterations");
        assertThat(zoomedTo()).isEqualTo("normal iterations");
    }

    @Test
    void shouldKeepWholeNamesOfADeepZoomInTheAddress() {
        String names = "Array.from({length: 200}, (_, k) => '\u00FC\u00FC/' + k)";
        open.value(GRAPH + ".zoomedTo(" + names + ")");
        String kept = "new URLSearchParams(location.hash.slice(1)).get('zoom')";
        assertThat((Integer) open.value(kept + ".length")).isBetween(1_400, 1_500);
        assertThat((Boolean) open.value(
                        kept + ".split('/').map(decodeURIComponent).every((name, k) => name === " + names + "[k])"))
                .isTrue();
        open.value(GRAPH + ".zoomedTo(['x'.repeat(2000)])");
        assertThat((String) open.value("location.hash")).doesNotContain("zoom=");
    }

    @Test
    void shouldTellSelfAndTotalWhenPointedAt() {
        pointAt("java.lang.Math.exp", false);
        assertThat(page.locator(".flame-tip:visible").innerText())
                .contains("java.lang.Math.exp", "in all", "of its own", "capture", "compiled");
    }

    @Test
    void shouldShareWhatMatchesAndStepThroughMatchesWhenSearched() {
        Locator search = page.getByLabel("Search frames by regular expression");
        search.fill("^java\\.lang\\.Math");
        assertThat(open.text("#flames")).containsPattern("[0-9.]+% matched, \\d+ frames");
        search.press("Enter");
        double first = open.number(GRAPH + ".view.focused");
        assertThat((String) open.value(GRAPH + ".view.tree.name(" + (int) first + ")"))
                .startsWith("java.lang.Math");
        search.press("Enter");
        assertThat(open.number(GRAPH + ".view.focused")).isNotEqualTo(first);
        search.press("Shift+Enter");
        assertThat(open.number(GRAPH + ".view.focused")).isEqualTo(first);
        search.press("Escape");
        assertThat(search.inputValue()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithAnExpressionUntilItIsRight() {
        Locator search = page.getByLabel("Search frames by regular expression");
        for (String sift : new String[] {"Mark", "Keep only"}) {
            press(sift);
            search.fill("Journal");
            open.settle();
            String matched = open.text("#flames");
            assertThat(matched).containsPattern("[0-9.]+% matched, \\d+ frames");
            search.fill("Journal(");
            open.settle();
            assertThat(search.getAttribute("aria-invalid")).isEqualTo("true");
            assertThat(open.text("#flames")).contains("Unterminated group").doesNotContain(" matched, ");
            assertThat(open.value(GRAPH + ".view.found")).isNull();
            search.fill("Journal");
            open.settle();
            assertThat(search.getAttribute("aria-invalid")).isNull();
            assertThat(open.text("#flames")).isEqualTo(matched);
        }
    }

    @Test
    void shouldKeepOnlyOrHideTheTimeOfMatches() {
        double all = total();
        page.getByLabel("Search frames by regular expression").fill("Journal");
        press("Keep only");
        double kept = total();
        press("Hide");
        double hidden = total();
        assertThat(kept).isPositive();
        assertThat(kept + hidden).isEqualTo(all);
        press("Mark");
        assertThat(total()).isEqualTo(all);
    }

    @Test
    void shouldTurnCallersFirstAndUpsideDownAndRememberIt() {
        press("Callers first");
        assertThat(button("Icicle").getAttribute("aria-pressed")).isEqualTo("true");
        button("Icicle").click();
        assertThat((String) open.value(GRAPH + ".view.tree.name(" + GRAPH + ".view.tree.heaviestChild(0))"))
                .isEqualTo("java.lang.Math.exp");
        assertThat(open.value(GRAPH + ".view.icicle")).isEqualTo(false);
        page.getByLabel("Search frames by regular expression").fill("exp");
        String hash = (String) open.value("location.hash");
        reopen(hash);
        assertThat(open.value(GRAPH + ".view.icicle")).isEqualTo(false);
        assertThat(button("Callers first").getAttribute("aria-pressed")).isEqualTo("true");
        assertThat(page.getByLabel("Search frames by regular expression").inputValue())
                .isEqualTo("exp");
        assertThat(open.text("#flames")).contains("matched");
    }

    @Test
    void shouldListWhatOnlyOneSideHasWhenCompared() {
        press("Difference");
        assertThat(open.text("#flames"))
                .contains("Only in outliers (", "Only in normal iterations (", "▲ more of a second");
        pointAt("com.acme.book.OrderBook.submit", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("of a second", "normally");
        openFrames();
        button("Per second, change").click();
        open.screenshot("flames-difference");
        assertThat(page.locator("#flames .frames tbody tr").first().innerText()).containsPattern("[+−]\\d");
    }

    @Test
    void shouldGroupByCauseAndRunWithoutLosingTime() {
        double all = total();
        press("By cause");
        assertThat(total()).isEqualTo(all);
        assertThat((String) open.value("(() => { const {tree} = " + GRAPH
                        + ".view; return tree.children(0).map(node => tree.name(node)).join(); })()"))
                .contains("[monitor]");
        press("By run");
        assertThat(total()).isEqualTo(all);
        press("By probe");
        assertThat(total()).isEqualTo(all);
    }

    /** Names of the tree below one that is named, with the width of each. */
    private String below(String name) {
        return (String) open.value("(() => { const {tree} = " + GRAPH
                + ".view; const of = node => `${tree.name(node)} ${tree.total[node]}`"
                + " + (tree.children(node).length ? `(${tree.children(node).map(of).join()})` : '');"
                + " return of(Array.from({length: tree.size}, (_, i) => i).find(node => tree.name(node) === '" + name
                + "')); })()");
    }

    @Test
    void shouldDrawARecursionOnceUntilItIsUnfolded() {
        write("recursive");
        reopen("#group=none&weight=time");
        double all = total();
        String folded = "com.acme.Rules.read 3200000(com.acme.Parser.parse 1600000(com.acme.Parser.expression 1600000"
                + "(com.acme.Parser.term 1600000(com.acme.Lexer.next 1600000))),com.acme.Tree.visit 1600000)";
        assertThat(below("com.acme.Rules.read")).isEqualTo(folded);
        pointAt("com.acme.Parser.expression", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("recursion, up to ×5");
        pointAt("com.acme.Tree.visit", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("recursion, up to ×8");
        pointAt("com.acme.Tree.visit", true);
        assertThat(zoomedTo()).isEqualTo("com.acme.Tree.visit");
        button("Callers and callees").click();
        assertThat(open.text(".sandwich")).contains("on the stack 50% of the time");
        button("Reset zoom").click();
        Locator search = page.getByLabel("Search frames by regular expression");
        search.fill("Tree|term");
        String matched = "100% matched, ";
        assertThat(open.text("#flames")).contains(matched + "2 frames");

        press("Fold recursion");
        assertThat(total()).isEqualTo(all);
        assertThat(below("com.acme.Rules.read")).contains("com.acme.Tree.visit 1600000(com.acme.Tree.visit ");
        assertThat(open.text("#flames")).contains(matched).doesNotContain(matched + "2 frames");
        reopen((String) open.value("location.hash"));
        assertThat(button("Fold recursion").getAttribute("aria-pressed")).isEqualTo("false");
        press("Fold recursion");
        assertThat(below("com.acme.Rules.read")).isEqualTo(folded);
        press("Callers first");
        assertThat(total()).isEqualTo(all);
        assertThat(below("com.acme.Lexer.next"))
                .contains("com.acme.Parser.term 1600000(com.acme.Parser.expression 1600000(com.acme.Parser.parse");
        pointAt("com.acme.Parser.term", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("recursion, up to ×5");
        open.screenshot("recursion-folded");
    }

    @Test
    void shouldColourFoldedFramesByTheCauseThatTheyTookMostTimeIn() {
        write("recursive");
        reopen("#group=none&colours=cause");
        pointAt("com.acme.Tree.visit", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("(100%)", "mostly in outliers by");
    }

    @Test
    void shouldOfferToUnfoldOnlyWhereSomethingRecurs() {
        assertThat(button("Fold recursion").count()).isZero();
    }

    @Test
    void shouldTakeTheWholeWidthOnDemand() {
        double narrow = page.locator("#flames canvas").boundingBox().width;
        button("Full width").click();
        open.settle();
        assertThat(page.locator("#flames canvas").boundingBox().width).isGreaterThan(1.8 * narrow);
        assertThat((String) open.value("location.hash")).contains("wide=1");
        reopen("#wide=1");
        assertThat(page.locator("#flames canvas").boundingBox().width).isGreaterThan(1.8 * narrow);
    }

    @Test
    void shouldColourByCauseAndSaySoInWords() {
        press("Not grouped");
        page.locator("#flames")
                .getByRole(
                        AriaRole.GROUP,
                        new Locator.GetByRoleOptions().setName("Colours").setExact(true))
                .first()
                .getByText("Cause")
                .click();
        open.settle();
        pointAt("java.lang.Math.exp", false);
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("mostly in outliers by");
        assertThat(page.locator(".flame-keys").innerText()).contains("monitor");
        open.screenshot("flames-by-cause");
    }

    @Test
    void shouldWalkWithTheKeyboardAndCopyAName() {
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.locator("#flames canvas").focus();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowDown");
        assertThat(page.locator("#flames .flame-status").innerText()).isNotEmpty();
        String name = (String) open.value(GRAPH + ".view.tree.name(" + GRAPH + ".view.focused)");
        page.keyboard().press("Enter");
        assertThat(zoomedTo()).isEqualTo(name);
        page.keyboard().press("c");
        page.locator("#flames .flame-status").getByText("Copied: " + name).waitFor();
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        assertThat(zoomedTo()).isEqualTo("outliers by cause");
    }

    @Test
    void shouldWalkTheSameFramesAsATree() {
        page.getByText("As a tree to walk").click();
        Locator tree = page.getByRole(AriaRole.TREE);
        tree.locator("[role=treeitem]").first().focus();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");
        assertThat(open.value("document.activeElement.getAttribute('aria-level')"))
                .isEqualTo("3");
        page.keyboard().press("ArrowLeft");
        assertThat(open.value("document.activeElement.getAttribute('aria-expanded')"))
                .isEqualTo("true");
        page.keyboard().press("End");
        assertThat(open.value("document.activeElement.getAttribute('role')")).isEqualTo("treeitem");
        assertThat(open.seriousFindings()).isEmpty();
    }

    @Test
    void shouldFindAFrameOfTheTableInThePicture() {
        openFrames();
        page.locator("#flames .frames .frame-name").first().click();
        open.settle();
        assertThat(open.text("#flames")).contains("matched");
        assertThat(open.number(GRAPH + ".view.focused")).isPositive();
    }

    @Test
    void shouldDrawNormalIterationsByCaptures() {
        press("Normal iterations");
        assertThat(open.text("#flames")).containsPattern("Width is the number of captures: [\\d,]+ random moments");
        assertThat((String) open.value("location.hash")).contains("stacks=normal");
        openFrames();
        button("Total").click();
        button("Top 100").click();
        assertThat(page.locator("#flames .frames tbody tr").first().innerText())
                .contains((String) open.value(GRAPH + ".view.tree.name(" + GRAPH + ".view.tree.heaviestChild(0))"));
    }

    @Test
    void shouldDrawRunsMergedOrEach() {
        String curves = "Straggler.panels.percentiles.curves().map(one => one.name).join()";
        String all = (String) open.value(curves);
        Locator runs = page.locator("#percentiles").getByLabel("Runs", new Locator.GetByLabelOptions().setExact(true));
        runs.getByText("Merged").click();
        assertThat((String) open.value(curves)).isEqualTo("latency,service");
        runs.getByText("Single runs").click();
        assertThat((String) open.value(curves)).contains("latency · ").doesNotStartWith("latency,");
        runs.getByText("All").click();
        assertThat(open.value(curves)).isEqualTo(all);
    }

    @Test
    void shouldFollowItsWindowAndShowEverythingInPrint() {
        page.setViewportSize(700, 500);
        open.settle();
        assertThat(open.number(GRAPH + ".view.width"))
                .isEqualTo(open.number("document.querySelector('.flame-view').clientWidth"));
        page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))");
        assertThat(open.number(GRAPH + ".view.height")).isEqualTo(open.number(GRAPH + ".view.contentHeight"));
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("light");
        page.evaluate("() => window.dispatchEvent(new Event('afterprint'))");
    }

    @Test
    void shouldSaveThePictureAsPngAndSvg() throws IOException {
        Download png = page.waitForDownload(() -> button("Save as PNG").click());
        assertThat(png.suggestedFilename()).isEqualTo("flamegraph.png");
        assertThat(Files.readAllBytes(png.path())).startsWith(0x89, 'P', 'N', 'G');
        Download svg = page.waitForDownload(() -> button("Save as SVG").click());
        assertThat(Files.readString(svg.path())).startsWith("<svg").contains("Pacer.pace", "</svg>");
    }
}
