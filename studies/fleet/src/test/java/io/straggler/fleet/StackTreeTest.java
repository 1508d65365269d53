package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StackTreeTest {
    private static final int SEEDS = 200;

    /** Bytes of a thread's stack: about what the JVM needs itself. */
    private static final long SMALL_STACK = 256 << 10;

    private static final int DEEP = 1_000_000;

    @Test
    void shouldBeWhatTheRecursiveFormIs() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            RandomSummaries summaries = new RandomSummaries(seed);
            int mostNodes = 2 + random.nextInt(80);
            StackTree sum = new StackTree(mostNodes);
            RecursiveTree recursive = new RecursiveTree(mostNodes);
            for (List<WeightedStack> stacks :
                    Stream.generate(summaries::stacks).limit(5).toList()) {
                int most = 1 + random.nextInt(100);
                sum.add(StackTree.of(stacks, most));
                recursive.add(RecursiveTree.of(stacks, most));
                stacks.forEach(stack -> sum.add(stack.frames(), stack.weightNs(), stack.samples(), 0));
                stacks.forEach(stack -> recursive.add(stack.frames(), stack.weightNs(), stack.samples(), 0));
                assertThat(sum.stacks()).as("seed %d", seed).isEqualTo(recursive.stacks());
                assertThat(sum.cutNs()).as("seed %d", seed).isEqualTo(recursive.cutNs());
                assertThat(sum.size()).as("seed %d", seed).isEqualTo(recursive.size());
            }
        }
    }

    @Test
    void shouldTakeStacksThatAreDeeperThanTheThreadsOwn() throws Exception {
        List<StackFrame> frames = new ArrayList<>();
        for (int i = 0; i < DEEP; i++) {
            frames.add(new StackFrame("com.acme.Recursion.descend" + i % 3, FrameKind.COMPILED));
        }
        List<WeightedStack> stacks =
                List.of(new WeightedStack(frames, 7, 1), new WeightedStack(frames.subList(0, DEEP - 1), 5, 1));
        FutureTask<StackTree> walks = new FutureTask<>(() -> {
            Summary summary = new Summary();
            summary.stacks.add(StackTree.of(stacks, DEEP));
            assertThat(summary.stacks.frames()).hasSize(3);
            return SummaryCodec.decode(SummaryCodec.encode(summary.copy())).stacks();
        });
        new Thread(null, walks, "small stack", SMALL_STACK).start();
        StackTree tree = walks.get();
        assertThat(tree.size()).isEqualTo(StackTree.MAX_NODES);
        assertThat(tree.cutNs()).isEqualTo(12);
        assertThat(tree.stacks()).singleElement().satisfies(stack -> {
            assertThat(stack.weightNs()).isEqualTo(12);
            assertThat(stack.frames()).isEqualTo(frames.subList(0, StackTree.MAX_NODES - 1));
        });
    }
}
