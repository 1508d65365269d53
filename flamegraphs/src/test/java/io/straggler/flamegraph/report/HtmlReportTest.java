package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.Series;
import io.straggler.model.StackFrame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"text/plain\" id=\"data\">(.*?)</script", Pattern.DOTALL);
    private static final Pattern POLICY =
            Pattern.compile("<meta http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\">");

    @TempDir
    Path directory;

    @Test
    void shouldGiveBackEveryNameWhenNamesAreHostile() throws IOException {
        JsonNode data = data(page(ReportSamples.hostile()));
        assertThat(strings(data.at("/frames/names"))).containsExactlyInAnyOrderElementsOf(ReportSamples.HOSTILE);
        assertThat(data.at("/run/task").stringValue()).isEqualTo(ReportSamples.HOSTILE.get(0));
        assertThat(strings(data.at("/run/warnings"))).isEqualTo(ReportSamples.HOSTILE);
        assertThat(data.at("/outliers/details").values())
                .extracting(detail -> detail.at("/probes/0/name").stringValue())
                .containsExactlyElementsOf(ReportSamples.HOSTILE);
        assertThat(data.at("/outliers/details").values())
                .extracting(detail -> detail.at("/evidence/0/detail").stringValue())
                .containsExactlyElementsOf(ReportSamples.HOSTILE);
    }

    @Test
    void shouldGiveBackEveryPlaceWhenPlacesAreHostile() throws IOException {
        JsonNode data = data(page(ReportSamples.hostile()));
        List<String> shown =
                ReportSamples.HOSTILE.stream().map(CausesJson::shortened).toList();
        assertThat(shown.get(shown.size() - 1)).hasSize(CausesJson.MAX_NAME + 1).endsWith("…");
        assertThat(texts(data.at("/budget/causes/0/where"), "/what")).isEqualTo(shown);
        assertThat(texts(data.at("/culprits/sites"), "/where")).isEqualTo(shown);
        assertThat(texts(data.at("/counterfactual/without"), "/site")).isEqualTo(shown);
        assertThat(texts(data.at("/outliers/details"), "/parts/0/where/0/what")).isEqualTo(shown);
        assertThat(texts(data.at("/outliers/details"), "/behind/0/where")).containsExactlyInAnyOrderElementsOf(shown);
        assertThat(data.at("/ownPartsOnly").stringValue()).isEqualTo(ReportSamples.HOSTILE.get(0));
    }

    @Test
    void shouldDivideAllLatencyWhenWrittenAndNameWhomAnOutlierWaitedFor() throws IOException {
        ReportData report = ReportSamples.queued();
        JsonNode data = data(page(report));
        long latencyNs = report.conclusions().diagnosis().outliers().stream()
                .mapToLong(one -> one.outlier().iteration().latencyNs())
                .sum();
        assertThat(data.at("/budget/latencyNs").longValue()).isEqualTo(latencyNs);
        assertThat(sum(data.at("/budget/causes"), "/ownNs") + sum(data.at("/budget/causes"), "/carriedNs"))
                .isEqualTo(latencyNs);
        long[] latencies = longs(data.at("/outliers/columns/latencyNs"));
        long[] instants = longs(data.at("/outliers/columns/stepNs"));
        Arrays.parallelPrefix(instants, Long::sum);
        List<Long> sinceNs = Arrays.stream(instants).boxed().toList();
        int named = 0;
        for (int i = 0; i < data.at("/outliers/details").size(); i++) {
            JsonNode detail = data.at("/outliers/details/" + i);
            int index = detail.at("/i").intValue();
            assertThat(sum(detail.at("/parts"), "/ns")).isEqualTo(latencies[index]);
            if (!detail.at("/behind").isEmpty()) {
                named++;
                long culprit = detail.at("/behind/0/sinceNs").longValue();
                assertThat(culprit).isLessThan(sinceNs.get(index));
                assertThat(sinceNs).contains(culprit);
                long waitedNs = detail.at("/parts").values().stream()
                        .filter(part -> part.at("/cause").stringValue().equals("culprits"))
                        .mapToLong(part -> part.at("/ns").longValue())
                        .sum();
                assertThat(sum(detail.at("/behind"), "/ns")).isBetween(waitedNs - 1, waitedNs + 1);
            }
        }
        assertThat(named).isGreaterThan(50);
    }

    /** A culprit names a hundred of its victims only; here it has more, and they are also named by one that delayed them little. */
    @Test
    void shouldLinkEachOutlierToTheCulpritThatItWaitedForMostHoweverManyThatHas() throws IOException {
        ReportData report = ReportSamples.queued();
        Conclusions conclusions =
                QueuedRun.ofSlowOnesBehindAStall(report.run().runs().get(0));
        List<Iteration> outliers = conclusions.diagnosis().outliers().stream()
                .map(one -> one.outlier().iteration())
                .toList();
        JsonNode data = data(page(new ReportData(report.run(), report.series(), conclusions)));
        long[] back = longs(data.at("/outliers/columns/culpritBack"));
        long[] sites = longs(data.at("/outliers/columns/site"));
        int behind = (int) outliers.stream()
                .filter(one -> one.intendedNs() < outliers.get(0).endNs())
                .count();
        assertThat(behind).isGreaterThan(2 * Culprit.MAX_VICTIMS);
        for (int i = 1; i < behind; i++) {
            assertThat(back[i]).isEqualTo(i);
        }
        assertThat(sites[1]).isEqualTo(sites[behind - 1]);
        data.at("/outliers/details").values().stream()
                .filter(detail ->
                        detail.at("/i").intValue() > 0 && detail.at("/i").intValue() < behind)
                .forEach(detail ->
                        assertThat(detail.at("/behind/0/sinceNs").longValue()).isZero());
    }

    @Test
    void shouldListTheWorstCulpritsAndSayWhatIsLeftOut() throws IOException {
        ReportData report = ReportSamples.queued();
        CulpritSite site = report.conclusions().sites().get(0);
        List<CulpritSite> many = Collections.nCopies(CulpritSection.MAX_SITES + 7, site);
        Conclusions all = report.conclusions();
        JsonNode culprits = data(page(new ReportData(
                        report.run(),
                        report.series(),
                        new Conclusions(
                                all.diagnosis(),
                                all.blame(),
                                all.budget(),
                                many,
                                all.counterfactual(),
                                Optional.empty(),
                                List.of()))))
                .at("/culprits");
        assertThat(culprits.at("/sites")).hasSize(CulpritSection.MAX_SITES);
        assertThat(culprits.at("/leftOutSites").intValue()).isEqualTo(7);
        assertThat(culprits.at("/leftOutCulprits").intValue())
                .isEqualTo(7 * site.culprits().size());
        assertThat(culprits.at("/leftOutNs").longValue()).isEqualTo(7 * site.delayCausedNs());
        assertThat(culprits.at("/sites/0/count").intValue())
                .isEqualTo(site.culprits().size())
                .isGreaterThan(CulpritSection.MAX_CULPRITS);
        assertThat(culprits.at("/sites/0/culprits")).hasSize(CulpritSection.MAX_CULPRITS);
        JsonNode worst = culprits.at("/sites/0/culprits/0");
        assertThat(longs(worst.at("/delaysNs")))
                .hasSize(CulpritSection.MAX_VICTIMS)
                .isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(worst.at("/delayed").intValue()).isGreaterThan(CulpritSection.MAX_VICTIMS);
    }

    @Test
    void shouldHoldNothingButPlainCharactersInTheDataWhenNamesAreHostile() throws IOException {
        String page = page(ReportSamples.hostile());
        Matcher data = DATA.matcher(page);
        assertThat(data.find()).isTrue();
        assertThat(data.group(1)).matches("[A-Za-z0-9+/=]*");
        assertThat(inflated(data.group(1))).matches("[ -~]*");
        String outside = page.substring(0, data.start()) + page.substring(data.end());
        for (String name : ReportSamples.HOSTILE) {
            assertThat(outside).doesNotContain(name);
        }
        assertThat(outside).isEqualTo(DATA.matcher(page(ReportSamples.empty())).replaceFirst(""));
    }

    @Test
    void shouldAllowExactlyItsOwnScriptsAndStyleWhenWritten() throws Exception {
        String page = page(ReportSamples.realistic());
        Matcher policy = POLICY.matcher(page);
        assertThat(policy.find()).isTrue();
        String style = sources("style-src", policy.group(1));
        String script = sources("script-src", policy.group(1));
        assertThat(policy.group(1)).startsWith("default-src 'none';").doesNotContain("unsafe", "*", "data:", "http");
        assertThat(hashes(page, "style")).isEqualTo(List.of(style.split(" ")));
        assertThat(hashes(page, "script")).isEqualTo(List.of(script.split(" "))).hasSize(1);
        assertThat(policy.start()).isLessThan(page.indexOf("<script")).isLessThan(page.indexOf("<style"));
    }

    @Test
    void shouldFetchNothingWhenOpened() throws IOException {
        String page = page(ReportSamples.realistic());
        String markup = page.replaceAll("(?s)<script>.*?</script>", "").replaceAll("(?s)<style>.*?</style>", "");
        assertThat(markup).doesNotContain(" src=", " href=", "http://", "https://", "<iframe", "<object", "<base");
        Matcher style = Pattern.compile("(?s)<style>(.*?)</style>").matcher(page);
        assertThat(style.find()).isTrue();
        assertThat(style.group(1)).doesNotContain("url(", "@import");
    }

    @Test
    void shouldWriteNoInlineStylesOrHandlersWhenThePolicyForbidsThem() throws IOException {
        String markup = page(ReportSamples.empty())
                .replaceAll("(?s)<script>.*?</script>", "")
                .replaceAll("(?s)<style>.*?</style>", "");
        assertThat(markup).doesNotContainPattern("<[^>]* (style|on[a-z]+)=");
    }

    @Test
    void shouldBeTheSamePageWhenWrittenAgain() throws IOException {
        assertThat(page(ReportSamples.realistic())).isEqualTo(page(ReportSamples.realistic()));
    }

    @Test
    void shouldRenderWhatThereIsWhenTheRunFailed() throws IOException {
        JsonNode data = data(page(ReportSamples.failed()));
        assertThat(data.at("/run/status").stringValue()).isEqualTo("failed");
        assertThat(data.at("/run/reason").stringValue()).contains("no such book");
        assertThat(data.at("/outliers/count").intValue()).isZero();
        assertThat(data.at("/series/all")).isEmpty();
        assertThat(data.at("/trees/outliers/frame")).isEmpty();
    }

    @Test
    void shouldHoldMultiplesOfTheReferenceRun() throws IOException {
        ReportData empty = ReportSamples.empty();
        Series latency = flat("latency", 900);
        ReportData report = new ReportData(
                empty.run().withFact("reference", "a ping"),
                List.of(latency, flat("reference", 300)),
                empty.conclusions());

        JsonNode reference = data(page(report)).at("/reference");
        assertThat(reference.at("/of").asString()).isEqualTo("a ping");
        assertThat(reference.at("/multiples/0/multiple").asDouble()).isEqualTo(3);
        assertThat(data(page(empty)).at("/reference").isNull()).isTrue();
    }

    private static Series flat(String name, long ns) {
        return new Series(name, null, 20, ns, ns, ns, List.of(new Series.Point(100, ns)), List.of());
    }

    @Test
    void shouldDrawNoPercentileWhenThereIsOneIteration() throws IOException {
        JsonNode latency = data(page(ReportSamples.oneIteration())).at("/series/all/0");
        assertThat(latency.at("/percentiles")).isEmpty();
        assertThat(latency.at("/rowsNs").values()).isNotEmpty().allMatch(JsonNode::isNull);
        assertThat(latency.at("/maxNs").longValue()).isEqualTo(70_000);
    }

    @Test
    void shouldShowPercentilesUpToTheLastMeasurableWhenThereAreAMillion() throws IOException {
        JsonNode latency = data(page(ReportSamples.empty())).at("/series/all/0");
        assertThat(latency.at("/rowsNs").values().stream().map(JsonNode::isNull))
                .containsExactly(false, false, false, false, false, false, false, true);
        JsonNode percentiles = latency.at("/percentiles");
        assertThat(percentiles.get(percentiles.size() - 1).doubleValue()).isBetween(99.99, 99.9990001);
    }

    @Test
    void shouldKeepTheWorstAndSayWhatIsLeftOutWhenThereIsTooMuch() throws IOException {
        ReportData huge = ReportSamples.large(20_000, ShownOutliers.MAX_SHOWN + 5_000);
        String page = page(huge);
        assertThat(page.length()).isLessThan(5_000_000);
        JsonNode data = data(page);
        assertThat(data.at("/outliers/count").intValue()).isEqualTo(ShownOutliers.MAX_SHOWN + 5_000);
        assertThat(data.at("/outliers/details")).hasSize(ShownOutliers.MAX_DETAILED);
        long[] drawn = longs(data.at("/outliers/columns/latencyNs"));
        assertThat(drawn).hasSize(ShownOutliers.MAX_SHOWN);
        Arrays.sort(drawn);
        long[] all = huge.conclusions().diagnosis().outliers().stream()
                .mapToLong(one -> one.outlier().iteration().latencyNs())
                .sorted()
                .toArray();
        int worst = ShownOutliers.MAX_SHOWN / 2;
        assertThat(Arrays.copyOfRange(drawn, worst, 2 * worst))
                .isEqualTo(Arrays.copyOfRange(all, all.length - worst, all.length));
        assertThat(drawn[0]).isLessThanOrEqualTo(all[10]);
        assertThat(data.at("/outliers/complete").intValue()).isEqualTo(worst);
        JsonNode tree = data.at("/trees/outliers");
        assertThat(tree.at("/frame").size()).isLessThanOrEqualTo(DrawnTree.MAX_NODES);
        assertThat(tree.at("/leftOutNodes").intValue()).isPositive();
        assertThat(tree.at("/lightestNs").longValue()).isPositive();
        long everything = huge.conclusions().diagnosis().outlierStacks().stream()
                .mapToLong(stack -> stack.weightNs())
                .sum();
        assertThat(tree.at("/totalNs").longValue()).isEqualTo(everything);
    }

    /** Of three short reports and a longer one, the three took more. */
    @Test
    void shouldNameTheProbeThatTookMostInAll() throws IOException {
        ReportData one = ReportSamples.oneIteration();
        Diagnosis diagnosis = one.conclusions().diagnosis();
        DiagnosedOutlier only = diagnosis.outliers().get(0);
        Outlier outlier = new Outlier(
                only.outlier().iteration(),
                only.outlier().thresholdNs(),
                List.of(
                        new ProbeValue("put", 10_000),
                        new ProbeValue("poll", 20_000),
                        new ProbeValue("put", 9_000),
                        new ProbeValue("put", 8_000)));
        DiagnosedOutlier probed =
                new DiagnosedOutlier(outlier, List.of(), List.of(), List.of(), only.unseenNs(), List.of(), List.of());
        Conclusions conclusions = Conclusions.of(
                new Diagnosis(
                        List.of(probed), diagnosis.coverage(), diagnosis.outlierStacks(), diagnosis.normalStacks()),
                List.of(),
                one.run().runs(),
                700,
                LatencyCounts.NONE);
        JsonNode columns =
                data(page(new ReportData(one.run(), one.series(), conclusions))).at("/outliers/columns");

        assertThat(strings(columns.at("/probes"))).containsExactly("put");
        assertThat(longs(columns.at("/probe"))).containsExactly(1);
    }

    @Test
    void shouldGiveBackStacksOfTheWorstWhenWritten() throws IOException {
        ReportData data = ReportSamples.realistic();
        JsonNode page = data(page(data));
        assertThat(page.at("/outliers/complete").intValue())
                .isEqualTo(data.conclusions().diagnosis().outliers().size());
        List<String> names = strings(page.at("/frames/names"));
        DiagnosedOutlier worst = data.conclusions().diagnosis().outliers().stream()
                .max((a, b) -> Long.compare(
                        a.outlier().iteration().latencyNs(),
                        b.outlier().iteration().latencyNs()))
                .orElseThrow();
        JsonNode detail = page.at("/outliers/details").values().stream()
                .filter(one -> longs(page.at("/outliers/columns/latencyNs"))[
                                one.at("/i").intValue()]
                        == worst.outlier().iteration().latencyNs())
                .findFirst()
                .orElseThrow();
        JsonNode stacks = detail.at("/stacks");
        assertThat(stacks).hasSize(worst.stacks().size());
        for (int i = 0; i < stacks.size(); i++) {
            assertThat(stacks.get(i).at("/standsForNs").longValue())
                    .isEqualTo(worst.stacksNs().get(i));
            assertThat(frames(stacks.get(i).at("/node").intValue(), page.at("/trees/outliers"), names))
                    .containsExactlyElementsOf(worst.stacks().get(i).frames().stream()
                            .map(StackFrame::name)
                            .toList());
        }
    }

    private String page(ReportData data) throws IOException {
        Path file = directory.resolve("report.html");
        HtmlReport.write(data, file);
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private static JsonNode data(String page) {
        Matcher matcher = DATA.matcher(page);
        assertThat(matcher.find()).isTrue();
        return JsonMapper.shared().readTree(inflated(matcher.group(1)));
    }

    private static String inflated(String base64) {
        byte[] deflated = Base64.getDecoder().decode(base64);
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated), new Inflater(true))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names from the root to a node of a tree in preorder. */
    private static List<String> frames(int node, JsonNode tree, List<String> names) {
        List<String> path = new ArrayList<>();
        int wanted = tree.at("/depth/" + node).intValue();
        for (int at = node; wanted >= 0; at--) {
            if (tree.at("/depth/" + at).intValue() == wanted) {
                path.add(0, names.get(tree.at("/frame/" + at).intValue()));
                wanted--;
            }
        }
        return path;
    }

    private static String sources(String directive, String policy) {
        Matcher matcher = Pattern.compile(directive + " ([^;]*)").matcher(policy);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).trim();
    }

    private static List<String> hashes(String page, String element) throws Exception {
        Matcher matcher =
                Pattern.compile("(?s)<" + element + ">(.*?)</" + element + ">").matcher(page);
        List<String> hashes = new ArrayList<>();
        while (matcher.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(matcher.group(1).getBytes(StandardCharsets.UTF_8));
            hashes.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
        return hashes;
    }

    private static List<String> strings(JsonNode array) {
        return array.values().stream().map(JsonNode::stringValue).toList();
    }

    private static List<String> texts(JsonNode array, String path) {
        return array.values().stream()
                .map(element -> element.at(path).stringValue())
                .toList();
    }

    private static long sum(JsonNode array, String path) {
        return array.values().stream()
                .mapToLong(element -> element.at(path).longValue())
                .sum();
    }

    private static long[] longs(JsonNode array) {
        return array.values().stream().mapToLong(JsonNode::longValue).toArray();
    }
}
