package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferentialTreeTest {
    private static final StackFrame UNSEEN = new StackFrame("[no stack]", FrameKind.UNSEEN);

    private static StackFrame java(String name) {
        return new StackFrame(name, FrameKind.COMPILED);
    }

    private static WeightedStack stack(long ns, String... names) {
        return new WeightedStack(
                List.of(names).stream().map(DifferentialTreeTest::java).toList(), ns, 1);
    }

    @Test
    void shouldNotDifferWhenASideRanTwiceAsLong() {
        List<WeightedStack> before = List.of(stack(30, "a", "b"), stack(70, "a", "c"));
        List<WeightedStack> after = List.of(stack(60, "a", "b"), stack(140, "a", "c"));
        DifferentialTree both = DifferentialTree.of(before, after);
        IntStream.range(0, both.tree().size())
                .forEach(node -> assertThat(both.afterSelfPerSecondNs(node))
                        .isCloseTo(both.beforeSelfPerSecondNs(node), within(1e-6)));
        assertThat(both.appeared()).isEmpty();
        assertThat(both.vanished()).isEmpty();
    }

    @Test
    void shouldSayWhatEachFrameTakesOfASecondOfItsSide() {
        DifferentialTree both = DifferentialTree.of(
                List.of(stack(25, "a", "b"), stack(75, "a")), List.of(stack(10, "a", "b"), stack(10, "a", "d")));
        int b = both.tree().find(List.of(java("a"), java("b"))).orElseThrow();
        assertThat(both.beforeSelfPerSecondNs(b)).isEqualTo(250e6);
        assertThat(both.afterSelfPerSecondNs(b)).isEqualTo(500e6);
        assertThat(both.beforeSelfPerSecondNs(0)).isEqualTo(750e6);
        assertThat(both.afterSelfPerSecondNs(0)).isZero();
        assertThat(both.appeared()).extracting(total -> total.frame().name()).containsExactly("d");
    }

    @Test
    void shouldListWhatVanishedHeaviestFirstWhateverRanIt() {
        DifferentialTree both = DifferentialTree.of(
                List.of(stack(5, "a", "light"), stack(50, "a", "heavy"), stack(1, "a", "same")),
                List.of(new WeightedStack(
                        List.of(new StackFrame("a", FrameKind.INTERPRETED), new StackFrame("same", FrameKind.INLINED)),
                        9,
                        1)));
        assertThat(both.vanished()).extracting(total -> total.frame().name()).containsExactly("heavy", "light");
        assertThat(both.appeared()).isEmpty();
    }

    @Test
    void shouldLeaveTimeWithoutAStackOut() {
        DifferentialTree both = DifferentialTree.of(
                List.of(stack(10, "a"), new WeightedStack(List.of(UNSEEN), 1_000_000, 0)), List.of(stack(10, "a")));
        assertThat(both.beforeSelfPerSecondNs(0)).isEqualTo(1e9);
        assertThat(both.tree().size()).isOne();
    }

    @Test
    void shouldAddUpToASecondOnEachSideWhateverTheStacks() {
        Random random = new Random(42);
        List<List<WeightedStack>> sides = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            List<WeightedStack> stacks = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String[] names = IntStream.range(0, 1 + random.nextInt(8))
                        .mapToObj(at -> "f" + random.nextInt(4))
                        .toArray(String[]::new);
                stacks.add(stack(random.nextInt(1_000), names));
            }
            sides.add(stacks);
        }
        DifferentialTree both = DifferentialTree.of(sides.get(0), sides.get(1));
        assertThat(sum(both, both::beforeSelfPerSecondNs)).isCloseTo(1e9, within(1.0));
        assertThat(sum(both, both::afterSelfPerSecondNs)).isCloseTo(1e9, within(1.0));
    }

    private static double sum(DifferentialTree both, IntToDoubleFunction ofNode) {
        return IntStream.range(0, both.tree().size()).mapToDouble(ofNode).sum();
    }

    @Test
    void shouldHaveNothingWhenASideIsEmpty() {
        DifferentialTree both = DifferentialTree.of(List.of(), List.of(stack(10, "a")));
        assertThat(both.beforeSelfPerSecondNs(0)).isZero();
        assertThat(both.afterSelfPerSecondNs(0)).isEqualTo(1e9);
    }
}
