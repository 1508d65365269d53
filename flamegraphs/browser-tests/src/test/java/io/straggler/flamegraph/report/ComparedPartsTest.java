package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Two parts of a run, A and B, beside each other. */
class ComparedPartsTest extends SamplePage {
    private static final String OUTLIERS = "Straggler.panels.timeline.outliers";
    private static final String TREE = "Straggler.panels.flames.panel.graph.view.tree";
    private static final String A = "3000000000-6500000000";
    private static final String B = "8000000000-19000000000";

    ComparedPartsTest() {
        super("queued");
    }

    private void mark(String part, String from, String to) {
        page.getByLabel("Selected from, in seconds").fill(from);
        page.getByLabel("Selected from, in seconds").press("Tab");
        page.getByLabel("Selected to, in seconds").fill(to);
        page.getByLabel("Selected to, in seconds").press("Tab");
        open.settle();
        button("#timeline", "Mark as " + part).click();
        open.settle();
    }

    /** Number of outliers that are due in an interval. */
    private int due(String interval) {
        String[] ends = interval.split("-");
        return (int) open.number("Array.from(" + OUTLIERS + ".atNs).filter(at => at >= " + ends[0] + " && at <= "
                + ends[1] + ").length");
    }

    private int sum(int column) {
        return page.locator("#timeline .compared tbody tr > :nth-child(" + column + ")").allInnerTexts().stream()
                .filter(text -> !text.isBlank())
                .mapToInt(text -> Integer.parseInt(text.replace(",", "")))
                .sum();
    }

    @Test
    void shouldPutTheCausesOfTwoPartsBesideEachOther() {
        mark("A", "3", "6.5");
        assertThat(page.locator("#timeline .compared").isVisible()).isFalse();
        mark("B", "8", "19");
        int a = due(A);
        int b = due(B);
        assertThat(a).isPositive().isNotEqualTo(b);
        String sizes = String.format(Locale.ROOT, "%,d outliers of A, %,d of B", a, b);
        assertThat(open.text("#selection [role=status]")).isEqualTo(sizes + " compared");
        assertThat(open.text("#timeline .compared .lead")).isEqualTo(sizes + ".");
        assertThat(open.text("#timeline .compared h4")).startsWith("A, due 3.000000 s to 6.500000 s: ");
        assertThat(sum(2)).isEqualTo(a);
        assertThat(sum(5)).isEqualTo(b);
        assertThat(page.locator("#timeline .compared tbody tr").first().innerText())
                .containsPattern("[+−]\\d+$|same$");
        assertThat(open.text("#budget")).as("nothing is selected").doesNotContain("selected outliers");
        String shown = open.text("#timeline .compared");
        reopen((String) open.value("location.hash"));
        assertThat(open.text("#timeline .compared")).isEqualTo(shown);
        open.screenshot("parts-compared");
    }

    @Test
    void shouldDrawTheDifferenceOfTheStacksOfTwoParts() {
        reopen("#group=none&weight=time&from=8000000000&to=19000000000");
        double timeOfB = open.number(TREE + ".total[0]");
        reopen("#a=" + A + "&b=" + B);
        assertThat(open.value(TREE + ".title")).isEqualTo("B against A");
        assertThat(open.number(TREE + ".total[0]")).isEqualTo(timeOfB);
        assertThat(open.number(TREE + ".other[0]")).isEqualTo(timeOfB);
        assertThat(open.text("#flames"))
                .contains("Only in B (", "Only in A (", "▲ more of a second than in A")
                .containsPattern(
                        "\\d+ outliers of A, [\\d,]+ of B; their difference rests on [\\d,]+ captures of A and [\\d,]+ of B\\.");
        button("#timeline", "Flame graph of the difference").click();
        assertThat(open.value("document.activeElement.id")).isEqualTo("flames");
        button("#flames", "Outliers").click();
        open.settle();
        assertThat(open.value(TREE + ".other")).isNull();
        assertThat((String) open.value("location.hash")).contains("parts-stacks=outliers");
        reopen("#a=" + A + "&b=" + A);
        assertThat(open.text("#flames")).contains("Only in B (0)", "Only in A (0)");
    }

    @Test
    void shouldUndoAMarkWhenGoingBack() {
        mark("A", "3", "6.5");
        mark("B", "8", "19");
        String hash = (String) open.value("location.hash");
        assertThat(hash).contains("a=" + A, "b=" + B).doesNotContain("from=", "to=");
        page.goBack();
        page.waitForFunction("() => !location.hash.includes('b=')");
        page.waitForFunction("() => document.documentElement.dataset.drawn === 'true'");
        open.settle();
        assertThat((String) open.value("location.hash")).contains("a=" + A, "from=8000000000");
        assertThat(page.locator("#timeline .compared").isVisible()).isFalse();
        assertThat(open.value(TREE + ".other")).isNull();
    }

    @Test
    void shouldLetGoOfTheParts() {
        reopen("#a=" + A + "&b=" + B);
        assertThat(open.value(TREE + ".title")).isEqualTo("B against A");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Remove filter: B: "))
                .click();
        open.settle();
        assertThat(page.locator("#timeline .compared").isVisible()).isFalse();
        assertThat(open.value(TREE + ".title")).isEqualTo("outliers by cause");
        assertThat(open.text("#selection"))
                .contains("A: 3.000000 s to 6.500000 s")
                .doesNotContain("compared");
        page.keyboard().press("x");
        open.settle();
        assertThat(page.locator("#selection").isVisible()).isFalse();
    }

    @Test
    void shouldCompareOnlyWhatIsSelected() {
        reopen("#a=" + A + "&b=" + B + "&cause=gc-pause");
        String number = "Array.from(" + OUTLIERS + ".atNs).filter((at, i) => at >= 3e9 && at <= 6.5e9 && " + OUTLIERS
                + ".causeOf(i) === 'gc-pause').length";
        int a = (int) open.number(number);
        assertThat(a).isBetween(1, due(A) - 1);
        assertThat(open.text("#timeline .compared .lead"))
                .startsWith(String.format(Locale.ROOT, "%,d outliers of A", a))
                .contains("Only those that are selected");
        assertThat(sum(2)).isEqualTo(a);
    }

    @Test
    void shouldSayThatAnIntervalIsToBeSelectedFirst() {
        button("#timeline", "Mark as A").click();
        assertThat(page.locator("#timeline .flame-status").innerText()).contains("Select an interval first");
        assertThat((String) open.value("location.hash")).doesNotContain("a=");
    }

    @Test
    void shouldIgnoreDamagedPartsOfALink() {
        reopen("#a=x&b=1e9-2");
        assertThat(page.locator("#selection").isVisible()).isFalse();
        assertThat(open.text("main")).doesNotContain("could not be drawn");
    }

    @Test
    void shouldBeReadableByEverybodyWhileTwoPartsAreCompared() {
        reopen("#a=" + A + "&b=" + B);
        open.shouldBeReadableByEverybody("parts");
    }
}
