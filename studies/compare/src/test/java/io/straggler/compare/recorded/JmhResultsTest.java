package io.straggler.compare.recorded;

import static io.straggler.compare.recorded.RecordedExamples.ANY;
import static io.straggler.compare.recorded.RecordedExamples.compare;
import static io.straggler.compare.recorded.RecordedExamples.metric;
import static io.straggler.compare.recorded.RecordedExamples.named;
import static io.straggler.compare.recorded.RecordedExamples.read;
import static io.straggler.compare.recorded.RecordedExamples.resource;
import static io.straggler.compare.recorded.RecordedExamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.compare.IncomparableException;
import io.straggler.compare.Tasks;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.model.Series;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class JmhResultsTest {
    private static final String ENCODE = "com.acme.Encoding.encode (size=10, charset=UTF-8)";

    @TempDir
    private Path scratch;

    private Path golden() throws Exception {
        return resource("jmh.json", scratch);
    }

    @Test
    void shouldReadForksAndIterationsOfABenchmarkByItsName() throws Exception {
        RecordedSet set = read(named("encode"), golden());

        assertThat(set.side().series()).isEqualTo(ENCODE);
        assertThat(set.forks())
                .hasSize(2)
                .allMatch(fork -> fork.periods().size() == 2 && fork.periodNs() == 100_000_000);
        assertThat(set.forks().get(0).periods().get(0).valuesNs()).containsExactly(20, 30, 7_064);
        assertThat(set.forks().get(0).periods().get(0).counts()).containsExactly(780, 1_218, 1);
        assertThat(set.forks().get(0).periods().get(1).valuesNs()).containsExactly(20, 141);
        assertThat(set.side().count()).isEqualTo(5_631);
        assertThat(set.side().percentiles()).last().isEqualTo(new Series.Point(100, 7_064));
        assertThat(set.facts())
                .containsEntry("JVM arguments", "-Xmx1g -XX:+UseSerialGC")
                .containsEntry("unit", "us/op");
        assertThat(read(named(ENCODE), golden()).side()).isEqualTo(set.side());
        assertThat(read(named("com.acme.Encoding.decode"), golden()).valueNs(50))
                .hasValue(1_500_000);
    }

    @Test
    void shouldRefuseWhatIsNotNamedOrHasNoDistribution() throws Exception {
        assertRefused(
                "holds several benchmarks, so name one with --series: " + ENCODE + ", com.acme.Encoding.decode",
                () -> read(ANY, golden()));
        assertRefused("has none by the name of other among its benchmarks", () -> read(named("other"), golden()));
        String throughput = Files.readString(golden()).replace("\"sample\"", "\"avgt\"");
        assertRefused(
                "holds no distributions, as its benchmarks ran in mode thrpt, avgt: run JMH with -bm sample -rf json.",
                () -> read(ANY, text(throughput, scratch.resolve("modes.json"))));
        String foreign = Files.readString(golden()).replace("us/op", "bananas/op");
        assertRefused(
                "must give times in ns/op, us/op, ms/op or s/op: scoreUnit=bananas/op",
                () -> read(named("encode"), text(foreign, scratch.resolve("unit.json"))));
        String damaged = Files.readString(golden()).replace("[ 0.5, 2 ]", "[ \"x\", 2 ]");
        assertRefused(
                "is damaged: a histogram must hold pairs of a value and a count",
                () -> read(named("encode"), text(damaged, scratch.resolve("pairs.json"))));
        String cut = Files.readString(golden()).substring(0, 3_000);
        assertRefused(
                "is damaged or cut off: it is no JSON from line " + cut.lines().count() + " on.",
                () -> read(ANY, text(cut, scratch.resolve("cut.json"))));
    }

    /** A parser that calls itself for each bracket overflows its stack; one that multiplies digits out takes hours. */
    @Test
    @Timeout(60)
    void shouldRefuseInOneLineWhatIsNestedDeeplyOrHasEndlessDigits() throws Exception {
        String head = "[{\"benchmark\": \"a\", \"mode\": \"sample\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", ";
        String opened = "[".repeat(1_000_000);
        for (String hostile : List.of(
                "[{" + "\"a\":{".repeat(1_000_000),
                head + "\"rawDataHistogram\": " + opened + "]".repeat(1_000_000) + "}}]",
                head + "\"rawDataHistogram\": [[[[" + "9".repeat(1_000_000) + ", 1]]]]}}]",
                head + "\"rawDataHistogram\": [[[[0." + "9".repeat(1_000_000) + ", 1]]]]}}]",
                head + "\"rawDataHistogram\": [[[[1, " + "9".repeat(1_000_000) + "]]]]}}]")) {
            Path file = text(hostile, scratch.resolve("hostile.json"));
            assertRefused(
                    "hostile.json is damaged: JMH nests nothing so deeply, and writes no number or text so long.",
                    () -> read(ANY, file));
        }
        Path nested = text(opened, scratch.resolve("nested.json"));
        assertRefused("nested.json holds no latencies in a form that is known", () -> read(ANY, nested));
    }

    @Test
    void shouldRefuseCountsThatNobodyCanHaveCounted() throws Exception {
        for (String pair : List.of(
                "[1, 1e300]", "[1, 9223372036854775807]", "[1, " + "9".repeat(900) + "]", "[1, -1]", "[1, {}]")) {
            String json = Files.readString(golden()).replace("[ 0.5, 2 ]", pair);
            assertRefused(
                    "is damaged: a histogram must hold pairs of a value and a count: [1,",
                    () -> read(named("encode"), text(json, scratch.resolve("counts.json"))));
        }
    }

    @Test
    void shouldTakeValuesBeyondALongForTheLongest() throws Exception {
        String json = Files.readString(golden()).replace("[ 0.5, 2 ]", "[1e300, 2]");
        RecordedSet set = read(named("encode"), text(json, scratch.resolve("values.json")));

        assertThat(set.side().percentiles()).last().isEqualTo(new Series.Point(100, Long.MAX_VALUE));
    }

    /** A name may be anything, line breaks included. */
    @Test
    void shouldQuoteNamesInOneLine() throws Exception {
        String json = Files.readString(golden()).replace("Encoding.encode", "Encoding\\nencode");
        assertRefused(
                "name one with --series: com.acme.Encoding\u27E8000A\u27E9encode",
                () -> read(ANY, text(json, scratch.resolve("names.json"))));
    }

    @Test
    void shouldNotCompareDifferentBenchmarksUnasked() throws Exception {
        RecordedSet encode = read(named("encode"), golden());
        RecordedSet decode = read(named("decode"), golden());

        assertRefused(
                "the sides are different benchmarks: " + ENCODE + " against com.acme.Encoding.decode",
                () -> compare(encode, decode));
        RecordedComparison asked = RecordedRuns.compare(encode, decode, Tasks.DIFFERENT, 1);
        assertThat(asked.differences()).anyMatch(one -> one.name().equals("benchmarks"));
        assertThat(asked.differences()).anyMatch(one -> one.sentence().equals("unit: us/op against ms/op"));
    }

    @Test
    void shouldHaveNoVerdictOfOneForkOrFewIterations() throws Exception {
        RecordedSet one = read(ANY, generated("one.json", 1, 20, 1, 1));
        RecordedSet five = read(ANY, generated("five.json", 5, 5, 2, 2));
        RecordedSet few = read(ANY, generated("few.json", 3, 3, 2, 2));

        for (RecordedComparison runs : new RecordedComparison[] {compare(one, five), compare(five, one)}) {
            assertThat(runs.basis()).isEmpty();
            assertThat(runs.noVerdict())
                    .startsWith("one.json has one fork, so nothing is known of how much one JVM differs");
            assertThat(runs.metrics()).allMatch(metric -> metric.verdict() == Verdict.NOT_MEASURABLE);
        }
        assertThat(compare(five, few).noVerdict()).startsWith("few.json has 9 iterations in all, and 10 are needed");
    }

    @Test
    void shouldResampleForks() throws Exception {
        RecordedComparison runs =
                compare(read(ANY, generated("a.json", 5, 5, 1, 1)), read(ANY, generated("b.json", 5, 5, 2, 0.7)));

        assertThat(runs.basis().orElseThrow().units()).isEqualTo(Basis.Units.FORKS);
        assertThat(runs.basis().orElseThrow().unitsA()).isEqualTo(5);
        assertThat(metric(runs, 90).verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(metric(runs, 90).relative().orElseThrow().low()).isLessThan(-0.3);
        assertThat(metric(runs, 90).relative().orElseThrow().high()).isBetween(-0.35, -0.2);
        assertThat(runs.limits()).first().asString().contains("service times", "coordinated omission");
    }

    /** Exponential samples with a mean of so many microseconds, in JMH's form. */
    private Path generated(String name, int forks, int iterations, long seed, double mean) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder histogram = new StringBuilder();
        for (int fork = 0; fork < forks; fork++) {
            double pace = mean * (1 + 0.02 * random.nextDouble());
            histogram.append(fork == 0 ? "[" : ",[");
            for (int iteration = 0; iteration < iterations; iteration++) {
                histogram.append(iteration == 0 ? "[" : ",[");
                for (int i = 0; i < 2_000; i++) {
                    double us = Math.round(-1_000 * pace * Math.log1p(-random.nextDouble())) / 1e3;
                    histogram.append(i == 0 ? "" : ",").append("[").append(us).append(",1]");
                }
                histogram.append("]");
            }
            histogram.append("]");
        }
        return text("""
                [{"jmhVersion": "1.37", "benchmark": "com.acme.Task.run", "mode": "sample", "threads": 1, "measurementTime": "1 s",
                  "primaryMetric": {"score": 1, "scoreUnit": "us/op", "rawDataHistogram": [%s]}, "secondaryMetrics": {}}]
                """.formatted(histogram), scratch.resolve(name));
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
