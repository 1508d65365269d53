package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.StackFrame;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that sleep in a class which is made at run time, in JVMs that call it differently. */
class GeneratedFramesTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private Conclusions conclusions(String... classes) {
        CraftedRecording recording = new CraftedRecording();
        for (int i = 0; i < 100; i++) {
            int stack = recording.stack(
                    "java.lang.Thread.sleep " + classes[i % classes.length] + ".call com.acme.Shop.order");
            recording.order(i * 100 * MS, 50 * MS).sleep(i * 100 * MS, 49 * MS, stack);
        }
        Path file = recording.write(folder.resolve(String.join("-", classes).hashCode() + ".jfr"));
        IterationQuery query = new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("10ms"))
                .analysis()
                .conclusions();
    }

    private static Set<String> frames(Conclusions conclusions) {
        return conclusions.diagnosis().outlierStacks().stream()
                .flatMap(stack -> stack.frames().stream())
                .map(StackFrame::name)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.A$ByteBuddy$tMYwZj7p, com.acme.A$ByteBuddy$rAVJIIcH",
        "com.acme.$Proxy57, com.acme.$Proxy8",
        "com.acme.Orders$$EnhancerBySpringCGLIB$$bd479d70, com.acme.Orders$$EnhancerBySpringCGLIB$$36404936",
        "acme.core$eval1234$fn__5678, acme.core$eval99$fn__101"
    })
    void shouldBeOneFrameAndOneSite(String inOneJvm, String inAnother) {
        Conclusions one = conclusions(inOneJvm);
        Conclusions another = conclusions(inAnother);
        Conclusions both = conclusions(inOneJvm, inAnother);

        assertThat(frames(one)).hasSizeGreaterThan(2).isEqualTo(frames(another)).isEqualTo(frames(both));
        assertThat(both.sites()).hasSize(1);
        assertThat(both.sites().get(0).place()).isEqualTo(one.sites().get(0).place());
    }
}
