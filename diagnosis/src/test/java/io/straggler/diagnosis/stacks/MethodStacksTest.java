package io.straggler.diagnosis.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MethodStacksTest {
    private final MethodStacks stacks = new MethodStacks();

    private static StackSample sample(String... names) {
        return new StackSample(
                5,
                7,
                true,
                Stream.of(names)
                        .map(name -> new StackFrame(name, FrameKind.COMPILED))
                        .toList());
    }

    private List<String> below(String method, StackSample sample) {
        return stacks.below(method, sample).frames().stream()
                .map(StackFrame::name)
                .toList();
    }

    @Test
    void shouldBeginWithTheOutermostCallOfTheMethod() {
        StackSample deep = sample("Thread.run", "Pool.work", "Shop.order", "Shop.order", "Book.add");

        assertThat(below("Shop.order", deep)).containsExactly("Shop.order", "Shop.order", "Book.add");
        assertThat(stacks.below("Shop.order", deep).frames())
                .as("equal stacks stay the same object")
                .isSameAs(stacks.below("Shop.order", deep).frames());
        assertThat(below("Book.add", deep)).containsExactly("Book.add");
    }

    @Test
    void shouldLeaveOtherStacksAlone() {
        StackSample cut = sample("Pattern.match", "Loop.match");

        assertThat(stacks.below("Shop.order", cut)).isSameAs(cut);
        assertThat(stacks.below("", cut)).isSameAs(cut);
        assertThat(stacks.below("Pattern.match", cut)).isSameAs(cut);
    }
}
