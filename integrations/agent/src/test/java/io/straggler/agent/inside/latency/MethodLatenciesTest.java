package io.straggler.agent.inside.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.straggler.harness.series.SeriesRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MethodLatenciesTest {
    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(number -> "a.B.m" + number).toList();
    }

    @Test
    void shouldKnowThePercentilesOfEachMethodToOnePercentAndItsLongestCallAsAllCallsDo() {
        Random random = new Random(11);
        MethodLatencies latencies = new MethodLatencies(3, 10);
        long[][] taken = new long[2][20_000];
        for (int call = 0; call < 20_000; call++) {
            for (int method = 0; method < 2; method++) {
                long ns = (long) (1_000 * Math.pow(10, (method + 3) * random.nextDouble()));
                taken[method][call] = ns;
                latencies.record(call % 3, method, ns);
            }
        }

        List<Histogram> histograms = latencies.histograms(names(2));

        assertThat(histograms).extracting(Histogram::getTag).containsExactly("group:a.B.m1", "group:a.B.m0");
        for (int method = 0; method < 2; method++) {
            Arrays.sort(taken[method]);
            Histogram found = histograms.get(1 - method);
            assertThat(found.getTotalCount()).isEqualTo(20_000);
            for (double percentile : List.of(1.0, 50.0, 99.0, 99.9)) {
                long exact = taken[method][(int) Math.ceil(20_000 * percentile / 100) - 1];
                assertThat((double) found.getValueAtPercentile(percentile))
                        .as("p%s of method %s", percentile, method)
                        .isCloseTo(exact, withinPercentage(1));
            }
            Histogram all = SeriesRecorder.newHistogram();
            LongStream.of(taken[method]).forEach(all::recordValue);
            assertThat(found.getMaxValue()).isEqualTo(all.getMaxValue());
        }
    }

    /** Both ends of values that two digits do not tell apart. */
    @ParameterizedTest
    @ValueSource(longs = {999_424, 1_003_519})
    void shouldKnowTheLongestCallExactlyAmongOthersOfAboutItsLength(long longestNs) {
        MethodLatencies latencies = new MethodLatencies(2, 2);
        latencies.record(1, 1, longestNs);
        latencies.record(0, 1, 999_424);
        latencies.record(1, 1, 999_424);
        latencies.record(0, 0, 1);

        Histogram found = latencies.histograms(names(2)).get(0);

        assertThat(found.getTotalCount()).isEqualTo(3);
        assertThat(found.getMaxValue()).isEqualTo(found.highestEquivalentValue(longestNs));
    }

    @Test
    void shouldCountTheMethodsTogetherThatAreCalledWhenOthersHaveThePlaces() {
        MethodLatencies latencies = new MethodLatencies(2, 150);
        for (int method = 149; method >= 0; method--) {
            for (int call = 0; call <= method; call++) {
                latencies.record(call % 2, method, 1_000 + method);
            }
        }
        latencies.record(0, 4_711, 7);

        List<Histogram> histograms = latencies.histograms(names(150));

        assertThat(latencies.tooMany()).isTrue();
        assertThat(histograms).hasSize(101);
        for (Histogram histogram : histograms) {
            long expected = histogram.getTag().equals("group:(others)")
                    ? LongStream.rangeClosed(1, 50).sum() + 1
                    : Long.parseLong(histogram.getTag().substring("group:a.B.m".length())) + 1;
            assertThat(histogram.getTotalCount()).as(histogram.getTag()).isEqualTo(expected);
        }
    }

    @Test
    void shouldHaveNothingToSayOfOneMethod() {
        MethodLatencies latencies = new MethodLatencies(1, 2);
        latencies.record(0, 1, 5);
        assertThat(latencies.histograms(names(2))).isEmpty();
        assertThat(latencies.tooMany()).isFalse();
    }

    /** All of them meet a method for the first time at once, again and again. */
    @Test
    void shouldLoseNoCallOfThreadsThatShareAPlace() throws Exception {
        int threads = 4;
        int methods = 130;
        for (int round = 0; round < 20; round++) {
            MethodLatencies latencies = new MethodLatencies(2, methods);
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int stripe = i % 2;
                all.add(new Thread(() -> {
                    for (int call = 0; call < 10 * methods; call++) {
                        latencies.record(stripe, call % methods, call);
                    }
                }));
            }
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }

            List<Histogram> histograms = latencies.histograms(names(methods));

            assertThat(histograms).hasSize(MethodLatencies.MAX_METHODS + 1);
            assertThat(histograms.stream().mapToLong(Histogram::getTotalCount).sum())
                    .isEqualTo(10L * methods * threads);
        }
    }
}
