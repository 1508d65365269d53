package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.series.SeriesRecorder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final int SEEDS = 30;

    private static List<Summary> some(long seed) {
        RandomSummaries random = new RandomSummaries(seed);
        return Stream.generate(random::next).limit(6).toList();
    }

    private static byte[] bytes(Summary summary) {
        return SummaryCodec.encode(summary);
    }

    private static Summary plus(Summary one, Summary other) {
        return one.copy().add(other);
    }

    @Test
    void shouldAddAssociativelyAndCommutatively() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Summary> all = some(seed);
            Summary a = all.get(0);
            Summary b = all.get(1);
            Summary c = all.get(2);
            assertThat(bytes(plus(a, b))).as("seed %d", seed).isEqualTo(bytes(plus(b, a)));
            assertThat(bytes(plus(plus(a, b), c))).as("seed %d", seed).isEqualTo(bytes(plus(a, plus(b, c))));
            assertThat(bytes(plus(new Summary(), a))).as("seed %d", seed).isEqualTo(bytes(a));
        }
    }

    @Test
    void shouldGiveTheSameBytesForAnyTreeOfAdditions() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Summary> all = some(1_000 + seed);
            Random random = new Random(seed);
            byte[] once = bytes(anyTree(all, random));
            assertThat(bytes(anyTree(all, random))).as("seed %d", seed).isEqualTo(once);
        }
    }

    private static Summary anyTree(List<Summary> all, Random random) {
        List<Summary> left = new ArrayList<>(all);
        Collections.shuffle(left, random);
        while (left.size() > 1) {
            Summary one = left.remove(random.nextInt(left.size()));
            int other = random.nextInt(left.size());
            left.set(other, plus(left.get(other), one));
        }
        return left.get(0);
    }

    @Test
    void shouldLeaveWhatIsAddedAsItIs() {
        List<Summary> all = some(3);
        byte[] before = bytes(all.get(1));
        all.get(0).copy().add(all.get(1)).add(all.get(2));
        assertThat(bytes(all.get(1))).isEqualTo(before);
    }

    @Test
    void shouldReadBackWhatItWrote() {
        for (int seed = 0; seed < SEEDS; seed++) {
            for (Summary summary : some(seed)) {
                byte[] bytes = bytes(summary);
                assertThat(bytes(SummaryCodec.decode(bytes)))
                        .as("seed %d", seed)
                        .isEqualTo(bytes);
            }
        }
    }

    @Test
    void shouldRefuseWhatIsNoSummaryOfThisVersion() {
        byte[] bytes = bytes(some(1).get(0));
        byte[] other = bytes.clone();
        other[0] = 77;
        assertThatThrownBy(() -> SummaryCodec.decode(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("summary must have version 2: version=77");
        assertThatThrownBy(() -> SummaryCodec.decode(new byte[0]))
                .hasMessage("summary must have version 2: version=none");
        assertThatThrownBy(() -> SummaryCodec.decode(java.util.Arrays.copyOf(bytes, bytes.length / 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldHaveThePercentilesOfOneHistogramOfAllValues() {
        RandomSummaries random = new RandomSummaries(5);
        Summary all = new Summary();
        Stream.generate(random::next).limit(40).forEach(all::add);
        Histogram truth = SeriesRecorder.newHistogram();
        random.latenciesNs.forEach(truth::recordValue);
        for (double percentile : List.of(0.01, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0)) {
            assertThat(Groups.percentileNs(all.latencies(), percentile))
                    .isEqualTo(truth.getValueAtPercentile(percentile));
        }
        assertThat(all.latencies().total()).isEqualTo(truth.getTotalCount());
    }

    @Test
    void shouldAddCausesToTheNanosecond() {
        List<Summary> all = some(9);
        Summary sum = new Summary();
        all.forEach(sum::add);
        for (Cause cause : Cause.values()) {
            long ns = all.stream()
                    .map(Summary::causes)
                    .filter(causes -> causes.containsKey(cause))
                    .mapToLong(causes -> causes.get(cause)[0] + causes.get(cause)[1])
                    .sum();
            long[] sums = sum.causes().getOrDefault(cause, new long[5]);
            assertThat(sums[0] + sums[1]).isEqualTo(ns);
        }
    }

    @Test
    void shouldKeepSumsWhereNamesAreTooMany() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Supplier<KeyedSums> none = () -> new KeyedSums(20, 1);
            List<KeyedSums> parts = Stream.generate(() -> {
                        KeyedSums part = none.get();
                        for (int i = 0; i < 30; i++) {
                            part.add(
                                    new Key("k" + random.nextInt(2), "name " + random.nextInt(200)),
                                    1 + random.nextInt(9));
                        }
                        return part;
                    })
                    .limit(4)
                    .toList();
            BiConsumer<KeyedSums, KeyedSums> add = KeyedSums::add;
            KeyedSums left = none.get();
            parts.forEach(left::add);
            KeyedSums right = none.get();
            KeyedSums inner = none.get();
            add.accept(inner, parts.get(3));
            add.accept(inner, parts.get(1));
            add.accept(right, parts.get(2));
            add.accept(right, inner);
            add.accept(right, parts.get(0));
            assertThat(text(right)).as("seed %d", seed).isEqualTo(text(left));
            assertThat(left.kept().size()).isLessThanOrEqualTo(20);
            long all = parts.stream()
                    .flatMap(part -> part.sums().values().stream())
                    .mapToLong(sum -> sum[0])
                    .sum();
            assertThat(left.sums().values().stream().mapToLong(sum -> sum[0]).sum())
                    .isEqualTo(all);
            assertThat(left.sums()).containsKey(new Key("k1", KeyedSums.OTHERS));
        }
    }

    private static List<String> text(KeyedSums sums) {
        return sums.sums().entrySet().stream()
                .map(sum -> sum.getKey() + "=" + sum.getValue()[0])
                .toList();
    }

    @Test
    void shouldCutTheDeepestFramesWhateverTheOrder() {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomSummaries random = new RandomSummaries(seed);
            List<StackTree> parts = Stream.generate(random::stacks)
                    .limit(5)
                    .map(stacks -> tree(stacks))
                    .toList();
            StackTree left = new StackTree(50);
            parts.forEach(left::add);
            StackTree inner = new StackTree(50);
            inner.add(parts.get(4));
            inner.add(parts.get(2));
            StackTree right = new StackTree(50);
            right.add(parts.get(3));
            right.add(inner);
            right.add(parts.get(0));
            right.add(parts.get(1));
            assertThat(right.stacks()).as("seed %d", seed).isEqualTo(left.stacks());
            assertThat(right.cutNs()).isEqualTo(left.cutNs()).isPositive();
            assertThat(left.size()).isLessThanOrEqualTo(50);
            assertThat(ns(left.stacks()))
                    .isEqualTo(
                            parts.stream().mapToLong(part -> ns(part.stacks())).sum());
        }
    }

    private static StackTree tree(List<WeightedStack> stacks) {
        StackTree tree = new StackTree(50);
        stacks.forEach(stack -> tree.add(stack.frames(), stack.weightNs(), stack.samples(), 0));
        return tree;
    }

    private static long ns(List<WeightedStack> stacks) {
        return stacks.stream().mapToLong(WeightedStack::weightNs).sum();
    }

    @Test
    void shouldKeepTheHeaviestNodesOfARecording() {
        List<WeightedStack> stacks = new RandomSummaries(4).stacks();
        StackTree whole = StackTree.of(stacks, Integer.MAX_VALUE);
        StackTree some = StackTree.of(stacks, 12);
        assertThat(whole.cutNs()).isZero();
        assertThat(some.size()).isEqualTo(12);
        assertThat(some.cutNs()).isPositive();
        assertThat(ns(some.stacks())).isEqualTo(ns(stacks)).isEqualTo(ns(whole.stacks()));
    }
}
