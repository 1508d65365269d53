package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTreeTest {
    @Test
    void shouldBeEmptyWhenThereAreNoStacks() {
        CallTree tree = CallTree.of(List.of());
        assertThat(tree.size()).isZero();
        assertThat(tree.totalNs()).isZero();
        assertThat(tree.frameTotals()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21})
    void shouldAgreeWithSumsOverPrefixesWhenStacksAreRandom(long seed) {
        List<WeightedStack> stacks = random(new Random(seed), 400);
        CallTree tree = CallTree.of(stacks);

        Map<List<String>, long[]> expected = new HashMap<>();
        for (WeightedStack stack : stacks) {
            List<String> codes = stack.frames().stream().map(CallTreeTest::code).toList();
            for (int length = 1; length <= codes.size(); length++) {
                long[] sums = expected.computeIfAbsent(codes.subList(0, length), key -> new long[4]);
                sums[0] += stack.weightNs();
                sums[1] += stack.samples();
                if (length == codes.size()) {
                    sums[2] += stack.weightNs();
                    sums[3] += stack.samples();
                }
            }
        }
        assertThat(tree.size()).isEqualTo(expected.size());
        for (int node = 0; node < tree.size(); node++) {
            List<String> path =
                    tree.stack(node).stream().map(CallTreeTest::code).toList();
            assertThat(new long[] {
                        tree.totalNs(node), tree.totalSamples(node), tree.selfNs(node), tree.selfSamples(node)
                    })
                    .as("%s", path)
                    .isEqualTo(expected.get(path));
            assertThat(tree.depth(node)).isEqualTo(path.size() - 1);
        }
        assertThat(tree.totalNs())
                .isEqualTo(stacks.stream().mapToLong(WeightedStack::weightNs).sum());
        assertThat(tree.totalSamples())
                .isEqualTo(stacks.stream().mapToLong(WeightedStack::samples).sum());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21})
    void shouldCountAFrameOncePerStackWhenItRecurses(long seed) {
        List<WeightedStack> stacks = random(new Random(seed), 400);
        Map<String, long[]> expected = new HashMap<>();
        for (WeightedStack stack : stacks) {
            List<String> codes = stack.frames().stream().map(CallTreeTest::code).toList();
            for (String code : new HashSet<>(codes)) {
                expected.computeIfAbsent(code, key -> new long[4])[1] += stack.weightNs();
                expected.get(code)[3] += stack.samples();
            }
            expected.get(codes.get(codes.size() - 1))[0] += stack.weightNs();
            expected.get(codes.get(codes.size() - 1))[2] += stack.samples();
        }
        List<FrameTotal> totals = CallTree.of(stacks).frameTotals();
        assertThat(totals).hasSameSizeAs(expected.keySet());
        for (FrameTotal total : totals) {
            assertThat(new long[] {total.selfNs(), total.totalNs(), total.selfSamples(), total.totalSamples()})
                    .as("%s", total.frame())
                    .isEqualTo(expected.get(code(total.frame())));
        }
        assertThat(totals).isSortedAccordingTo((a, b) -> Long.compare(b.selfNs(), a.selfNs()));
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 9})
    void shouldBeTheSameTreeWhenStacksComeInAnotherOrder(long seed) {
        List<WeightedStack> stacks = random(new Random(seed), 300);
        List<WeightedStack> shuffled = new ArrayList<>(stacks);
        Collections.shuffle(shuffled, new Random(seed + 1));
        assertThat(described(CallTree.of(shuffled))).isEqualTo(described(CallTree.of(stacks)));
    }

    @Test
    void shouldNumberNodesInPreorderWithSiblingsByName() {
        CallTree tree = CallTree.of(List.of(
                stack(1, "main", "zeta"), stack(900, "main", "alpha", "leaf"), stack(5, "boot"), stack(7, "main")));
        assertThat(described(tree))
                .containsExactly("0 boot 5/5", "0 main 7/908", "1 alpha 0/900", "2 leaf 900/900", "1 zeta 1/1");
        assertThat(IntStream.range(0, 5).map(tree::end)).containsExactly(1, 5, 4, 4, 5);
        assertThat(tree.isRoot(1)).isTrue();
        assertThat(tree.parent(3)).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.parent(0))
                .withMessage("node must not be a root: node=0");
    }

    @Test
    void shouldShowTheKindOfMostTimeWhenJavaCodeRanInSeveralWays() {
        CallTree tree = CallTree.of(List.of(
                stack(10, new StackFrame("a.B.c", FrameKind.INTERPRETED)),
                stack(30, new StackFrame("a.B.c", FrameKind.COMPILED)),
                stack(20, new StackFrame("a.B.c", FrameKind.INLINED))));
        assertThat(tree.size()).isOne();
        assertThat(tree.frame(0)).isEqualTo(new StackFrame("a.B.c", FrameKind.COMPILED));
    }

    @Test
    void shouldKeepNodesApartWhenTheSameNameIsOtherCode() {
        CallTree tree = CallTree.of(List.of(
                stack(1, new StackFrame("read", FrameKind.KERNEL)),
                stack(2, new StackFrame("read", FrameKind.NATIVE)),
                stack(3, new StackFrame("read", FrameKind.COMPILED))));
        assertThat(IntStream.range(0, tree.size())
                        .mapToObj(node -> tree.frame(node).kind()))
                .containsExactly(FrameKind.COMPILED, FrameKind.NATIVE, FrameKind.KERNEL);
    }

    @Test
    void shouldBuildWhenAStackIsThousandsOfFramesDeep() {
        String[] names =
                IntStream.range(0, 20_000).mapToObj(i -> "frame" + i % 3).toArray(String[]::new);
        CallTree tree = CallTree.of(List.of(stack(5, names)));
        assertThat(tree.size()).isEqualTo(20_000);
        assertThat(tree.totalNs(0)).isEqualTo(5);
        assertThat(tree.frameTotals()).extracting(FrameTotal::totalNs).containsExactly(5L, 5L, 5L);
    }

    @Test
    void shouldRefuseWhenAWeightIsNegative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallTree.of(List.of(stack(-1, "main"))))
                .withMessage("weightNs must be at least 0: weightNs=-1");
    }

    static WeightedStack stack(long weightNs, String... names) {
        return new WeightedStack(
                List.of(names).stream()
                        .map(name -> new StackFrame(name, FrameKind.JAVA))
                        .toList(),
                weightNs,
                1);
    }

    private static WeightedStack stack(long weightNs, StackFrame frame) {
        return new WeightedStack(List.of(frame), weightNs, 1);
    }

    /** Few names and kinds, so that prefixes are shared and recursion happens. */
    private static List<WeightedStack> random(Random random, int count) {
        FrameKind[] kinds = FrameKind.values();
        List<WeightedStack> stacks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<StackFrame> frames = new ArrayList<>();
            int depth = 1 + random.nextInt(7);
            for (int at = 0; at < depth; at++) {
                frames.add(new StackFrame(
                        String.valueOf((char) ('a' + random.nextInt(3))), kinds[random.nextInt(kinds.length)]));
            }
            stacks.add(new WeightedStack(frames, random.nextInt(1_000), random.nextInt(3)));
        }
        return stacks;
    }

    /** What must be equal for two frames to be one node, written down apart from the code under test. */
    private static String code(StackFrame frame) {
        return switch (frame.kind()) {
            case NATIVE, CPP, KERNEL, UNSEEN -> frame.name() + " " + frame.kind();
            default -> frame.name() + " Java";
        };
    }

    private static List<String> described(CallTree tree) {
        return IntStream.range(0, tree.size())
                .mapToObj(node -> tree.depth(node) + " " + tree.frame(node).name() + " " + tree.selfNs(node) + "/"
                        + tree.totalNs(node))
                .toList();
    }
}
