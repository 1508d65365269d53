package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.microsoft.playwright.Page;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page's modules on their own: numbers and trees, without a picture. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModulesTest {
    /** a → b (3), a → c → b (5, of which 2 are of callees left out), d (2); d was 10 before and e 10. */
    private static final String TREES = """
            const [{CallTree}, treeViews, flamePaint, {finish: now}] = await Promise.all(['flames/call-tree', 'flames/call-tree-views', 'flames/flame-paint', 'shared/slices'].map(name => import(`/${name}.js`)));
            const frames = {names: ['a', 'b', 'c', 'd', 'e', '[no stack]'], kinds: [1, 1, 1, 0, 1, 2], labels: ['native', 'compiled', 'not seen']};
            const tree = new CallTree(frames, {frame: [0, 1, 2, 1, 3], depth: [0, 1, 1, 2, 0]},
                {self: [0, 3, 0, 3, 2], cut: [0, 0, 0, 2, 0], captures: [0, 1, 0, 1, 1]}, {unit: 'ns', title: 'all'});
            const before = new CallTree(frames, {frame: [3, 4], depth: [0, 0]}, {self: [10, 10], captures: [1, 1]}, {unit: 'ns', title: 'before'});
            const views = {...treeViews, reversed: (...all) => now(treeViews.reversed(...all)), compared: (...all) => now(treeViews.compared(...all))};
            const codes = views.codesOf(frames);
            const shown = tree => Array.from({length: tree.size - 1}, (_, i) => i + 1).map(node => `${tree.depth[node] - 1}${tree.name(node)} ${tree.self[node]}/${tree.total[node]}`);
            """;

    private OpenPage open;
    private Page page;

    @BeforeAll
    void openPage(@TempDir Path folder) {
        open = OpenPage.ofModules(OpenPage.write(folder, "queued"));
        page = open.page();
    }

    @AfterAll
    void closePage() {
        open.close();
    }

    private Object of(String body) {
        return page.evaluate("async () => { " + TREES + " return " + body + "; }");
    }

    /** The value of an expression that may use what a module exports. */
    private Object with(String module, String expression) {
        return with(module, expression, "");
    }

    /** @param query behind the module's address, which makes it another one than the page's own */
    private Object with(String module, String expression, String query) {
        return page.evaluate("async () => { const module = await import('/" + module + ".js" + query + "'); return "
                + expression + "; }");
    }

    @Test
    void shouldShowPercentilesAsMultiplesOfTheReferenceRun() {
        String table = """
                (() => {
                  const section = document.createElement('section');
                  const one = (name, rowsNs) => ({name, run: null, rowsNs, count: 100, maxNs: 9000, meanNs: 500});
                  module.fillPercentileTable(section, {latencyEstimates: [],
                    series: {shown: [50, 90], all: [one('latency', [1000, 4000]), one('reference', [500, 400])]},
                    reference: %s});
                  return [...section.querySelectorAll('tr')].map(row => [...row.cells].map(cell => cell.textContent).join('|')).join(' ');
                })()""";
        assertThat(
                        with(
                                "report/percentile-table",
                                table.formatted(
                                        "{of: 'ping', multiples: [{percentile: 50, multiple: 0.0075}, {percentile: 90, multiple: 10}]}")))
                .asString()
                .contains("p50|1 µs|0.0075×|500 ns", "p90|4 µs|10×|400 ns", "worst|9 µs||9 µs");
        assertThat(with("report/percentile-table", table.formatted("null")))
                .asString()
                .contains("p50|1 µs|500 ns", "p90|4 µs|400 ns");
    }

    @Test
    void shouldSayWhyOutliersAreOnlyCountedAsFarAsTheSamplerWasOff() {
        String counted =
                "module.onlyCounted({run: {outliers: %s, notices: %s}, outliers: {count: 60}, observerEffect: %s})";
        String notices = "[{counts: {}}, {counts: {onlyCounted: 10, outliers: 100}}]";
        assertThat(with("report/quality", counted.formatted(60, "[]", "null"))).isEqualTo("");
        assertThat(with("report/quality", counted.formatted(100, notices, "null")))
                .isEqualTo(" The other 40 are only counted.");
        assertThat(with("report/quality", counted.formatted(100, "[]", "{outliers: 41}")))
                .isEqualTo(
                        " The other 40 are only counted: the sampler was off then, to find out what it does to the run.");
        assertThat(with("report/quality", counted.formatted(100, notices, "{outliers: 41}")))
                .isEqualTo(" The other 40 are only counted: the sampler was off during 30 of them, to find out what it"
                        + " does to the run.");
        assertThat(with("report/quality", counted.formatted(70, notices, "{outliers: 41}")))
                .isEqualTo(" The other 10 are only counted.");
    }

    @Test
    void shouldNotGiveAnEndToAnIntervalBeyondAllThatWasMeasured() {
        assertThat(with("shared/format", "module.between(1000, 2000, 3000)")).isEqualTo("1 µs to 2 µs");
        assertThat(with("shared/format", "module.between(1000, 4000, 3000)")).isEqualTo("1 µs or more");
    }

    @Test
    void shouldAddUpWhatEachNodeStandsForAndKeepWhatWasLeftOut() {
        assertThat(of("shown(tree)")).isEqualTo(List.of("0a 0/8", "1b 3/3", "1c 0/5", "2b 3/5", "0d 2/2"));
        assertThat(of("tree.total[0]")).isEqualTo(10);
        assertThat(of("tree.path(4).map(node => tree.name(node))")).isEqualTo(List.of("a", "c", "b"));
        assertThat(of("tree.follow(['a', 'c', 'gone'])")).isEqualTo(3);
    }

    @Test
    void shouldCountTimeOnceWhenAMatchCallsAMatch() {
        Map<?, ?> found = (Map<?, ?>) of("tree.search(/^[cb]$/)");
        assertThat(found.get("matched")).isEqualTo(8);
        assertThat(found.get("nodes")).isEqualTo(3);
    }

    @Test
    void shouldPutCallersOntoLeavesWhenReversed() {
        assertThat(of("shown(views.reversed(tree, codes))"))
                .isEqualTo(List.of("0b 0/6", "1a 3/3", "1c 0/3", "2a 3/3", "0d 2/2"));
    }

    /** a → c → b and a → b: of b, which stands twice, 8 in all; of a, which calls itself again, the outermost call. */
    @Test
    void shouldPutCallersAboveAndCalleesBelowAFrame() {
        String sides =
                "(frame => { const {callers, callees} = now(views.around(tree, codes, frame)); return [shown(callers), shown(callees)]; })";
        assertThat(of(sides + "(1)"))
                .isEqualTo(List.of(List.of("0b 0/8", "1a 3/3", "1c 0/5", "2a 5/5"), List.of("0b 6/8")));
        assertThat(of(sides + "(2)")).isEqualTo(List.of(List.of("0c 0/5", "1a 5/5"), List.of("0c 0/5", "1b 3/5")));
        assertThat(
                        of(
                                "(() => { const deep = new CallTree(frames, {frame: [0, 0, 1], depth: [0, 1, 2]}, {self: [1, 2, 3], captures: [0, 0, 1]}, {unit: 'ns', title: ''});"
                                        + " const {callers, callees} = now(views.around(deep, codes, 0)); return [callers.total[0], callees.total[0], shown(callees)]; })()"))
                .isEqualTo(List.of(6, 6, List.of("0a 1/6", "1a 2/5", "2b 3/3")));
    }

    /** The page's own outliers, as if the upper half of them were all there and each of the others stood for seven. */
    private static final String SAMPLED = """
            const [{embedded}, {Outliers}, {Selection}, tails, answer, curves, budget, {finish: now}] = await Promise.all(
                ['shared/embedded', 'report/outlier-columns', 'report/selection', 'report/tails', 'report/answer', 'charts/percentile-curves', 'report/budget', 'shared/slices'].map(name => import(`/${name}.js`)));
            const data = await embedded();
            const size = data.outliers.columns.run.length;
            const complete = size - Math.floor(size / 2);
            const count = complete + 7 * (size - complete);
            Object.assign(data.outliers, {complete, count});
            data.selection = new Selection(new Outliers(data), data.culprits.sites);
            const {outliers, chosen} = data.selection;
            """;

    private Object sampled(String body) {
        return page.evaluate("async () => { " + SAMPLED + " return " + body + "; }");
    }

    @Test
    void shouldPlaceOutliersByHowRareTheyAreInTheRunAndNotInThePage() {
        List<?> bins = (List<?>)
                sampled(
                        "now(curves.bands(data.selection, 10 * count, [1, 10 * count / complete, 10 * count, Infinity])).map(bin => bin.count)");
        assertThat(bins).hasSize(3);
        assertThat(sampled("complete - 1")).isEqualTo(bins.get(1));
        assertThat(sampled("count - complete")).isEqualTo(bins.get(0));
        assertThat(bins.get(2)).as("the worst").isEqualTo(1);
        assertThat(
                        sampled(
                                "now(curves.bands(data.selection, 10 * count, [1, Infinity]))[0].ns === Array.from(outliers.worstFirst).reduce((sum, i, rank) => sum + outliers.latencyNs[i] * (rank < complete ? 1 : 7), 0)"))
                .isEqualTo(true);
    }

    @Test
    void shouldDivideTheLatencyBelowTheCurvesAsTheTableOfPercentilesDoes() {
        String drawn = "now(curves.bands(data.selection, 10 * count, [1, Infinity]))[0].parts";
        String divided = "now(budget.selected({outliers, chosen: outliers.standsFor})).sums";
        assertThat(sampled(
                        "(drawn => %s.map(({cause, ns}) => cause + ' ' + Math.round(ns / drawn[outliers.causes.findIndex(one => one.key === cause)] * 1e6)))(%s)"
                                .formatted(divided, drawn)))
                .asInstanceOf(LIST)
                .hasSizeGreaterThan(3)
                .allMatch(part -> part.toString().endsWith(" 1000000"));
        assertThat(sampled("outliers.culprit.some(one => one >= 0 && outliers.excess(one).length > 1)"))
                .as("a culprit of several causes, without which this shows nothing")
                .isEqualTo(true);
    }

    @Test
    void shouldDrawTheTailOfASelectionWhereItLiesInTheRun() {
        assertThat(sampled(
                        "(() => { const intervals = {count: [10 * count], startEpochMs: [outliers.epochMs - 1e6], endEpochMs: [outliers.epochMs + 1e6]};"
                                + " const tail = now(curves.selectedTail({all: [{name: 'latency', run: null, intervals}]}, {outliers, chosen, state: {fromNs: null, toNs: null}}));"
                                + " return [Math.round(tail[0][0]), tail[tail.length - 1][0] / count]; })()"))
                .isEqualTo(List.of(10, 10));
    }

    @Test
    void shouldSayHowManyAreBeyondAPercentileAlsoWhereThePageHoldsASample() {
        String beyond = "(() => { const latency = data.series.all.find(one => one.name === 'latency');"
                + " latency.rowsNs[data.series.shown.indexOf(99)] = outliers.latencyNs[outliers.worstFirst[%s]];"
                + " data.run.thresholdNs = 1; %s })()";
        assertThat(
                        (String)
                                sampled(
                                        beyond.formatted(
                                                "size - 1",
                                                "const row = [...answer.answers(data).querySelectorAll('tbody tr')].find(row => row.textContent.startsWith('p99'));"
                                                        + " return row.textContent.includes(` · ${count.toLocaleString('en')} iterations`) ? 'right' : row.textContent;")))
                .isEqualTo("right");
        assertThat(
                        sampled(
                                beyond.formatted(
                                        "Math.floor(complete / 2)",
                                        "const all = tails.tails(data).find(one => one.percent === 99); return all.members.length > complete / 2 && all.number === all.members.length;")))
                .as("those that are all there")
                .isEqualTo(true);
        assertThat((String) sampled("(() => { const latency = data.series.all.find(one => one.name === 'latency');"
                        + " latency.rowsNs = latency.rowsNs.map(ns => ns === null ? null : 1); data.run.thresholdNs = 1;"
                        + " return answer.sentence(data).replaceAll(count.toLocaleString('en'), 'ALL'); })()"))
                .containsPattern("of the ALL iterations beyond it waited for a GC pause")
                .doesNotContain("slow iteration");
    }

    @Test
    void shouldWeighWhatASampleStandsForInThePartsOfATail() {
        assertThat(
                        sampled(
                                "(() => { const latency = data.series.all.find(one => one.name === 'latency');"
                                        + " latency.rowsNs[data.series.shown.indexOf(99)] = 1; data.run.thresholdNs = 1;"
                                        + " const all = tails.tails(data).find(one => one.percent === 99);"
                                        + " const expected = Array.from(outliers.worstFirst).reduce((sum, i, rank) => sum + outliers.latencyNs[i] * (rank < complete ? 1 : 7), 0);"
                                        + " return [all.latencyNs / expected, all.parts.reduce((sum, part) => sum + part.ns, 0) / expected > 0.999999]; })()"))
                .isEqualTo(List.of(1, true));
    }

    /** Browsers take no more than some 65,000 arguments. */
    @Test
    void shouldFoldMoreOutliersThanAFunctionTakesArguments() {
        assertThat((Double) page.evaluate("""
                        async () => {
                          const {FoldedTime} = await import('/report/folded-time.js');
                          const {data, outliers} = Straggler.panels.timeline;
                          const many = Object.assign(Object.create(outliers), {atNs: Float64Array.from({length: 1e6}, (_, k) => k * 1e3)});
                          return new FoldedTime(document.createElement('section'), {...data, selection: {outliers: many}}, () => Straggler.panels.timeline.picture()).extentNs / 1e9;
                        }""")).isEqualTo(0.999999);
    }

    @Test
    void shouldCountAPauseOnceThatIsReportedTwice() {
        assertThat(with("report/tails", "module.separate([[100, 200], [10, 50], [12, 48], [49, 60]])"))
                .isEqualTo(2);
        assertThat(with("report/tails", "module.separate([])")).isEqualTo(0);
    }

    @Test
    void shouldGroupOutliersThatFollowOneAnotherWithoutIdleTime() {
        assertThat(with(
                        "report/busy-periods",
                        "Array.from(module.busyPeriods({size: 6, run: [0, 0, 0, 0, 0, 1], inheritedNs: [0, 5, 5, 0, 9, 9],"
                                + " sinceNs: [0, 10, 20, 25, 500, 510], latencyNs: [30, 20, 20, 20, 20, 20]}))"))
                .isEqualTo(List.of(1, 1, 1, 2, 3, 4));
    }

    @Test
    void shouldListStagesWithTheirTimesAndNothingWithoutAny() {
        String section =
                "(() => { const section = document.createElement('section'); const shown = module.fillStages(section,"
                        + " {stages: %s}); return [shown, ...Array.from(section.querySelectorAll('tbody tr'), row =>"
                        + " Array.from(row.children, cell => cell.textContent).join('|'))]; })()";
        assertThat(with("report/stages", section.formatted("[]"))).isEqualTo(List.of(false));
        assertThat(with(
                        "report/stages",
                        section.formatted(
                                "[{threads: 'price-*', outliers: 86, queuedNs: 4000, coreNs: 0, workedNs: 26000,"
                                        + " p50Ns: 290, p99Ns: null, maxNs: 7000}, {threads: '', outliers: 2, queuedNs: 0, coreNs: 0,"
                                        + " workedNs: 10000, p50Ns: null, p99Ns: null, maxNs: 9000}]")))
                .isEqualTo(List.of(
                        true, "price-*|86|75%|4 µs||26 µs|290 ns|–|7 µs", "no known thread|2|25%|||10 µs|–|–|9 µs"));
    }

    /** The frame of jobs that were replaced still comes, and must not be taken for the end. */
    @Test
    void shouldBeAtWorkUntilTheLastJobsAreDone() {
        assertThat(
                        page.evaluate(
                                "async () => { const {Slices, working} = await import('/shared/slices.js'); const seen = [];"
                                        + " const frames = async count => { while (count-- > 0) { await new Promise(requestAnimationFrame); } };"
                                        + " const slices = new Slices();"
                                        + " slices.replace([(function* () { for (;;) { yield; } })()]); await new Promise(setTimeout); await frames(3);"
                                        + " slices.replace([], 1e9); await frames(5); seen.push(working.has(slices));"
                                        + " let done = false; slices.replace([(function* () { yield; done = true; })()]);"
                                        + " while (!done) { await frames(1); } await frames(2); seen.push(working.has(slices)); return seen; }"))
                .isEqualTo(List.of(true, false));
    }

    /** Times of outliers over 40 seconds, from seeds: at random, in bursts at random, and every so often with jitter, gaps and others between. */
    private static final String TIMES = """
            const [{recurring}, {finish: now}] = await Promise.all(['report/recurrence', 'shared/slices'].map(name => import(`/${name}.js`)));
            const EXTENT = 4e10;
            const seeded = seed => () => {
                seed = seed + 0x6D2B79F5 | 0;
                let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
                mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
                return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
            };
            const list = (length, make) => Array.from({length}, (_, k) => make(k)).flat().sort((a, b) => a - b);
            const scattered = (random, length) => list(length, () => random() * EXTENT);
            const bursts = (random, length) => list(length, () => { const at = random() * EXTENT; return list(1 + Math.floor(random() * 20), () => at + random() * 8e7); });
            const rhythm = (random, everyNs) => list(Math.floor(EXTENT / everyNs), k => random() < 0.2 ? [] : [(k + 0.3 + 0.1 * (random() - 0.5)) * everyNs])
                .concat(scattered(random, 0.2 * EXTENT / everyNs)).sort((a, b) => a - b);
            const found = runs => now(recurring([{cause: 3, runs}], 1e5));
            """;

    @Test
    void shouldFindNoRhythmWhereOutliersComeAtRandom() {
        assertThat((Integer) page.evaluate("() => (async () => { " + TIMES
                        + " let claims = 0; for (let seed = 1; seed <= 60; seed++) { const random = seeded(seed);"
                        + " claims += found([scattered(random, 12 + 5 * seed)]).length + found([bursts(random, seed)]).length"
                        + " + found([scattered(random, 40), bursts(random, 10)]).length; } return claims; })()"))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void shouldFindAfterWhatTimeOutliersComeBack() {
        for (double everyNs : new double[] {1e9, 0.43e9, 3e7}) {
            List<?> found = (List<?>) page.evaluate("() => (async () => { " + TIMES
                    + " return [1, 2, 3].flatMap(seed => { const random = seeded(seed); const all = found([rhythm(random, "
                    + everyNs
                    + "), rhythm(random, " + everyNs
                    + ")]); return all.map(one => [one.everyNs / " + everyNs
                    + ", one.near / one.all, one.hits / one.turns, one.cause]); }); })()");
            assertThat(found).hasSize(3).allSatisfy(one -> {
                List<?> metrics = (List<?>) one;
                assertThat(((Number) metrics.get(0)).doubleValue()).isBetween(0.995, 1.005);
                assertThat(((Number) metrics.get(1)).doubleValue()).isBetween(0.75, 0.95);
                assertThat(((Number) metrics.get(2)).doubleValue()).isBetween(0.7, 0.95);
                assertThat(metrics.get(3)).isEqualTo(3);
            });
        }
    }

    /** A stall of many outliers is one beginning, and a rhythm that drifts with its clock is one all the same. */
    @Test
    void shouldCountABusyPeriodOnceAndFollowAClockThatDrifts() {
        assertThat(with(
                        "report/recurrence",
                        "module.beginnings({size: 5, run: [0, 0, 0, 0, 1], cause: [2, 2, 2, 4, 2], inheritedNs: [0, 5, 5, 0, 0],"
                                + " sinceNs: [0, 10, 20, 90, 7], latencyNs: [30, 25, 20, 20, 20]})"))
                .isEqualTo(List.of(
                        Map.of("cause", 2, "runs", List.of(List.of(0), List.of(7))),
                        Map.of("cause", 4, "runs", List.of(List.of(90)))));
        assertThat((Double) page.evaluate("() => (async () => { " + TIMES
                        + " return found([list(400, k => k * 1e8 * (1 + k / 4e4))])[0].everyNs / 1e8; })()"))
                .isBetween(0.99, 1.03);
    }

    @Test
    void shouldOrderRowsByValueWithEmptyOnesLastAndPinnedOnesFirst() {
        String rows = "[[3, 'b'], null, [undefined, 'A'], [20, ''], [3, 'a']]";
        assertThat(with(
                        "shared/sorted-table",
                        "[{column: 0, down: true}, {column: 0, down: false}, {column: 1,"
                                + " down: false}, {column: 1, down: true}, {column: -1, down: false}].map(state =>"
                                + " module.orderOf(" + rows + ", state))"))
                .isEqualTo(List.of(
                        List.of(1, 3, 0, 4, 2),
                        List.of(1, 0, 4, 3, 2),
                        List.of(1, 2, 4, 0, 3),
                        List.of(1, 0, 2, 4, 3),
                        List.of(0, 1, 2, 3, 4)));
    }

    @Test
    void shouldNotPrintSharesMoreExactlyThanTheyAreKnown() {
        assertThat(with(
                        "shared/format",
                        "[0, 0.0000001, 0.0009, 0.001, 0.0123, 0.5, 0.9995, 1].map(part => module.share(part, 1))"))
                .isEqualTo(List.of("0%", "<0.1%", "<0.1%", "0.1%", "1.2%", "50%", ">99.9%", "100%"));
        assertThat(with("shared/format", "[0, 0.00014, 0.0000567, 0.0123].map(part => module.fineShare(part, 1))"))
                .isEqualTo(List.of("0%", "0.014%", "0.0057%", "1.2%"));
    }

    @Test
    void shouldKeepOrHideTheTimeOfMatches() {
        String found = "tree.search(/^c$/).found";
        assertThat(of("shown(views.sifted(tree, " + found + ", true))"))
                .isEqualTo(List.of("0a 0/5", "1b 0/0", "1c 0/5", "2b 3/5", "0d 0/0"));
        assertThat(of("shown(views.sifted(tree, " + found + ", false))"))
                .isEqualTo(List.of("0a 0/3", "1b 3/3", "1c 0/0", "2b 0/0", "0d 2/2"));
        assertThat(of("views.sifted(tree, " + found + ", false).children(1).length"))
                .isEqualTo(1);
    }

    @Test
    void shouldCompareBySecondsOfEachTreeAndListWhatAppearedAndVanished() {
        assertThat(of("flamePaint.change(views.compared(tree, before, codes, 'x'), 1)"))
                .isEqualTo(0.8);
        assertThat(
                        of(
                                "(() => { const merged = views.compared(tree, before, codes, 'x');"
                                        + " const d = merged.follow(['d']); return [merged.total[d], merged.other[d], merged.other[0]]; })()"))
                .isEqualTo(List.of(2, 5, 10));
        assertThat(
                        of(
                                "(() => { const {appeared, vanished} = views.turnover(views.compared(tree, before, codes, 'x'), codes);"
                                        + " return [appeared.map(one => frames.names[one.frame]), vanished.map(one => frames.names[one.frame] + one.share)]; })()"))
                .isEqualTo(List.of(List.of("a", "b", "c"), List.of("e0.5")));
    }

    @Test
    void shouldDifferInNothingWhenATreeIsComparedWithItself() {
        assertThat(
                        of(
                                "(() => { const merged = views.compared(tree, tree, codes, 'x');"
                                        + " return Math.max(...Array.from({length: merged.size}, (_, node) => Math.abs(flamePaint.change(merged, node)))); })()"))
                .isEqualTo(0);
    }

    @Test
    void shouldCountARecursionOnceInTotals() {
        assertThat(of(
                        "(() => { const deep = new CallTree(frames, {frame: [0, 0, 0], depth: [0, 1, 2]}, {self: [1, 2, 3], captures: [0, 0, 1]}, {unit: 'ns', title: ''});"
                                + " return deep.totals(codes).map(row => [row.self, row.total]); })()"))
                .isEqualTo(List.of(List.of(6, 6)));
    }

    /**
     * Stacks of random recursion, with frames before, between and after: folded, no path has the same frames twice in a row, and self and
     * total by frame, and the time in which any frame is on the stack, are what they were.
     */
    @Test
    void shouldKeepTheTimesOfEveryFrameWhenRecursionIsFolded() {
        String random = "const {recursionIn} = await import('/flames/recursion.js'); let seed = 7;"
                + " const next = n => { seed = Math.imul(seed, 1103515245) + 12345 & 0x7fffffff; return (seed >> 8) % n; };"
                + " const shape = {frame: [], depth: []}; const self = []; let depth = -1;"
                + " for (let k = 0; k < 4000; k++) { depth = Math.max(0, Math.min(depth + 1, depth + 2 - next(3) - (next(40) === 0 ? 30 : 0)));"
                + " shape.depth.push(depth); shape.frame.push(next(3)); self.push(next(10)); }"
                + " const deep = new CallTree(frames, shape, {self, cut: self.map(() => next(4)), captures: self.map(() => next(3)), cutCaptures: self.map(() => next(2))}, {unit: 'ns', title: ''});"
                + " const fold = now(recursionIn(deep, codes)); const folded = fold.of(deep);"
                + " const rows = tree => tree.totals(codes).map(row => [row.frame, row.self, row.total, row.samples].join()).sort();"
                + " const twice = names => names.some((_, end) => names.some((_, k) => k > 0 && 2 * k <= end + 1 && names.slice(end + 1 - k, end + 1).join() === names.slice(end + 1 - 2 * k, end + 1 - k).join()));"
                + " const paths = Array.from({length: folded.size}, (_, node) => folded.path(node).map(at => codes[folded.frame[at]]));";
        assertThat(page.evaluate("async () => { " + TREES + random
                        + " return [folded.size < deep.size, JSON.stringify(rows(folded)) === JSON.stringify(rows(deep)), folded.total[0] === deep.total[0],"
                        + " folded.samples[0] === deep.samples[0], ['^a$', '^[bc]$'].every(text => folded.search(new RegExp(text)).matched === deep.search(new RegExp(text)).matched),"
                        + " paths.some(twice), Math.max(...folded.turns) > 3]; }"))
                .isEqualTo(List.of(true, true, true, true, true, false, true));
    }

    /** a, a, b, a, a, b, c: a twice in a row, and that with b twice. What is no whole turn stays: a, b, a, c. */
    @Test
    void shouldFoldWholeTurnsOnly() {
        String folded = "async () => { " + TREES
                + " const {recursionIn} = await import('/flames/recursion.js'); const stack = of => new CallTree(frames, {frame: of, depth: of.map((_, i) => i)}, {self: of.map((_, i) => i === of.length - 1 ? 6 : 0), captures: of.map(() => 1)}, {unit: 'ns', title: ''});"
                + " return [[0, 0, 1, 0, 0, 1, 2], [0, 1, 0, 2], [0, 1, 2]].map(of => { const tree = stack(of); const fold = now(recursionIn(tree, codes));"
                + " return fold ? Array.from({length: fold.of(tree).size - 1}, (_, i) => i + 1).filter(node => fold.of(tree).some(node)).map(node => fold.of(tree).name(node) + fold.of(tree).rounds(node)).join(' ') : 'none'; }); }";
        assertThat(page.evaluate(folded)).isEqualTo(List.of("a2 b2 c1", "none", "none"));
    }

    @Test
    void shouldReadObjectivesAsPeopleWriteThem() {
        assertThat(
                        with(
                                "charts/percentile-curves",
                                "module.objectives('p99.9<50us; p99 <= 1.5 ms, nonsense').read.map(one => [one.percent, one.ns])"))
                .isEqualTo(List.of(List.of(99.9, 50_000), List.of(99, 1_500_000)));
        assertThat(with("charts/percentile-curves", "module.objectives('p100<1us, p99<0us').wrong"))
                .isEqualTo(List.of("p100<1us", "p99<0us"));
    }

    @Test
    void shouldGiveTheValueOfTheFirstPointAtOrBeyond() {
        String curve = "[[1, 10], [10, 20], [100, 30]]";
        assertThat(with(
                        "charts/percentile-curves",
                        "[1, 2, 10, 99, 100, 101].map(x => module.valueAt(" + curve + ", x))"))
                .isEqualTo(Arrays.asList(10, 20, 20, 30, 30, null));
    }

    @Test
    void shouldWriteNumbersAsTheCommandLineDoes() {
        assertThat(with("shared/format", "[999, 1000, 999499, 999500, 1005, 12345678, 2e10].map(module.duration)"))
                .isEqualTo(List.of("999 ns", "1 µs", "999 µs", "1 ms", "1.01 µs", "12.3 ms", "20 s"));
    }

    /** The same characters as on the command line: TerminalTextTest has the same list. */
    @Test
    void shouldWriteOutWhatCannotBeSeen() {
        String invisible =
                "0000 001B 007F 0085 00AD 034F 061C 115F 1160 17B4 17B5 180B 180E 180F 200B 200D 202E 2028 2029"
                        + " 2060 2064 2069 206F 3164 D800 DFFF FEFF FFA0 FFF9 FFFB 1BCA0 1D173 E0001 E0041 E007F";
        assertThat(
                        (List<?>)
                                with(
                                        "shared/format",
                                        "'" + invisible
                                                + "'.split(' ').filter(hex => module.visible(`a${String.fromCodePoint(parseInt(hex, 16))}b`) !== `a⟨${hex}⟩b`)"))
                .isEmpty();
        String seen = "a\u00E4\u0301 \u00A0$_\uFF21\uD83D\uDE00\u2764\uFE0F\uD83C\uDFF4\uD835\uDC00";
        assertThat(page.evaluate(
                        "async name => { const module = await import('/shared/format.js'); return module.visible(name); }",
                        seen))
                .isEqualTo(seen);
    }

    /** Of a page so large that its list is still to come. */
    @Test
    void shouldOpenAnOutlierThatWasAskedForBeforeThereIsAListOfThem() {
        String asked = "(() => { %s const opened = [];"
                + " module.showIn({open: i => opened.push(i)}); module.openOutlier(5); return opened; })()";
        assertThat(with("report/open-outlier", asked.formatted("module.openOutlier(3);"), "?early"))
                .isEqualTo(List.of(3, 5));
        assertThat(with("report/open-outlier", asked.formatted("module.stepOutlier(1);"), "?none"))
                .isEqualTo(List.of(5));
    }

    @Test
    void shouldDivideEveryOutliersLatencyWithoutALossWhenColumnsAreRead() {
        assertThat(page.evaluate("() => { const {outliers} = Straggler.panels.timeline; let worst = 0;"
                        + " for (let i = 0; i < outliers.size; i++) { const sum = outliers.parts(i).reduce((all, part) => all + part.ns, 0);"
                        + " worst = Math.max(worst, Math.abs(sum - outliers.latencyNs[i])); } return worst; }"))
                .isEqualTo(0);
    }

    @Test
    void shouldEscapeNamesWhenDrawingAsSvg() {
        assertThat(
                        (String)
                                with(
                                        "charts/svg-context",
                                        "(() => { const svg = new module.SvgContext(10, 10); svg.fillText('</text><script>&\"', 1, 2); return svg.toString(); })()"))
                .contains("&lt;/text&gt;&lt;script&gt;&amp;&quot;")
                .doesNotContain("<script");
    }
}
