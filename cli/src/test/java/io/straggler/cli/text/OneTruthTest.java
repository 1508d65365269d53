package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.Analysis;
import io.straggler.GeneratedRun;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures of one run, which are the same in the sentence of its summary, in the tables below it and in the JSON. */
class OneTruthTest {
    /** The outliers that met the cause, all outliers, the cause's share and its name; or share, outliers and name. */
    private static final Pattern AT_A_PLACE = Pattern.compile(
            "^(?:(?:([\\d,]+) of )?([\\d,]+) outliers|The one outlier) .*?(\\d+)% of \\w+ latency \\(([a-zA-Z/ ]+)\\)\\.");

    private static final Pattern WITHOUT_PLACE = Pattern.compile(
            "^(\\d+)% of (?:the latency of ([\\d,]+) outliers|the one outlier's latency) is ([a-zA-Z/ ]+?)[;.]");

    /** End of a sentence, which a point within a name or a number is not. */
    private static final String SENTENCE_END = "\\. (?=[A-Zp])";

    private static final int MAX_WORDS = 25;

    private static final Pattern OUTLIERS = Pattern.compile("\n  outliers +([\\d,]+) \\([^)]*\\) took (.+?) or longer");
    private static final Pattern WORST = Pattern.compile("the worst took ([\\d.,]+ [µmn]?s)");
    private static final Pattern HIGHEST =
            Pattern.compile("\\. p([\\d.]+) is ([\\d.,]+ [µmn]?s)(?: \\(from (.+?) stalls?\\))?");
    private static final Pattern SITE = Pattern.compile("\n +[\\d.,]+ [µmn]?s +([\\d,]+) → ([\\d,]+)  ");
    private static final Pattern FIRST_CAUSE =
            Pattern.compile("made the culprits slow\n +([\\d.]+)%(?: \\[[^\\]]*\\])? +(.+?)  +in ([\\d,]+) outliers?");

    private static final int RUNS = 50;

