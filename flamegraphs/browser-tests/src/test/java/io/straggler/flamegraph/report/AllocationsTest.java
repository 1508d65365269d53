package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Allocations before GC pauses, on the page. */
class AllocationsTest {
    private static final String TREE = "Straggler.panels.flames.panel.graph.view.tree";
    private static final String PUT = "com.acme.price.PriceCache.put";
    private static final String PARSE = "com.acme.price.Quote.parse";

    @TempDir
    private Path folder;

    private OpenPage open;
    private Page page;

    private void open(String hash) {
        open = OpenPage.of(OpenPage.write(folder, "allocating"), hash, ColorScheme.LIGHT, 1440);
        page = open.page();
        page.locator("#flames").scrollIntoViewIfNeeded();
        open.settle();
    }

    @AfterEach
    void closePage() {
        open.close();
    }

    private double totalNs(String name) {
        return open.number(
                "(tree => Array.from({length: tree.size}, (_, i) => i).filter(i => i > 0 && tree.name(i) === '" + name
                        + "').reduce((sum, i) => sum + tree.total[i], 0))(" + TREE + ")");
    }

    @Test
    void shouldDrawAllocationsBelowGcPausesOverTheDelayThatTheseCaused() {
        open("");
        double pauseNs = totalNs("[GC pause]");
        assertThat(pauseNs).isPositive();
        assertThat(totalNs(PUT)).isCloseTo(0.75 * pauseNs, within(0.01 * pauseNs));
        assertThat(totalNs(PARSE)).isCloseTo(0.25 * pauseNs, within(0.01 * pauseNs));
        assertThat(open.text("#flames")).contains("Below a GC pause are the allocations before it");
    }

    @Test
    void shouldDrawAllocationsOfTheSelectedOutliersOverTheirDelayOnly() {
        open("");
        double all = totalNs(PUT);
        open.close();
        open("#from=3000000000&to=6500000000");
        assertThat(totalNs(PUT))
                .isPositive()
                .isLessThan(all)
                .isCloseTo(0.75 * totalNs("[GC pause]"), within(0.01 * all));
    }

    @Test
    void shouldDrawWhereThreadsStoodIfTheTimeOfOutliersIsAskedFor() {
        open("#weight=time");
        assertThat(open.number(TREE + ".total[0]")).isPositive();
        assertThat(totalNs(PUT)).isZero();
    }

    @Test
    void shouldSayWhatWasAllocatedWhereTheCauseIsNamed() {
        open("");
        assertThat(open.text("#budget"))
                .contains(
                        "Allocated before: 75% byte[] in com.acme.price.PriceCache.put, 25% String in com.acme.price.Quote.parse (80 samples)");
        page.locator("#budget .expand[aria-label='Details of GC pause']").click();
        assertThat(open.text("#budget")).contains("Allocated before the pauses", "java.lang.String");
    }
}
