package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** An iteration at or above the threshold. JFR stamps an event when it is committed, long after the iteration: what matters is in explicit fields. */
@Name(OutlierEvent.NAME)
@Label("Outlier")
@Category("Straggler")
@Description("An iteration at or above the threshold")
@StackTrace(false)
public final class OutlierEvent extends Event {
    public static final String NAME = "straggler.Outlier";

    @Label("Fork")
    int fork;

    @Label("Run")
    int run;

    @Label("Intended Start (ns, monotonic clock)")
    @Description("When the schedule said it should start; the iteration's tag")
    long intendedNs;

    @Label("Start (ns, monotonic clock)")
    long startNs;

    @Label("End (ns, monotonic clock)")
    long endNs;

    @Label("Latency")
    @Description("From intended start to end: inherited + dispatch + service")
    @Timespan(Timespan.NANOSECONDS)
    long latencyNs;

    @Label("Inherited Delay")
    @Description("The queue in front of it")
    @Timespan(Timespan.NANOSECONDS)
    long inheritedNs;

    @Label("Dispatch Delay")
    @Description("Nothing was queued, yet it started late")
    @Timespan(Timespan.NANOSECONDS)
    long dispatchNs;

    @Label("Service Time")
    @Timespan(Timespan.NANOSECONDS)
    long serviceNs;

    @Label("Threshold")
    @Timespan(Timespan.NANOSECONDS)
    long thresholdNs;

    @Label("Returned (ns, monotonic clock)")
    @Description("When the method of an asynchronous task came back; 0 if it had not")
    long returnedNs;

    @Label("Completed By")
    @Description(
            "The Java thread id of the thread that completed an iteration of an asynchronous task; 0 of other tasks")
    long completedBy;

    @Label("Stages")
    @Description(StageLines.DESCRIPTION)
    String stages;

    @Label("Probes")
    @Description("What the task's probes reported, one name=nanoseconds a line")
    String probes;

    static void emit(Outlier outlier, int fork) {
        OutlierEvent event = new OutlierEvent();
        if (!event.isEnabled()) {
            return;
        }
        Iteration iteration = outlier.iteration();
        event.fork = fork;
        event.run = iteration.runId().run();
        event.intendedNs = iteration.intendedNs();
        event.startNs = iteration.startNs();
        event.endNs = iteration.endNs();
        event.latencyNs = iteration.latencyNs();
        event.inheritedNs = iteration.inheritedNs();
        event.dispatchNs = iteration.dispatchNs();
        event.serviceNs = iteration.serviceNs();
        event.thresholdNs = outlier.thresholdNs();
        outlier.handOver().ifPresent(known -> {
            event.returnedNs = known.returnedNs();
            event.completedBy = known.completedBy();
            event.stages = StageLines.write(known.stages(), iteration.intendedNs());
        });
        event.probes = EscapedLines.join(outlier.probes().stream()
                .map(probe -> probe.probe() + "=" + probe.durationNs())
                .toList());
        event.commit();
    }

    /** @throws CorruptChunkException if no iteration can have had such times, such stages or such probes */
    public static Outlier read(EventView row, SharedValues shared) {
        return new Outlier(
                        IterationEvent.times(row, shared),
                        row.number("thresholdNs"),
                        probes(row.text("probes"), shared))
                .with(StageLines.handOver(row, row.number("intendedNs")));
    }

    private static List<ProbeValue> probes(@Nullable String text, SharedValues shared) {
        List<ProbeValue> probes = new ArrayList<>();
        for (String line : EscapedLines.split(text)) {
            int equals = line.lastIndexOf('=');
            try {
                String name = shared.name(line.substring(0, equals));
                probes.add(new ProbeValue(name, Long.parseLong(line.substring(equals + 1))));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new CorruptChunkException("probe must be name=nanoseconds: probe=" + line);
            }
        }
        return probes;
    }
}
