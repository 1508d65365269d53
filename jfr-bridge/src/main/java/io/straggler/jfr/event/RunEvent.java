package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import org.jspecify.annotations.Nullable;

/** How a measured run ended. */
@Name(RunEvent.NAME)
@Label("Run")
@Category("Straggler")
@Description("How one measured run ended")
@StackTrace(false)
public final class RunEvent extends Event {
    public static final String NAME = "straggler.Run";

    @Label("Task")
    String task;

    @Label("Fork")
    int fork;

    @Label("Run")
    int run;

    @Label("Origin (ns, monotonic clock)")
    @Description("The instant at which the schedule began")
    long originNs;

    @Label("Start")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long startEpochMs;

    @Label("End")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long endEpochMs;

    @Label("Target Rate (1/s)")
    double targetPerSecond;

    @Label("Achieved Rate (1/s)")
    double achievedPerSecond;

    @Label("Iterations")
    long iterations;

    @Label("Corrected Iterations")
    @Description("Iterations from which the measured cost of a normal sample was taken off")
    long corrected;

    @Label("Outliers")
    long outliers;

    @Label("Threshold")
    @Description("Latency at and above which an iteration is an outlier")
    @Timespan(Timespan.NANOSECONDS)
    long thresholdNs;

    @Label("Worst Latency")
    @Timespan(Timespan.NANOSECONDS)
    long worstNs;

    @Label("Stray Completions")
    @Description("Completions of a tag that was unknown or already complete")
    long strayCompletions;

    @Label("Uncompleted Iterations")
    long uncompleted;

    @Label("Status")
    String status;

    @Label("Reason")
    @Description("Why the status is not ok")
    String reason;

    static void emit(String task, int fork, RunOutcome outcome) {
        RunEvent event = new RunEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.task = task;
        event.fork = fork;
        event.run = outcome.runId().run();
        event.originNs = outcome.originNs();
        event.startEpochMs = outcome.startEpochMs();
        event.endEpochMs = outcome.endEpochMs();
        event.targetPerSecond = outcome.targetPerSecond();
        event.achievedPerSecond = outcome.achievedPerSecond();
        event.iterations = outcome.iterations();
        event.corrected = outcome.corrected();
        event.outliers = outcome.outliers();
        event.thresholdNs = outcome.thresholdNs();
        event.worstNs = outcome.worstNs();
        event.strayCompletions = outcome.strayCompletions();
        event.uncompleted = outcome.uncompleted();
        event.status = outcome.status().label();
        event.reason = outcome.reason();
        event.commit();
    }

    public static RunOutcome read(EventView row, SharedValues shared) {
        return RunOutcome.of(shared.runId(row))
                .originNs(row.number("originNs"))
                .startEpochMs(row.number("startEpochMs"))
                .endEpochMs(row.number("endEpochMs"))
                .targetPerSecond(row.fraction("targetPerSecond"))
                .achievedPerSecond(row.fraction("achievedPerSecond"))
                .iterations(row.number("iterations"))
                .corrected(row.number("corrected"))
                .outliers(row.number("outliers"))
                .thresholdNs(row.number("thresholdNs"))
                .worstNs(row.number("worstNs"))
                .strayCompletions(row.number("strayCompletions"))
                .uncompleted(row.number("uncompleted"))
                .status(status(row.text("status")), row.textOrEmpty("reason"))
                .build();
    }

    public static String task(EventView row) {
        return row.textOrEmpty("task");
    }

    /** A word of a later version can only be one more way of not being {@code ok}. */
    private static RunStatus status(@Nullable String label) {
        for (RunStatus status : RunStatus.values()) {
            if (status.label().equals(label)) {
                return status;
            }
        }
        return RunStatus.FAILED;
    }
}
