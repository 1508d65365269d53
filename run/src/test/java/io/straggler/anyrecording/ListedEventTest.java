package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.anyrecording.ListedEvent.Sort;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListedEventTest {
    @TempDir
    Path folder;

    private ForeignEvents events(String... names) {
        CraftedRecording recording = new CraftedRecording();
        for (int i = 0; i < names.length; i++) {
            recording.other(names[i], 1_000_000L * (i + 1));
        }
        return ForeignEvents.of(recording.write(folder.resolve("crafted.jfr")));
    }

    @ParameterizedTest
    @CsvSource({
        "jdk.MethodTrace, CALL",
        "profiler.Span, SPAN",
        "com.acme.CheckoutSpan, SPAN",
        "com.acme.Order, PROGRAM",
        "jdk.ThreadPark, WAIT",
        "jdk.SocketRead, WAIT",
        "jdk.FileForce, WAIT",
        "jdk.JavaMonitorEnter, WAIT",
        "jdk.ThreadSleep, WAIT",
        "jdk.VirtualThreadPinned, WAIT",
        "profiler.NativeLock, WAIT",
        "datadog.QueueTime, WAIT",
        "jdk.Compilation, JVM",
        "jdk.GarbageCollection, JVM",
        "jdk.ClassLoad, JVM",
        "profiler.WallClockSample, JVM"
    })
    void shouldKnowWhatAnEventIsOf(String name, Sort sort) {
        assertThat(new ListedEvent(name, 1, 1, 1, 1).sort()).isEqualTo(sort);
    }

    /** Of a server whose recording was set up to trace calls, while its libraries record events too. */
    @Test
    void shouldRecommendWhatSomebodyAskedForFirst() {
        ForeignEvents found = events(
                "jdk.ThreadPark",
                "io.netty.AllocateChunk",
                "jdk.MethodTrace",
                "profiler.Span",
                "jdk.SocketRead",
                "jdk.Compilation");

        assertThat(found.recommended()).map(ListedEvent::name).hasValue("jdk.MethodTrace");
        assertThat(found.events())
                .extracting(ListedEvent::name)
                .startsWith("jdk.MethodTrace", "profiler.Span", "io.netty.AllocateChunk");
    }

    @Test
    void shouldRecommendNoWaitAndNothingOfTheJvm() {
        List<String> names =
                List.of("jdk.ThreadPark", "jdk.SocketRead", "jdk.Compilation", "jdk.ClassLoad", "profiler.NativeLock");

        assertThat(events(names.toArray(String[]::new)).recommended()).isEmpty();
    }
}