    /** Others on each JDK that the tests run on. */
    static LongStream seeds() {
        long first = RUNS * (long) Runtime.version().feature();
        return LongStream.range(first, first + RUNS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldSayTheSameInSentenceTableAndJson(long seed) throws IOException {
        Analysis analysis = GeneratedRun.of(seed);
        String text = printed(analysis);
        JsonNode json = json(analysis);
        String sentence = text.lines()
                .skip(2)
                .takeWhile(line -> !line.startsWith("  rate"))
                .reduce("", (a, b) -> a + " " + b.strip())
                .strip();

        long outliers = json.path("run").path("outliers").asLong();
        if (outliers == 0) {
            assertThat(sentence).startsWith("No iteration took ");
            return;
        }
        Matcher placed = AT_A_PLACE.matcher(sentence);
        boolean isPlaced = placed.find();
        MatchResult first = isPlaced ? placed : found(WITHOUT_PLACE, sentence);
        String label = first.group(isPlaced ? 4 : 3);
        double said = Double.parseDouble(first.group(isPlaced ? 3 : 1));
        JsonNode largest = json.path("budget").path("causes").path(0);
        double share = 100.0
                * (largest.path("ownNs").asLong() + largest.path("carriedNs").asLong())
                / json.path("budget").path("latencyNs").asLong();
        assertThat(first.group(2) == null ? 1 : number(first.group(2)))
                .as(sentence)
                .isEqualTo(outliers);
        assertThat(label).isEqualTo(largest.path("label").asString());
        assertThat(said).isCloseTo(share, within(0.51));
        assertThat(number(found(OUTLIERS, text).group(1))).isEqualTo(outliers);
        assertThat(found(OUTLIERS, text).group(2))
                .isEqualTo(Durations.format(json.path("run").path("thresholdNs").asLong()));

        String worst = found(WORST, text).group(1);
        assertThat(worst)
                .isEqualTo(Durations.format(
                        json.path("run").path("runs").path(0).path("worstNs").asLong()));
        assertThat(row(text, "worst")).startsWith(worst);

        MatchResult cause = found(FIRST_CAUSE, text);
        assertThat(cause.group(2)).isEqualTo(label);
        assertThat(Double.parseDouble(cause.group(1))).isCloseTo(share, within(0.11));
        assertThat(number(cause.group(3)))
                .isEqualTo(
                        isPlaced && first.group(1) != null
                                ? number(first.group(1))
                                : Math.min(number(cause.group(3)), outliers));
        assertThat(sentence.split(SENTENCE_END))
                .allSatisfy(one -> assertThat(one.split(" ")).hasSizeLessThanOrEqualTo(MAX_WORDS));

        for (MatchResult highest : all(HIGHEST, sentence)) {
            String row = row(text, highest.group(1) + "%");
            assertThat(row).startsWith(highest.group(2));
            assertThat(highest.group(3) == null || row.contains("from " + highest.group(3) + " stall"))
                    .as(row)
                    .isTrue();
            assertThat(highest.group(2)).isEqualTo(measured(json, highest.group(1)));
        }
        for (MatchResult site : all(SITE, text)) {
            assertThat(number(site.group(1))).as(site.group()).isPositive();
            assertThat(number(site.group(2))).as(site.group()).isLessThanOrEqualTo(outliers);
        }
        sharesAddUp(json);
        culpritsAndVictims(json);
        predictionsAreBelow(json);
    }

    private static void sharesAddUp(JsonNode json) {
        long ns = 0;
        double shares = 0;
        for (JsonNode cause : json.path("budget").path("causes")) {
            ns += cause.path("ownNs").asLong() + cause.path("carriedNs").asLong();
            shares += cause.path("share").asDouble();
        }
        assertThat(ns).isEqualTo(json.path("budget").path("latencyNs").asLong());
        assertThat(shares).isCloseTo(1, within(1e-9));
    }

    private static void culpritsAndVictims(JsonNode json) {
        long ofSites = 0;
        for (JsonNode site : json.path("culpritSites").path("listed")) {
            ofSites += site.path("culprits").asLong();
        }
        assertThat(ofSites)
                .isLessThanOrEqualTo(json.path("culprits").path("count").asLong());
        if (json.path("culpritSites").path("leftOut").asLong() == 0) {
            assertThat(ofSites).isEqualTo(json.path("culprits").path("count").asLong());
        }
    }

    private static void predictionsAreBelow(JsonNode json) {
        JsonNode measured = json.path("counterfactual").path("measured");
        for (JsonNode without : json.path("counterfactual").path("without")) {
            for (int i = 0; i < measured.size(); i++) {
                assertThat(without.path("percentiles").path(i).path("valueNs").asLong())
                        .as(without.toString())
                        .isLessThanOrEqualTo(measured.path(i).path("valueNs").asLong());
            }
        }
    }

    /** A percentile of latency, as the JSON has it. */
    private static String measured(JsonNode json, String percentile) {
        for (JsonNode point : json.path("counterfactual").path("measured")) {
            if (point.path("percentile").asDouble() == Double.parseDouble(percentile)) {
                return Durations.format(point.path("valueNs").asLong());
            }
        }
        return "none";
    }

    /** A row of the table of percentiles, without its head. */
    private static String row(String text, String head) {
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(head + " "))
                .map(line -> line.substring(head.length()).strip())
                .findFirst()
                .orElse("none");
    }

    private static MatchResult found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.toMatchResult();
    }

    private static List<MatchResult> all(Pattern pattern, String text) {
        List<MatchResult> all = new ArrayList<>();
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            all.add(matcher.toMatchResult());
        }
        return all;
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    private static String printed(Analysis analysis) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Summary.print(
                analysis,
                Optional.empty(),
                new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), LineWidth.USUAL, false));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static JsonNode json(Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        DiagnosisJsonFormat.write(analysis.run(), analysis.series(), analysis.conclusions(), out);
        return new JsonMapper().readTree(out.toString());
    }
}
