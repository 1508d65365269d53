package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StackSelectionTest {
    private static final Map<Long, String> NAMES = Map.of(42L, "pacer");
    private static final DiagnosedOutlier OUTLIER = outlier();

    /** 10 µs in a queue, 20 µs in its lock, 40 µs on a thread without a name, and 30 µs unseen. */
    private static DiagnosedOutlier outlier() {
        List<StackSample> stacks = List.of(
                sample(42, 1_010_000, "run", "add"),
                sample(42, 1_030_000, "run", "add", "lock"),
                sample(43, 1_070_000, "serve", "add"));
        return new DiagnosedOutlier(
                new Outlier(new Iteration(new RunId(0, 1), 1_000_000, 1_000_000, 1_100_000, 0, 0), 50_000, List.of()),
                stacks,
                stacks.stream().map(StackSample::timeNs).toList(),
                List.of(10_000L, 20_000L, 40_000L),
                30_000,
                List.of(),
                List.of());
    }

    private static StackSample sample(long thread, long timeNs, String... names) {
        return new StackSample(
                timeNs,
                thread,
                true,
                List.of(names).stream()
                        .map(name -> new StackFrame(name, FrameKind.COMPILED))
                        .toList());
    }

    private static StackSelection selection(List<String> include, List<String> exclude, String threads) {
        return new StackSelection(
                NAMES,
                include.stream().map(Pattern::compile).toList(),
                exclude.stream().map(Pattern::compile).toList(),
                Optional.of(threads).filter(text -> !text.isEmpty()).map(Pattern::compile));
    }

    private static List<String> selected(List<String> include, List<String> exclude, String threads) {
        return selection(include, exclude, threads).weighted(List.of(OUTLIER)).stream()
                .map(StackSelectionTest::text)
                .toList();
    }

    private static String text(WeightedStack stack) {
        return stack.frames().stream().map(StackFrame::name).collect(Collectors.joining(";")) + " " + stack.weightNs();
    }

    @Test
    void shouldKeepAllIfNothingIsAskedFor() {
        assertThat(selected(List.of(), List.of(), ""))
                .containsExactly(
                        "[thread 43];serve;add 40000",
                        "[before the first stack] 30000",
                        "[thread pacer];run;add;lock 20000",
                        "[thread pacer];run;add 10000");
    }

    @Test
    void shouldKeepStacksWithAFrameThatMatchesOneOfThePatternsAsAWhole() {
        assertThat(selected(List.of("loc.*", "serve"), List.of(), ""))
                .containsExactly("[thread 43];serve;add 40000", "[thread pacer];run;add;lock 20000");
        assertThat(selected(List.of("oc"), List.of(), "")).isEmpty();
    }

    @Test
    void shouldDropStacksWithAFrameThatMatchesWhateverElseIsOnThem() {
        assertThat(selected(List.of("run"), List.of("lock", "serve"), ""))
                .containsExactly("[thread pacer];run;add 10000");
        assertThat(selected(List.of(), List.of("\\[before.*"), "")).hasSize(3);
    }

    @Test
    void shouldKeepNoTimeOfUnknownThreadsIfThreadsAreAskedFor() {
        assertThat(selected(List.of(), List.of(), "pac.*"))
                .containsExactly("[thread pacer];run;add;lock 20000", "[thread pacer];run;add 10000");
        assertThat(selected(List.of(), List.of(), "43")).containsExactly("[thread 43];serve;add 40000");
    }

    @Test
    void shouldShowOutliersWithASelectedStackOnly() {
        assertThat(selection(List.of("lock"), List.of(), "").showsAnyOf(OUTLIER))
                .isTrue();
        assertThat(selection(List.of("lock"), List.of(), "43").showsAnyOf(OUTLIER))
                .isFalse();
    }

    @Test
    void shouldNameFramesWithTheirLines() {
        StackSample stack = new StackSample(
                1,
                42,
                true,
                List.of(
                        new StackFrame("run", FrameKind.COMPILED, 12),
                        new StackFrame("add", FrameKind.COMPILED, 7),
                        new StackFrame("memcpy", FrameKind.NATIVE)));
        WeightedStack normal = new WeightedStack(stack.frames(), 1, 1);

        assertThat(selection(List.of("add:7"), List.of(), "").shown(stack))
                .hasValueSatisfying(frames ->
                        assertThat(frames).extracting(StackFrame::name).containsExactly("run:12", "add:7", "memcpy"));
        assertThat(selection(List.of("add"), List.of(), "").shown(stack)).isEmpty();
        assertThat(selection(List.of(), List.of(), "").only(List.of(normal)))
                .extracting(StackSelectionTest::text)
                .containsExactly("run:12;add:7;memcpy 1");
    }
}
