package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads what the JVM records of the machine, its container and itself. Threads: one. */
final class MachineEvents {
    /** Max number of readings of each kind: at one a second, a day of them. */
    private static final int MOST = 100_000;

    private static final String LOAD = "jdk.CPULoad";
    private static final String THROTTLING = "jdk.ContainerCPUThrottling";
    private static final String CODE_CACHE_FULL = "jdk.CodeCacheFull";
    private static final Set<String> NAMES = Set.of(LOAD, THROTTLING, CODE_CACHE_FULL);

    private final List<MachineReadings.Load> loads = new ArrayList<>();
    private final List<MachineReadings.Limit> limits = new ArrayList<>();
    private long codeCacheFull;

    /** The filter for a type; {@code null} for one that is not read here. */
    @Nullable
    static EventFilter filter(String typeName) {
        return NAMES.contains(typeName) ? EventFilter.ALL : null;
    }

    /** Returns the consumer of a type's events in a chunk; {@code null} for a type that is not read here. */
    @Nullable
    Consumer<EventView> consumer(String typeName, ClockMap clock) {
        return switch (typeName) {
            case LOAD -> row -> addLoad(row, clock);
            case THROTTLING -> row -> addLimit(row, clock);
            case CODE_CACHE_FULL -> row -> codeCacheFull++;
            default -> null;
        };
    }

    private void addLoad(EventView row, ClockMap clock) {
        if (loads.size() < MOST) {
            loads.add(new MachineReadings.Load(
                    clock.toNanos(row.startTicks()),
                    row.fraction("machineTotal"),
                    row.fraction("jvmUser") + row.fraction("jvmSystem")));
        }
    }

    private void addLimit(EventView row, ClockMap clock) {
        if (limits.size() < MOST) {
            limits.add(new MachineReadings.Limit(
                    clock.toNanos(row.startTicks()),
                    row.number("cpuElapsedSlices"),
                    row.number("cpuThrottledSlices"),
                    row.number("cpuThrottledTime")));
        }
    }

    /** Returns the readings. */
    MachineReadings readings() {
        return new MachineReadings(loads, limits, codeCacheFull);
    }
}
