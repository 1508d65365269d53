package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Resources that the operating system charged to a measured thread around one late iteration. */
@Name(ThreadUsageEvent.NAME)
@Label("Thread Usage")
@Category("Straggler")
@Description("What the operating system charged to a measured thread around one late iteration")
@StackTrace(false)
public final class ThreadUsageEvent extends Event {
    public static final String NAME = "straggler.ThreadUsage";

    /** At most 18 digits, which fit into a number. */
    private static final Pattern INTERVAL = Pattern.compile("(-?[0-9]{1,18})\\+([0-9]{1,18})(p?) ?");

    @Label("Intended Start (ns, monotonic clock)")
    @Description("The tag of the iteration")
    long intendedNs;

    @Label("OS Thread Id")
    long osId;

    @Label("From (ns, monotonic clock)")
    long fromNs;

    @Label("To (ns, monotonic clock)")
    long toNs;

    @Label("Run Delay")
    @Description("Runnable, but waiting for a core")
    @Timespan(Timespan.NANOSECONDS)
    long runDelayNs;

    @Label("CPU Time")
    @Timespan(Timespan.NANOSECONDS)
    long cpuNs;

    @Label("Minor Faults")
    long minorFaults;

    @Label("Major Faults")
    long majorFaults;

    @Label("Voluntary Switches")
    long voluntarySwitches;

    @Label("Involuntary Switches")
    long involuntarySwitches;

    @Label("Minor Faults Took")
    @Description("An estimate by what a fault took when the sampler started")
    @Timespan(Timespan.NANOSECONDS)
    long faultsNs;

    @Label("Captures Took")
    @Description("An estimate by what a capture took when the sampler started")
    @Timespan(Timespan.NANOSECONDS)
    long capturesNs;

    @Label("Throttled")
    @Description("What the control group was held back, having used up its share of the cores")
    @Timespan(Timespan.NANOSECONDS)
    long throttledNs;

    @Label("Switches Known Since (ns, monotonic clock)")
    long switchesSinceNs;

    @Label("Off the Core")
    @Description(
            "Each time without a core since then: its begin after From and its length in ns, with p where the thread"
                    + " could have gone on; none if the switches are not known")
    String offCore;

    static void emit(ThreadUsage usage) {
        ThreadUsageEvent event = new ThreadUsageEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.intendedNs = usage.intendedNs();
        event.osId = usage.osThreadId();
        event.fromNs = usage.fromNs();
        event.toNs = usage.toNs();
        event.runDelayNs = usage.runDelayNs();
        event.cpuNs = usage.cpuNs();
        event.minorFaults = usage.minorFaults();
        event.majorFaults = usage.majorFaults();
        event.voluntarySwitches = usage.voluntarySwitches();
        event.involuntarySwitches = usage.involuntarySwitches();
        event.faultsNs = usage.faultsNs();
        event.capturesNs = usage.capturesNs();
        event.throttledNs = usage.throttledNs();
        usage.offCore().ifPresent(times -> {
            event.switchesSinceNs = times.sinceNs();
            event.offCore = text(times.intervals(), usage.fromNs());
        });
        event.commit();
    }

    public static ThreadUsage read(EventView row) {
        return ThreadUsage.of(row.number("intendedNs"), row.number("osId"))
                .between(row.number("fromNs"), row.number("toNs"))
                .runDelayNs(row.number("runDelayNs"))
                .cpuNs(row.number("cpuNs"))
                .minorFaults(row.number("minorFaults"))
                .majorFaults(row.number("majorFaults"))
                .voluntarySwitches(row.number("voluntarySwitches"))
                .involuntarySwitches(row.number("involuntarySwitches"))
                .faultsNs(row.number("faultsNs"))
                .capturesNs(row.number("capturesNs"))
                .throttledNs(row.number("throttledNs"))
                .offCore(Optional.ofNullable(row.text("offCore"))
                        .flatMap(text -> intervals(text, row.number("fromNs")))
                        .map(intervals -> new OffCoreTimes(row.number("switchesSinceNs"), intervals)))
                .build();
    }

    private static String text(List<OffCoreInterval> intervals, long fromNs) {
        return intervals.stream()
                .map(one -> (one.fromNs() - fromNs) + "+" + (one.toNs() - one.fromNs()) + (one.preempted() ? "p" : ""))
                .collect(Collectors.joining(" "));
    }

    /** Nothing if the text is of another form. */
    private static Optional<List<OffCoreInterval>> intervals(String text, long fromNs) {
        List<OffCoreInterval> intervals = new ArrayList<>();
        Matcher each = INTERVAL.matcher(text);
        int end = 0;
        while (each.lookingAt()) {
            long beginNs = fromNs + Long.parseLong(each.group(1));
            intervals.add(new OffCoreInterval(
                    beginNs,
                    beginNs + Long.parseLong(each.group(2)),
                    !each.group(3).isEmpty()));
            end = each.end();
            each.region(end, text.length());
        }
        return end == text.length() ? Optional.of(intervals) : Optional.empty();
    }
}
