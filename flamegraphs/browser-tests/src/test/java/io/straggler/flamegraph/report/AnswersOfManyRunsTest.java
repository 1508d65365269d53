package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.straggler.flamegraph.browser.OpenPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's first sentence against the row of its percentile in the table below it, over many runs that are made from one. */
class AnswersOfManyRunsTest {
    private static final int RUNS = 60;
    private static final int MAX_WORDS = 30;

    /** Other latencies, causes, sites, percentiles and predictions for each seed; then the sentence, and the cells of the row of p99.9. */
    private static final String ANSWER = """
            async seed => {
              const {embedded} = await import('/shared/embedded.js');
              const {answers, sentence} = await import('/report/answer.js');
              const {Outliers} = await import('/report/outlier-columns.js');
              let state = seed;
              const draw = below => {
                state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x6d2b79f5 >>> 0;
                return Math.floor(below * (state / 2 ** 32));
              };
              const data = await embedded();
              const {columns, parts} = data.outliers;
              const size = columns.run.length;
              const factors = Array.from({length: size}, () => 1 + draw(20));
              let next = 0;
              columns.latencyNs = Array.from(columns.latencyNs, (ns, i) => ns * factors[i]);
              const pattern = Array.from(parts.pattern);
              const ns = Array.from(parts.ns);
              for (let i = 0; i < size; i++) {
                const length = parts.patterns[pattern[i]].length;
                for (let k = 1; k < length; k++, next++) {
                  ns[next] *= factors[i];
                }
                const alike = parts.patterns.map((one, k) => k).filter(k => parts.patterns[k].length === length);
                pattern[i] = alike[draw(alike.length)];
              }
              Object.assign(parts, {pattern, ns});
              const usual = data.causes.findIndex(({key}) => key === 'usual-work');
              const most = draw(data.causes.length);
              parts.patterns = parts.patterns.map(one => one.map(k => k === usual ? most : k === most ? usual : k));
              data.culprits.sites.forEach(site => { site.cause = data.causes[draw(3) ? most : draw(data.causes.length)].key; });
              columns.site = Array.from(columns.site, () => draw(data.culprits.sites.length));
              const slowest = columns.latencyNs.slice().sort((a, b) => b - a);
              const rare = 1 + draw(size / 4);
              const [row] = data.series.all.filter(one => one.name === 'latency');
              row.rowsNs[data.series.shown.indexOf(99.9)] = slowest[rare];
              row.rowsNs[data.series.shown.indexOf(99)] = slowest[rare + draw(size / 4)];
              row.maxNs = slowest[0];
              data.counterfactual.measured.forEach(one => { one.valueNs = row.rowsNs[data.series.shown.indexOf(one.percentile)] || one.valueNs; });
              data.counterfactual.without = data.causes.map(({key}) => ({cause: key, intervals: [],
                percentiles: data.counterfactual.measured.map(({valueNs}) => ({valueNs: Math.floor(valueNs * draw(101) / 100)}))}));
              data.latencyEstimates = draw(2) ? [] : [{percentile: 99.9, valueNs: 1, events: 1 + draw(12), note: ''}];
              data.selection = {...Straggler.panels.timeline.data.selection, outliers: new Outliers(data)};
              data.selection.onChange = () => {};
              const cells = [...answers(data).querySelectorAll('tr')].map(tr => [...tr.cells].map(cell => cell.textContent));
              const {standsFor, latencyNs} = data.selection.outliers;
              const beyond = latencyNs.reduce((sum, one, i) => sum + (one >= slowest[rare] * (1 - 1 / 1024) ? standsFor[i] : 0), 0);
              return {sentence: sentence(data), row: cells.find(one => one[0] === 'p99.9'), beyond: String(Math.round(beyond))};
            }
            """;

    private static final Pattern BEYOND = Pattern.compile(
            "(?:all ([\\d,]+)|([\\d,]+) of the ([\\d,]+)) iterations beyond it|the iterations? beyond it");
    private static final Pattern WITHOUT = Pattern.compile(
            "(?:Without ([^,.]+?), p99\\.9 would be|and would be) (at most )?([\\d.,]+ [nµm]?s)(?: without ([^.]+))?\\.");
    private static final Pattern STALLS = Pattern.compile("([A-Z]\\w+) stalls? (?:is|are) too few");

    @TempDir
    private Path folder;

    @Test
    @SuppressWarnings("unchecked")
    void shouldSayTheSameInSentenceAndTable() {
        try (OpenPage open = OpenPage.ofModules(OpenPage.write(folder, "queued"))) {
            open.settle();
            Page page = open.page();
            int predicted = 0;
            for (int seed = 1; seed <= RUNS; seed++) {
                Map<String, Object> answer = (Map<String, Object>) page.evaluate(ANSWER, seed);
                String sentence = plain((String) answer.get("sentence"));
                List<String> row = ((List<String>) answer.get("row"))
                        .stream().map(AnswersOfManyRunsTest::plain).toList();
                predicted += agree(seed + ": " + sentence, sentence, row, number((String) answer.get("beyond")));
            }
            assertThat(predicted).as("runs with a prediction").isGreaterThan(RUNS / 4);
        }
    }

    /** 1 if the sentence has a prediction, else 0. */
    private static int agree(String about, String sentence, List<String> row, long beyond) {
        assertThat(sentence).as(about).startsWith("p99.9 is " + row.get(1) + ": ");
        assertThat(sentence.split("\\. (?=[A-Z])"))
                .as(about)
                .allSatisfy(one -> assertThat(one.split(" ")).hasSizeLessThanOrEqualTo(MAX_WORDS));
        MatchResult all = found(BEYOND, sentence, about);
        String some = all.group(1) == null ? all.group(3) : all.group(1);
        if (some != null) {
            assertThat(number(some)).as(about).isEqualTo(beyond);
            assertThat(row.get(3)).as(about).contains(" · " + some + " iterations");
        }
        if (all.group(2) != null) {
            assertThat(number(all.group(2))).as(about).isLessThan(beyond);
        }
        Matcher stalls = STALLS.matcher(sentence);
        if (stalls.find()) {
            assertThat(row.get(2))
                    .as(about)
                    .startsWith("from " + stalls.group(1).toLowerCase() + " stall");
        }
        Matcher without = WITHOUT.matcher(sentence);
        if (!without.find()) {
            return 0;
        }
        String bound = without.group(2) == null ? "" : "≤ ";
        String cause = without.group(1) == null ? without.group(4) : without.group(1);
        assertThat(row.get(4)).as(about).contains(bound + without.group(3) + " without ");
        if (!cause.equals("it") && !cause.equals("them")) {
            assertThat(row.get(4)).as(about).contains(bound + without.group(3) + " without " + cause);
            assertThat(row.get(3)).as(about).startsWith(cause);
        }
        return 1;
    }

    private static MatchResult found(Pattern pattern, String text, String about) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(about).isTrue();
        return matcher.toMatchResult();
    }

    private static String plain(String text) {
        return text.replaceAll("[\\u00a0\\u202f]", " ");
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace(",", ""));
    }
}
