package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Headline, percentiles, time, culprits and single outliers, of a run in which stalls made others wait. */
class PanelsTest extends SamplePage {
    private static final String TIME = "Straggler.panels.timeline";

    PanelsTest() {
        super("queued");
    }

    private Object place(String expression) {
        return page.evaluate("() => { const panel = " + TIME + "; panel.plot.canvas.scrollIntoView({block: 'center'});"
                + " const box = panel.plot.canvas.getBoundingClientRect(); const {x, y, frame, lanesTop} = panel.scales();"
                + " const {outliers} = panel; const at = (px, py) => ({x: box.left + px, y: box.top + py}); return "
                + expression + "; }");
    }

    private void move(Object place) {
        page.mouse().move(coordinate(place, "x"), coordinate(place, "y"));
    }

    private static double coordinate(Object place, String name) {
        return ((Number) ((Map<?, ?>) place).get(name)).doubleValue();
    }

    private void brush(double from, double to) {
        move(place("at(frame.left + " + from + " * (frame.right - frame.left), frame.top + 3)"));
        page.mouse().down();
        for (int step = 1; step <= 5; step++) {
            move(place("at(frame.left + " + (from + (to - from) * step / 5)
                    + " * (frame.right - frame.left), frame.top + 3)"));
        }
        page.mouse().up();
        open.settle();
    }

    @Test
    void shouldOpenEachQuietLineToWhatItRestsOn() {
        for (String term : new String[] {"Status", "Coverage", "Overhead", "Not seen"}) {
            Locator line =
                    page.locator("#quality details.quiet-line").filter(new Locator.FilterOptions().setHasText(term));
            line.locator("summary").click();
            assertThat(line.locator("li").first().innerText()).hasSizeGreaterThan(20);
        }
        assertThat(open.text("#quality"))
                .containsPattern("Coverage \\d+ of 160 outliers .* have a stack: 1\\d%, a part of them only: .*--");
        assertThat(page.locator("#budget .split.labelled").getAttribute("aria-label"))
                .contains("GC pause");
    }

