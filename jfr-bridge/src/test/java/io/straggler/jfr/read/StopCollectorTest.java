package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import org.junit.jupiter.api.Test;

class StopCollectorTest {
    private static final long MS = 1_000_000;

    private final StopCollector stops = new StopCollector();

    private static Evidence part(Kind kind, long fromMs, long toMs, String name) {
        return new Evidence(kind, fromMs * MS, toMs * MS, Evidence.ANY_THREAD, Place.of(name));
    }

    @Test
    void shouldTakeAPauseAndTheSafepointAroundItForOneStop() {
        stops.add(part(Kind.GC_PAUSE, 11, 19, "Young"));
        stops.add(part(Kind.VM_OPERATION, 10, 20, "Collect"));
        stops.add(part(Kind.VM_OPERATION, 30, 50, "Inspect"));
        stops.add(part(Kind.GC_PAUSE, 31, 39, "Full"));

        assertThat(stops.stops().stops())
                .containsExactly(part(Kind.GC_PAUSE, 10, 20, "Young"), part(Kind.VM_OPERATION, 30, 50, "Inspect"));
    }

    @Test
    void shouldTakeWhatTheProcessNoticesForAStopOfTheJvmIfThatExplainsIt() {
        stops.add(part(Kind.VM_OPERATION, 10, 20, "Inspect"));
        stops.add(part(Kind.PROCESS_STALL, 11, 24, ""));
        stops.add(part(Kind.GC_PAUSE, 40, 42, "Young"));
        stops.add(part(Kind.PROCESS_STALL, 41, 101, ""));
        stops.add(part(Kind.PROCESS_STALL, 200, 260, ""));

        assertThat(stops.stops().stops())
                .containsExactly(
                        part(Kind.VM_OPERATION, 10, 20, "Inspect"),
                        part(Kind.PROCESS_STALL, 40, 101, ""),
                        part(Kind.PROCESS_STALL, 200, 260, ""));
    }

    @Test
    void shouldListNothingBelowAMillisecond() {
        stops.add(new Evidence(Kind.GC_PAUSE, 0, MS - 1, Evidence.ANY_THREAD, Place.NONE));

        assertThat(stops.stops().stops()).isEmpty();
        assertThat(stops.stops().leastNs()).isEqualTo(MS);
    }

    @Test
    void shouldLeaveOutTheShortestAndSaySoIfThereAreTooMany() {
        StopCollector few = new StopCollector(10);
        for (int i = 0; i < 100; i++) {
            few.add(part(Kind.GC_PAUSE, 1_000 * i, 1_000 * i + 1, "short"));
        }
        few.add(part(Kind.GC_PAUSE, 500, 600, "long"));

        assertThat(few.stops().stops()).containsExactly(part(Kind.GC_PAUSE, 500, 600, "long"));
        assertThat(few.stops().leastNs()).isGreaterThan(MS).isLessThan(100 * MS);
    }
}
