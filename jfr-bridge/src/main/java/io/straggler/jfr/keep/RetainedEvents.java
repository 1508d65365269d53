package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.event.CaptureEvent;
import io.straggler.jfr.event.CarriageEvent;
import io.straggler.jfr.event.CarrierWaitEvent;
import io.straggler.jfr.event.CoreUseEvent;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.jfr.event.EnvironmentEvent;
import io.straggler.jfr.event.HiccupEvent;
import io.straggler.jfr.event.IdleStackEvent;
import io.straggler.jfr.event.IterationEvent;
import io.straggler.jfr.event.LockOwnerEvent;
import io.straggler.jfr.event.OutlierEvent;
import io.straggler.jfr.event.OwnEvents;
import io.straggler.jfr.event.ProcessStallEvent;
import io.straggler.jfr.event.ProcessStopEvent;
import io.straggler.jfr.event.StackEvent;
import io.straggler.jfr.event.ThreadUsageEvent;
import io.straggler.jfr.event.WaitEndEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a chunk are kept: events that overlap an outlier's busy period, events of the same safepoint or collection as these
 * ({@link RelatedEvents}), stacks of outliers and normal samples, and each fact about JVM and machine once. Of our own events, those
 * about paced iterations, captures, stacks, lock owners, thread usage, short stops, hiccups and core use are kept for outliers and normal samples
 * only; all others are kept. Of what stopped all threads, a millisecond or more is kept whether or not an outlier met it. Samples of allocations are kept before pauses that an outlier met.
 */
final class RetainedEvents {
    /** Repeated in every chunk. */
    private static final Set<String> FACTS = Set.of(
            EnvironmentEvent.NAME,
            IdleStackEvent.NAME,
            "jdk.JVMInformation",
            "jdk.OSInformation",
            "jdk.CPUInformation",
            "jdk.GCConfiguration",
            "jdk.ActiveRecording",
            "jdk.ActiveSetting",
            "jdk.InitialSystemProperty",
            "jdk.NativeLibrary",
            "jdk.BooleanFlag",
            "jdk.IntFlag",
            "jdk.UnsignedIntFlag",
            "jdk.LongFlag",
            "jdk.UnsignedLongFlag",
            "jdk.DoubleFlag",
            "jdk.StringFlag",
            "jdk.VirtualizationInformation");

    private static final int MAX_FACTS = 100_000;

    private final OutlierPeriods periods;
    private final Set<Long> factsSeen = new HashSet<>();

    RetainedEvents(OutlierPeriods periods) {
        this.periods = periods;
    }

    /** The choice for one chunk, to be asked once for each event. */
    Predicate<RawEvent> of(RawChunk chunk) {
        ClockMap clock = periods.clockFor(chunk.extent());
        RelatedEvents related = clock == null ? null : new RelatedEvents(chunk, clock, periods);
        Map<RecordedType, Predicate<RawEvent>> byType = new HashMap<>();
        return event -> byType.computeIfAbsent(event.type(), type -> forType(type, chunk, clock, related))
                .test(event);
    }

    private Predicate<RawEvent> forType(
            RecordedType type, RawChunk chunk, @Nullable ClockMap clock, @Nullable RelatedEvents related) {
        if (FACTS.contains(type.name)) {
            return event -> isNew(event, chunk);
        }
        return switch (type.name) {
            case OutlierEvent.NAME, IterationEvent.NAME ->
                event -> periods.isLate(event.number("intendedNs"), event.number("endNs"));
            case CaptureEvent.NAME -> event -> !event.says("purpose", "LATE") || isOfInterest(event.number("sentNs"));
            case StackEvent.NAME ->
                event -> isOfInterest(event.number("timeNs"))
                        || periods.isLate(event.number("sinceNs"), event.number("timeNs"));
            case LockOwnerEvent.NAME, WaitEndEvent.NAME -> event -> isOfInterest(event.number("timeNs"));
            case ProcessStopEvent.NAME, ProcessStallEvent.NAME ->
                event -> periods.isStop(event.number("fromNs"), event.number("toNs"));
            case CarriageEvent.NAME,
                    CarrierWaitEvent.NAME,
                    ThreadUsageEvent.NAME,
                    HiccupEvent.NAME,
                    CoreUseEvent.NAME -> event -> periods.isLate(event.number("fromNs"), event.number("toNs"));
            case CoreWaitEvent.NAME -> event -> periods.isLate(event.number("awayNs"), event.number("backNs"));
            case "jdk.ExecutionSample", "profiler.WallClockSample" ->
                event -> clock == null || isOfInterest(clock.toNanos(event.startTicks()));
            case "jdk.ObjectAllocationSample" ->
                event -> clock == null || related == null || related.precedeMetPause(clock.toNanos(event.startTicks()));
            default -> {
                if (type.name.startsWith(OwnEvents.PREFIX)
                        || clock == null
                        || related == null
                        || type.indexOf("startTime") == null) {
                    yield event -> true;
                }
                yield event -> {
                    long fromNs = clock.toNanos(event.startTicks());
                    long toNs = clock.toNanos(event.endTicks());
                    return periods.isLate(fromNs, toNs) || related.contain(event, fromNs, toNs);
                };
            }
        };
    }

    private boolean isOfInterest(long timeNs) {
        return periods.isLate(timeNs, timeNs) || periods.isAskedFor(timeNs);
    }

    /** Whether nothing with the same content has been kept; by checksum, which at worst loses a fact. */
    private boolean isNew(RawEvent event, RawChunk chunk) {
        CRC32C checksum = new CRC32C();
        checksum.update(chunk.range(event.contentPosition(), event.toPosition()));
        long key = checksum.getValue() << 32 | event.type().name.hashCode() & 0xffffffffL;
        return factsSeen.size() < MAX_FACTS && factsSeen.add(key);
    }
}