    @Test
    void shouldSayWhatAColumnMeansToWhoeverPointsTabsOrListens() {
        Locator head = button("#budget", "Own time");
        Locator tip = page.locator(".about-tip");
        head.focus();
        assertThat(tip.innerText()).isEqualTo("What the cause took in the outliers that it happened to.");
        assertThat(open.value(
                        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"))
                .isEqualTo(tip.innerText());
        page.keyboard().press("Escape");
        assertThat(tip.isVisible()).isFalse();
        button("#budget", "Evidence").hover();
        assertThat(tip.innerText()).contains("stacks");
        assertThat(open.number("document.querySelector('.about-tip').getBoundingClientRect().right"))
                .isLessThan(1440);
        assertThat(open.seriousFindings()).isEmpty();
        page.mouse().move(1, 1);
        assertThat(tip.isVisible()).isFalse();
    }

    @Test
    void shouldTellTheValuesOfEveryCurveWhenPointedAt() {
        Locator canvas = page.locator("#percentiles canvas.figure-over");
        canvas.scrollIntoViewIfNeeded();
        canvas.hover(new Locator.HoverOptions().setPosition(400, 100));
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("took at most", "latency", "service");
        page.locator("#percentiles .legend").first().getByText("service").click();
        canvas.hover(new Locator.HoverOptions().setPosition(410, 100));
        assertThat(page.locator(".flame-tip:visible").innerText()).doesNotContain("service");
        canvas.hover(new Locator.HoverOptions().setPosition(600, 415));
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("outlier", "from 99");
    }

    @Test
    void shouldMarkPredictionsBelowTheThresholdAsBounds() {
        page.locator("#percentiles .legend")
                .last()
                .getByText("GC pause")
                .first()
                .click();
        Locator canvas = page.locator("#percentiles canvas.figure-over");
        canvas.hover(new Locator.HoverOptions().setPosition(200, 100));
        assertThat(page.locator(".flame-tip:visible").innerText())
                .contains("without GC pause")
                .contains("≤ ");
        open.screenshot("percentiles-without");
    }

    @Test
    void shouldSayWhetherAnObjectiveIsMetAndKeepIt() throws IOException {
        page.getByLabel("Objectives, such as p99.9 < 50us").fill("p99 < 50us, p99.99 < 1us");
        Download svg =
                page.waitForDownload(() -> button("#percentiles", "Save as SVG").click());
        assertThat(Files.readString(svg.path()))
                .contains("p99 &lt; 50 µs met", "p99.99 &lt; 1 µs missed", "threshold 50 µs");
        reopen((String) open.value("location.hash"));
        assertThat(page.getByLabel("Objectives, such as p99.9 < 50us").inputValue())
                .startsWith("p99 < 50us");
        button("#percentiles", "Linear").click();
        assertThat((String) open.value("location.hash")).contains("scale=linear");
    }

    /** In a picture so narrow that words have no room at the left of their dot. */
    @Test
    void shouldWriteNoValueAcrossTheCurve() {
        assertThat(
                        (String)
                                open.value(
                                        "(() => { const plot = Straggler.panels.percentiles; const {frame, drawn, x, y} = plot.scales(220, 400);"
                                                + " const words = []; const context = {measureText: text => ({width: 7 * text.length}),"
                                                + " fillText: (text, right, bottom) => words.push([text, right, bottom]),"
                                                + " fillRect() {}, beginPath() {}, arc() {}, fill() {}};"
                                                + " plot.paintValues(context, drawn, x, y, frame);"
                                                + " const curve = drawn.find(one => one.main && one.name.startsWith('latency')).points;"
                                                + " const reached = right => Math.max(...curve.filter(([at]) => at <= x.invert(right)).map(([, ns]) => ns));"
                                                + " return words.map(([text, right, bottom]) => `${text.split(' ')[0]} ${bottom < y(reached(right))}`).join(); })()"))
                .contains("p99 true")
                .doesNotContain("false");
    }

    @Test
    void shouldFilterEveryPanelWhenAnIntervalIsBrushed() {
        String before = open.text("#outliers");
        double time = open.number("Straggler.panels.flames.panel.graph.view.tree.total[0]");
        brush(0.4, 0.6);
        assertThat(open.text("#selection"))
                .containsPattern("[\\d,]+ of 5,\\d+ outliers")
                .contains("due ");
        assertThat(open.text("#budget")).contains("selected outliers took");
        assertThat(open.text("#outliers")).isNotEqualTo(before);
        assertThat(open.number("Straggler.panels.flames.panel.graph.view.tree.total[0]"))
                .isBetween(1.0, time - 1);
        assertThat((Integer) open.value("Straggler.panels.percentiles.curves().filter(one => one.selected).length"))
                .isOne();
        open.screenshot("brushed");
        reopen((String) open.value("location.hash"));
        assertThat(open.text("#selection")).contains("due ");
        button("#selection", "Show all").click();
        open.settle();
        assertThat(page.locator("#selection").isVisible()).isFalse();
        assertThat(open.text("#outliers")).isEqualTo(before);
        assertThat(open.number("Straggler.panels.flames.panel.graph.view.tree.total[0]"))
                .isEqualTo(time);
    }

    @Test
    void shouldSelectAnIntervalByKeyboard() {
        page.getByLabel("Selected from, in seconds").fill("3");
        page.getByLabel("Selected from, in seconds").press("Tab");
        page.getByLabel("Selected to, in seconds").fill("6.5");
        page.getByLabel("Selected to, in seconds").press("Tab");
        open.settle();
        assertThat(open.text("#selection")).contains("due 3.000000 s to 6.500000 s");
        button("#timeline", "Zoom to selection").click();
        assertThat(open.number(TIME + ".view.toNs")).isEqualTo(6.5e9);
        page.keyboard().press("x");
        open.settle();
        assertThat(page.locator("#selection").isVisible()).isFalse();
    }

    @Test
    void shouldLinkACulpritToItsVictims() {
        move(
                place(
                        "at(x(outliers.atNs[outliers.culprit.find(i => i >= 0)]), y(outliers.latencyNs[outliers.culprit.find(i => i >= 0)]))"));
        open.settle();
        assertThat((Integer) open.value(TIME + ".victims.length")).isPositive();
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("inherited", "service");
    }

    @Test
    void shouldTellWhatALaneHolds() {
        move(place("at(x(panel.lanes[0].events[0].atNs) + 1, lanesTop + 6)"));
        open.settle();
        assertThat(page.locator(".flame-tip:visible").innerText()).contains("GC pause", "G1 Evacuation Pause");
    }

    @Test
    void shouldOpenTheOutlierThatIsClickedOrWalkedTo() {
        move(place("at(x(outliers.atNs[outliers.worstFirst[0]]), y(outliers.latencyNs[outliers.worstFirst[0]]))"));
        page.mouse().down();
        page.mouse().up();
        open.settle();
        assertThat(page.locator(".one").isVisible()).isTrue();
        button(".one", "Close").click();
        page.locator("#timeline canvas.figure-over").first().focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");
        assertThat(page.locator("#timeline .flame-status").innerText()).contains("due at");
        page.keyboard().press("Enter");
        assertThat(page.locator(".one").isVisible()).isTrue();
    }

    @Test
    void shouldSayWhatComesBackAndLayAllTurnsOverEachOther() throws IOException {
        open.settle();
        assertThat(open.text("#timeline .recurrence"))
                .contains(
                        "Every 600 ms file I/O comes back: 27 of 27 times it began in the same fifth of that time; so does ",
                        "monitor (27 of 27)",
                        "By chance, fewer than one report in a hundred would say so.")
                .doesNotContainPattern("Every.*Every");
        page.locator("#timeline .folded summary").click();
        button("#timeline .folded", "1 s").click();
        open.settle();
        assertThat(
                        (Boolean)
                                open.value(
                                        "(() => { const {folded, outliers} = " + TIME
                                                + "; return [...outliers.atNs].every(at => {"
                                                + " const within = folded.within(at); return within >= 0 && within < 1e9"
                                                + " && Math.abs((outliers.epochMs % 1000) * 1e6 + at - within - 1e9 * Math.round(((outliers.epochMs % 1000) * 1e6 + at - within) / 1e9)) < 2; }); })()"))
                .isTrue();
        Download svg = page.waitForDownload(
                () -> button("#timeline .folded", "Save as SVG").click());
        assertThat(Files.readString(svg.path())).contains("due, within 1 s of the clock", "latency");
        open.screenshot("folded");
    }

    @Test
    void shouldFilterTheRestWhenACulpritSiteIsClicked() {
        page.locator("#culprits button.as-text").first().click();
        open.settle();
        assertThat(open.text("#selection")).contains("site ");
        assertThat(page.locator("#culprits tr.selected").count()).isOne();
        String site = page.locator("#culprits button.as-text").first().innerText();
        assertThat(open.text("#selection")).contains(site.split(":")[0].trim());
        page.locator("#budget button.as-text").first().click();
        open.settle();
        assertThat(open.text("#selection")).contains("because of");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Remove filter: because of"))
                .click();
        open.settle();
        assertThat(open.text("#selection")).doesNotContain("because of");
    }

    /** Of these the page holds neither what was recorded nor all that they waited for. */
    @Test
    void shouldSayWhatAnOutlierWaitedForLongestThatIsNotThereInFull() {
        open.value("Straggler.panels.outliers.open(Array.from(" + TIME + ".outliers.worstFirst).find(i => !" + TIME
                + ".outliers.details.has(i) && " + TIME + ".outliers.culprit[i] >= 0), true)");
        open.settle();
        assertThat(open.text(".one"))
                .containsPattern("It waited .* in front of it, longest for the one due at .*: .+\\.");
    }

    @Test
    void shouldShowTheQueueAndTheCapturesOfOneOutlierAndLinkToIt() {
        open.value("Straggler.panels.outliers.open(Array.from(" + TIME + ".outliers.worstFirst).find(i => " + TIME
                + ".outliers.details.get(i)?.behind.length), true)");
        open.settle();
        assertThat(open.text(".one")).contains("Whom it waited for", "Where its latency went", "victim");
        open.screenshot("one-outlier-victim");
        String first = open.text(".one-title");
        button(".one", "Less bad ›").click();
        assertThat(open.text(".one .note")).contains("number ");
        button(".one", "‹ Worse").click();
        assertThat(open.text(".one-title")).isEqualTo(first);
        String hash = (String) open.value("location.hash");
        assertThat(hash).contains("outlier=");
        page.keyboard().press("]");
        reopen(hash);
        assertThat(open.text(".one-title")).isEqualTo(first);
    }

    @Test
    void shouldShowWhoHadTheCoreThatAnOutlierWaitedFor() {
        show("realistic");
        String away = "detail.usage[0]?.offCore[0]";
        double middle = ((Number) open.value("(() => { const outliers = " + TIME
                        + ".outliers; const i = Array.from(outliers.worstFirst).find(i => { const detail ="
                        + " outliers.details.get(i); return detail && " + away + "; });"
                        + " Straggler.panels.outliers.open(i, true); const detail = outliers.details.get(i); const hold = "
                        + away + ".core[0]; return (hold.atNs + hold.ns / 2) / outliers.latencyNs[i]; })()"))
                .doubleValue();
        open.settle();
        Locator lanes = page.locator(".one canvas.figure-over");
        lanes.scrollIntoViewIfNeeded();
        BoundingBox box = lanes.boundingBox();
        List<String> tips = new ArrayList<>();
        for (double y = 10; y < box.height - 40; y += 26) {
            page.mouse().move(box.x + 150 + (box.width - 162) * middle, box.y + y);
            tips.addAll(page.locator(".tip-title").allTextContents());
        }
        assertThat(tips)
                .anyMatch(tip -> tip.startsWith("process backup "))
                .anyMatch(tip -> tip.startsWith("waiting for a core "));
    }

    @Test
    void shouldBeginWithTheWorstAgainWhenAnOutlierWasClosed() {
        String shown = "Array.from(" + TIME + ".outliers.worstFirst).indexOf(Straggler.panels.outliers.shown)";
        page.locator("#outliers .outlier").nth(3).click();
        Object line = open.value("Straggler.panels.outliers.shown");
        assertThat((Integer) open.value(shown)).isPositive();
        button(".one", "Close").click();
        assertThat(page.locator(".one").isVisible()).isFalse();
        assertThat(open.value("document.activeElement.outlier")).isEqualTo(line);
        page.keyboard().press("]");
        assertThat((Integer) open.value(shown)).isZero();
    }

    @Test
    void shouldShowTheStackOfACaptureWhenItIsPointedAt() {
        show("realistic");
        open.value("Straggler.panels.outliers.open(Array.from(" + TIME + ".outliers.worstFirst).find(i => " + TIME
                + ".outliers.details.get(i)?.stacks.length > 3), true)");
        open.settle();
        Locator lanes = page.locator(".one canvas.figure-over");
        lanes.focus();
        page.keyboard().press("ArrowRight");
        String stack = open.text(".capture-stack");
        assertThat(stack).contains("Capture ", "Pacer.pace", "stands for");
        page.keyboard().press("ArrowRight");
        assertThat(open.text(".capture-stack")).isNotEqualTo(stack);
        open.screenshot("one-outlier");
        assertThat(open.seriousFindings()).isEmpty();
    }

    @Test
    void shouldDrawThreadsTogetherAndApartWithoutLosingTime() {
        String tree = "Straggler.panels.flames.panel.graph.view.tree";
        String roots = tree + ".children(0).map(node => " + tree + ".name(node)).join()";
        assertThat(open.value(roots)).isEqualTo("[more work than usual]");
        button("#flames", "Not grouped").click();
        open.settle();
        double all = open.number(tree + ".total[0]");
        assertThat(open.value(roots)).isEqualTo("com.acme.trading.MatchingTask.run");
        button("#flames", "By thread").click();
        open.settle();
        assertThat(open.value(roots)).isEqualTo("[gateway-1],[gateway-2]");
        assertThat(open.number(tree + ".total[0]")).isEqualTo(all);
        button("#flames", "Unseen time").click();
        open.settle();
        assertThat((String) open.value(roots)).contains("[no thread: not seen]");
        assertThat(open.number(tree + ".total[0]")).isGreaterThan(all);
        assertThat(open.text("#flames")).contains("there is no stack, which is shown in brackets");
        String hash = (String) open.value("location.hash");
        assertThat(hash).contains("group=thread", "unseen=1");
        button("#flames", "Not grouped").click();
        button("#flames", "Unseen time").click();
        open.settle();
        assertThat(open.text("#flames")).contains("there is no stack, which is left out");
        reopen(hash);
        assertThat((String) open.value(roots)).startsWith("[gateway-1],[gateway-2]");
    }

    @Test
    void shouldHideTheOutliersOfACauseInTheTimePanelAndDrawThemAgain() {
        String groups = TIME + ".picture().groups.length";
        double all = open.number(groups);
        Locator key = page.locator("#timeline .legend").last().locator("button").first();
        key.click();
        assertThat(open.number(groups)).isEqualTo(all - 1);
        assertThat(key.getAttribute("aria-pressed")).isEqualTo("false");
        key.click();
        assertThat(open.number(groups)).isEqualTo(all);
    }

    @Test
    void shouldListTheVictimsOfACulpritAndOpenOne() {
        page.locator("#culprits .expand").first().click();
        page.locator("#culprits .culprits summary").first().click();
        open.settle();
        Locator victim = page.locator("#culprits .row-detail table button.link").first();
        assertThat(page.locator("#culprits .row-detail").innerText()).contains("Waited for it", "Itself: ");
        victim.click();
        assertThat(open.text(".one")).contains("victim");
    }

    @Test
    void shouldStepThroughOutliersInTheOrderOfTime() {
        open.value("Straggler.panels.outliers.open(40, true)");
        String first = open.text(".one .note");
        button(".one", "Later ›").click();
        assertThat((Integer) open.value("Straggler.panels.outliers.shown")).isEqualTo(41);
        button(".one", "‹ Earlier").click();
        assertThat(open.text(".one .note")).isEqualTo(first);
    }

    /** Of an outlier with everything, and of one of which the page holds no more than events. */
    @Test
    void shouldListWhatTheJvmReportedAroundAnOutlier() {
        String wanted = "Straggler.panels.outliers.open(Array.from(" + TIME + ".outliers.worstFirst).find(i => " + TIME
                + ".outliers.details.has(i) === %s && " + TIME + ".outliers.causeOf(i) === 'gc-pause'), true)";
        for (String detailed : new String[] {"true", "false"}) {
            open.value(wanted.formatted(detailed));
            Locator table = page.locator(".one")
                    .getByRole(AriaRole.TABLE, new Locator.GetByRoleOptions().setName("What the JVM reported"));
            assertThat(table.locator("thead th").allInnerTexts())
                    .containsExactly("What", "When", "Thread", "From", "For", "Detail");
            assertThat(table.innerText())
                    .containsPattern(
                            "GC pause\\t(before|while it (waited|ran)|after)\\t(all|[^\\t]+)\\t−?[\\d.]+ [nµm]?s");
        }
    }

    @Test
    void shouldListAsManyOutliersAsAreAskedFor() {
        int few = page.locator("#outliers .outlier").count();
        String asked = page.locator("#outliers > button").innerText();
        page.locator("#outliers > button").click();
        int many = page.locator("#outliers .outlier").count();
        assertThat(many).isGreaterThan(few);
        assertThat(asked).isEqualTo("Show " + many);
    }

    @Test
    void shouldKeepTheSectionThatWasAskedForInTheAddress() {
        contentsLink("Culprits").click();
        assertThat((String) open.value("location.hash")).contains("at=culprits");
        page.reload();
        page.waitForFunction("() => document.documentElement.dataset.drawn === 'true'");
        page.waitForFunction("() => Math.abs(document.getElementById('culprits').getBoundingClientRect().top) < 200");
    }

    private Locator contentsLink(String name) {
        return page.locator("#contents")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void shouldLinkToASectionOfTheViewAsItIs() {
        open.value("Straggler.panels.timeline.selection.set({fromNs: 3e9, toNs: 6.5e9})");
        open.settle();
        Locator link = contentsLink("Culprits");
        link.hover();
        String address = link.getAttribute("href");
        assertThat(address).contains("from=3000000000", "at=culprits");
        reopen(address);
        assertThat(open.text("#selection")).contains("due 3.000000 s to 6.500000 s");
        page.waitForFunction("() => Math.abs(document.getElementById('culprits').getBoundingClientRect().top) < 200");
    }

    @Test
    void shouldUndoASelectionWhenGoingBack() {
        page.locator(".answers tbody button").first().click();
        open.settle();
        assertThat((String) open.value("location.hash")).contains("least=");
        page.goBack();
        page.waitForFunction("() => !location.hash.includes('least=')");
        open.settle();
        assertThat(open.text("main")).doesNotContain("could not be drawn");
        assertThat(page.locator(".answers tbody button").first().getAttribute("aria-pressed"))
                .isEqualTo("false");
    }

    @Test
    void shouldWeighTheFlameGraphByDelayCaused() {
        String total = "Straggler.panels.flames.panel.graph.view.tree.total[0]";
        double caused = open.number(total);
        assertThat(open.text("#flames")).contains("Width is delay caused");
        button("#flames", "Time").click();
        open.settle();
        assertThat(open.number(total)).isLessThan(caused);
        assertThat(open.text("#flames")).contains("Width is time that outliers took");
        assertThat((String) open.value("location.hash")).contains("weight=time");
    }

    @Test
    void shouldBeDarkWhenTheButtonSaysSoAndLightInPrint() {
        page.locator("#theme").click();
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("dark");
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))");
        open.settle();
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("light");
        assertThat(page.locator("#flames input[type=search]").isVisible()).isFalse();
        assertThat(open.overflow()).isZero();
        assertThat(page.locator(".split.labelled").first().isVisible()).isTrue();
        assertThat(page.locator("label.labelled").first().isVisible()).isFalse();
        open.screenshot("print");
        page.evaluate("() => window.dispatchEvent(new Event('afterprint'))");
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("dark");
    }

    @Test
    void shouldListKeysAndObeyThem() {
        page.keyboard().press("?");
        assertThat(open.text("dialog")).contains("Search the flame graph", "Escape");
        assertThat(open.seriousFindings()).isEmpty();
        page.keyboard().press("Escape");
        page.keyboard().press("/");
        assertThat(open.value("document.activeElement.type")).isEqualTo("search");
        page.keyboard().press("Tab");
        page.keyboard().press("d");
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("dark");
        assertThat((String) open.value("location.hash")).contains("theme=dark");
    }

    @Test
    void shouldDrawOnlyWhatIsBeyondAPercentileInColour() {
        page.locator("#timeline .folded summary").click();
        open.settle();
        List<Object> all = pictures();
        button("#headline", "p99.9").click();
        open.settle();
        assertThat(pictures()).hasSize(2).doesNotContainAnyElementsOf(all);
        button("#headline", "p99.9").click();
        open.settle();
        assertThat(pictures()).isEqualTo(all);
    }

    @Test
    void shouldDrawOnlyTheOutliersOfAGroupInColour() {
        show("any-program");
        List<Object> all = pictures();
        button("#groups", "EU").click();
        open.settle();
        assertThat(pictures()).doesNotContainAnyElementsOf(all.subList(0, 1));
    }

    /** A number for each picture of the time panel, another one where it looks different. */
    @SuppressWarnings("unchecked")
    private List<Object> pictures() {
        return (List<Object>)
                open.value(
                        "[...document.querySelectorAll('#timeline .figure-base')].map(canvas =>"
                                + " [...canvas.toDataURL()].reduce((sum, letter) => Math.imul(31, sum) + letter.charCodeAt(0) | 0, 0))");
    }

    private void show(String sample) {
        open.close();
        open = null;
        write(sample);
        reopen("");
    }

    @Test
    void shouldShowWhatALinkSaysAlsoWhenThePageIsOpenAlready() {
        page.navigate(file.toUri() + "#from=3000000000&to=6500000000&theme=dark");
        PlaywrightAssertions.assertThat(page.locator("#selection")).containsText("due 3.000000 s to 6.500000 s");
        PlaywrightAssertions.assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        PlaywrightAssertions.assertThat(page.locator("html")).hasAttribute("data-drawn", "true");
        page.goBack();
        PlaywrightAssertions.assertThat(page.locator("html")).hasAttribute("data-theme", "light");
        PlaywrightAssertions.assertThat(page.locator("html")).hasAttribute("data-drawn", "true");
        assertThat(page.locator("#selection").isVisible()).isFalse();
    }

    @Test
    void shouldKeepThePageAsItIsWhenSomebodyMovesAboutInIt() {
        open.value("globalThis.kept = true");
        page.locator("#contents a").last().click();
        button("#headline", "p99.9").click();
        page.locator("#theme").click();
        open.settle();
        assertThat((String) open.value("location.hash")).contains("least=", "theme=dark");
        assertThat(open.value("globalThis.kept")).isEqualTo(true);
    }

    /** With Option or AltGr, as on many keyboards, of which some report Control and Alt instead. */
    @Test
    void shouldStepThroughOutliersAlsoWhereBracketsNeedAnotherKey() {
        String shown = "Straggler.panels.outliers.shown";
        String press =
                "document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, %s}))";
        open.value(press.formatted("key: ']', altKey: true"));
        Object worst = open.value(TIME + ".outliers.worstFirst[0]");
        assertThat(open.value(shown)).isEqualTo(worst);
        open.value(press.formatted("key: ']', altKey: true, ctrlKey: true, modifierAltGraph: true"));
        assertThat(open.value(shown)).isEqualTo(open.value(TIME + ".outliers.worstFirst[1]"));
        open.value(press.formatted("key: '[', modifierAltGraph: true"));
        assertThat(open.value(shown)).isEqualTo(worst);
        for (String other : new String[] {"key: ']', ctrlKey: true", "key: ']', metaKey: true"}) {
            open.value(press.formatted(other));
            assertThat(open.value(shown)).as(other).isEqualTo(worst);
        }
        open.value(press.formatted("key: 'd', altKey: true"));
        assertThat(open.value("document.documentElement.dataset.theme")).isEqualTo("light");
    }

    @Test
    void shouldSayWhyAPictureCannotBeSaved() {
        open.value("HTMLCanvasElement.prototype.toBlob = function (done) { done(null); }");
        button("#percentiles", "Save as PNG").click();
        assertThat(page.locator("#percentiles .saves")
                        .getByRole(AriaRole.STATUS)
                        .innerText())
                .contains("too large", "SVG");
    }

    @Test
    void shouldTellThoseWhoListenHowManyAreSelected() {
        String status = "document.querySelector('#selection [role=status]')";
        open.value(status + ".kept = true");
        button("#headline", "p99.9").click();
        open.settle();
        String some = (String) open.value(status + ".textContent");
        assertThat(some).containsPattern("^[\\d,]+ of 5,\\d+ outliers$");
        page.locator("#budget button.as-text").first().click();
        open.settle();
        assertThat((String) open.value(status + ".textContent"))
                .contains(" of 5,")
                .isNotEqualTo(some);
        assertThat(open.value(status + ".kept")).isEqualTo(true);
        button("#selection", "Show all").click();
        assertThat(open.value(status + ".textContent + " + status + ".kept")).isEqualTo("true");
    }

    @Test
    void shouldDrawAnOutlierThatIsNoLongerShownNeverAgain() {
        open.value("Straggler.panels.outliers.open(40, true)");
        open.settle();
        open.value("globalThis.gone = document.querySelector('.one .figure')");
        open.value("Straggler.panels.outliers.open(41, true)");
        open.settle();
        open.value("globalThis.gone.style.height = ''");
        page.locator("#theme").click();
        open.settle();
        assertThat(open.value("globalThis.gone.style.height")).isEqualTo("");
    }

    @Test
    void shouldTakeTheTipsOfAnOutlierAwayWithIt() {
        String tips = "document.querySelectorAll('.flame-tip').length";
        int before = (Integer) open.value(tips);
        for (int i = 40; i < 44; i++) {
            open.value("Straggler.panels.outliers.open(" + i + ", true)");
        }
        assertThat(open.value(tips)).isEqualTo(before + 1);
        button(".one", "Close").click();
        assertThat(open.value(tips)).isEqualTo(before);
    }
}
