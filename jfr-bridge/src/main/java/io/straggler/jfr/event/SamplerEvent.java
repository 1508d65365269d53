package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** How stacks were taken, and what the sampler says of itself. */
@Name(SamplerEvent.NAME)
@Label("Sampler")
@Category("Straggler")
@Description("How stacks were taken, and what the sampler says of itself")
@StackTrace(false)
public final class SamplerEvent extends Event {
    public static final String NAME = "straggler.Sampler";

    @Label("Mode")
    String mode;

    @Label("Why This Mode")
    String why;

    @Label("Arm Delay")
    @Description("How late an iteration had to be before the sampler looked")
    @Timespan(Timespan.NANOSECONDS)
    long armDelayNs;

    @Label("Margin")
    @Description("How much later than that the first capture may have been due")
    @Timespan(Timespan.NANOSECONDS)
    long marginNs;

    @Label("Capture Takes")
    @Description("What one capture takes from its thread, measured at the start; 0 if that is not known")
    @Timespan(Timespan.NANOSECONDS)
    long captureNs;

    @Label("Captures Due")
    long signalsSent;

    @Label("Captures Taken")
    long capturesTaken;

    @Label("Normal Samples")
    long normalSamples;

    @Label("Innocent Captures")
    @Description("Iterations that were captured as late and ended below the threshold")
    long innocentCaptures;

    @Label("Capped Iterations")
    @Description(
            "Outliers without a stack because too many others were late at once, and the JVM, which was asked, had no time to answer")
    long cappedIterations;

    @Label("Late in Sum")
    @Timespan(Timespan.NANOSECONDS)
    long lateTotalNs;

    @Label("Late at Most")
    @Timespan(Timespan.NANOSECONDS)
    long lateMaxNs;

    static void emit(SamplerSummary summary) {
        SamplerEvent event = new SamplerEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.mode = summary.mode().label();
        event.why = summary.why();
        event.armDelayNs = summary.armDelayNs();
        event.marginNs = summary.marginNs();
        event.captureNs = summary.captureNs();
        event.signalsSent = summary.signalsSent();
        event.capturesTaken = summary.capturesTaken();
        event.normalSamples = summary.normalSamples();
        event.innocentCaptures = summary.innocentCaptures();
        event.cappedIterations = summary.cappedIterations();
        event.lateTotalNs = summary.lateTotalNs();
        event.lateMaxNs = summary.lateMaxNs();
        event.commit();
    }

    public static SamplerSummary read(EventView row) {
        SamplerMode mode = SamplerMode.OFF;
        for (SamplerMode candidate : SamplerMode.values()) {
            if (candidate.label().equals(row.text("mode"))) {
                mode = candidate;
            }
        }
        return SamplerSummary.of(mode, row.textOrEmpty("why"))
                .armDelayNs(row.number("armDelayNs"))
                .marginNs(row.number("marginNs"))
                .captureNs(row.number("captureNs"))
                .signalsSent(row.number("signalsSent"))
                .capturesTaken(row.number("capturesTaken"))
                .normalSamples(row.number("normalSamples"))
                .innocentCaptures(row.number("innocentCaptures"))
                .cappedIterations(row.number("cappedIterations"))
                .lateTotalNs(row.number("lateTotalNs"))
                .lateMaxNs(row.number("lateMaxNs"))
                .build();
    }
}
