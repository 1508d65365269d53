package io.straggler.jfr.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.read.EvidenceEvents;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventSettingsTest {
    private final Map<String, String> settings = EventSettings.derivedFrom(Duration.ofNanos(12_345));

    @Test
    void shouldRecordWhatLastsAsLongAsTheArmDelay() {
        assertThat(settings)
                .containsEntry("jdk.JavaMonitorEnter#enabled", "true")
                .containsEntry("jdk.JavaMonitorEnter#threshold", "12345 ns")
                .containsEntry("jdk.JavaMonitorEnter#stackTrace", "true")
                .containsEntry("jdk.ThreadPark#threshold", "12345 ns")
                .containsEntry("jdk.ThreadPark#stackTrace", "true")
                .containsEntry("jdk.FileRead#threshold", "12345 ns")
                .containsEntry("jdk.FileRead#throttle", "off")
                .containsEntry("jdk.SocketRead#throttle", "off")
                .containsEntry("jdk.ClassLoad#threshold", "12345 ns");
    }

    @Test
    void shouldRecordEveryStopOfAllThreads() {
        for (String event : Set.of("GCPhasePause", "SafepointBegin", "ExecuteVMOperation", "GarbageCollection")) {
            assertThat(settings)
                    .containsEntry("jdk." + event + "#enabled", "true")
                    .containsEntry("jdk." + event + "#threshold", "0 ns");
        }
    }

    @Test
    void shouldNotSampleOrPoll() {
        assertThat(settings)
                .containsEntry("jdk.ExecutionSample#enabled", "false")
                .containsEntry("jdk.CPULoad#enabled", "false")
                .containsEntry("jdk.InitialEnvironmentVariable#enabled", "false");
    }

    @Test
    void shouldSampleAFewAllocationsWithTheirStacks() {
        for (Map<String, String> each : List.of(settings, EventSettings.withPeriodicStacks(Duration.ofNanos(12_345)))) {
            assertThat(each)
                    .containsEntry("jdk.ObjectAllocationSample#enabled", "true")
                    .containsEntry("jdk.ObjectAllocationSample#stackTrace", "true")
                    .containsEntry("jdk.ObjectAllocationSample#throttle", "20/s")
                    .containsEntry("jdk.ObjectAllocationInNewTLAB#stackTrace", "false");
        }
    }

    @Test
    void shouldReadBackEveryEventThatItAsksFor() {
        Set<String> asked = new TreeSet<>(EvidenceEvents.NAMES);
        asked.removeIf(name -> !name.startsWith("jdk.") || "true".equals(settings.get(name + "#enabled")));

        assertThat(asked).isEmpty();
    }

    @Test
    void shouldSpellEventsAsThisJvmDoes() {
        Set<String> known = new TreeSet<>();
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .map(EventType::getName)
                .forEach(known::add);

        assertThat(known)
                .contains(
                        "jdk.JavaMonitorEnter",
                        "jdk.JavaMonitorWait",
                        "jdk.ThreadPark",
                        "jdk.ThreadSleep",
                        "jdk.FileForce",
                        "jdk.GCPhasePauseLevel1",
                        "jdk.SafepointStateSynchronization");
        Set<String> unknown = new TreeSet<>();
        settings.keySet().stream()
                .map(key -> key.substring(0, key.indexOf('#')))
                .filter(name -> name.startsWith("jdk.") && !known.contains(name))
                .forEach(unknown::add);
        // What only some JDKs or collectors have; a misspelt name would show up here.
        assertThat(unknown)
                .isSubsetOf(
                        "jdk.SafepointLatency",
                        "jdk.CPUTimeSample",
                        "jdk.VirtualThreadPinned",
                        "jdk.VirtualThreadSubmitFailed",
                        "jdk.NativeLibraryLoad");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void shouldRefuseAnArmDelayOfNothing(long nanos) {
        Duration armDelay = Duration.ofNanos(nanos);
        assertThatThrownBy(() -> EventSettings.derivedFrom(armDelay))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("armDelay must be more than zero: armDelay=" + armDelay);
    }
}
