package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Thread that made a late iteration's thread ready to run, or that had the core meanwhile. */
@Name(CoreWaitEvent.NAME)
@Label("Core Wait")
@Category("Straggler")
@Description("Who made a late iteration's thread ready to run, or had the core that it then waited for")
@StackTrace(false)
public final class CoreWaitEvent extends Event {
    public static final String NAME = "straggler.CoreWait";

    @Label("OS Thread Id")
    @Description("The thread that had no core")
    long osId;

    @Label("Away Since (ns, monotonic clock)")
    @Description("When it left its core")
    long awayNs;

    @Label("Back At (ns, monotonic clock)")
    @Description("When it had a core again; all events of a wait are kept if an outlier overlaps the wait")
    long backNs;

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    @Label("Wake-Up")
    @Description("Whether it was made ready to run then; otherwise somebody had the core")
    boolean wakeUp;

    @Label("By Kind")
    String byKind;

    @Label("By OS Thread Id")
    long byOsId;

    @Label("By")
    @Description("Name of a thread of this process, or of another process")
    String by;

    /**
     * A part of a wait.
     *
     * @param osThreadId the thread that waited
     * @param awayNs when it left its core
     * @param wakeUp whether it was made ready to run then; otherwise somebody had the core from then on
     */
    public record Part(long osThreadId, long awayNs, long fromNs, long toNs, boolean wakeUp, CoreUser by) {}

    /** Records the parts of all waits of a reading. */
    static void emit(ThreadUsage usage) {
        List<OffCoreInterval> intervals =
                usage.offCore().map(OffCoreTimes::intervals).orElse(List.of());
        for (OffCoreInterval one : intervals) {
            one.wakeUp().ifPresent(up -> emit(usage, one, up.atNs(), up.atNs(), true, up.by()));
            for (CoreHold hold : one.holders()) {
                emit(usage, one, hold.fromNs(), hold.toNs(), false, hold.by());
            }
        }
    }

    private static void emit(
            ThreadUsage usage, OffCoreInterval interval, long fromNs, long toNs, boolean wakeUp, CoreUser by) {
        CoreWaitEvent event = new CoreWaitEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.osId = usage.osThreadId();
        event.awayNs = interval.fromNs();
        event.backNs = interval.toNs();
        event.fromNs = fromNs;
        event.toNs = toNs;
        event.wakeUp = wakeUp;
        event.byKind = by.kind().name();
        event.byOsId = by.osThreadId();
        event.by = by.name();
        event.commit();
    }

    public static Part read(EventView row) {
        return new Part(
                row.number("osId"),
                row.number("awayNs"),
                row.number("fromNs"),
                row.number("toNs"),
                row.flag("wakeUp"),
                new CoreUser(kind(row.textOrEmpty("byKind")), row.number("byOsId"), row.textOrEmpty("by")));
    }

    /** A kind of a later version is a process that nothing else is known of. */
    private static CoreUser.Kind kind(String name) {
        for (CoreUser.Kind kind : CoreUser.Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        return CoreUser.Kind.OTHER_PROCESS;
    }

    /** Returns readings with the parts of their waits; each part was recorded once or for several readings. */
    public static List<ThreadUsage> join(List<ThreadUsage> usages, List<Part> parts) {
        if (parts.isEmpty()) {
            return usages;
        }
        Map<List<Long>, List<Part>> byWait = new HashMap<>();
        parts.stream()
                .distinct()
                .sorted(Comparator.comparingLong(Part::fromNs))
                .forEach(
                        part -> byWait.computeIfAbsent(List.of(part.osThreadId, part.awayNs), wait -> new ArrayList<>())
                                .add(part));
        return usages.stream()
                .map(usage -> usage.withOffCore(usage.offCore()
                        .map(times -> new OffCoreTimes(
                                times.sinceNs(),
                                times.intervals().stream()
                                        .map(one -> joined(
                                                one,
                                                byWait.getOrDefault(
                                                        List.of(usage.osThreadId(), one.fromNs()), List.of())))
                                        .toList()))))
                .toList();
    }

    private static OffCoreInterval joined(OffCoreInterval one, List<Part> parts) {
        return new OffCoreInterval(
                one.fromNs(),
                one.toNs(),
                one.preempted(),
                parts.stream()
                        .filter(Part::wakeUp)
                        .map(part -> new WakeUp(part.fromNs, part.by))
                        .findFirst(),
                parts.stream()
                        .filter(part -> !part.wakeUp)
                        .map(part -> new CoreHold(part.fromNs, part.toNs, part.by))
                        .toList());
    }
}
