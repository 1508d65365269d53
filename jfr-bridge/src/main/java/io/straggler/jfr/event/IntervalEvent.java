package io.straggler.jfr.event;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.RecordedInterval;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;

/** One interval of the histogram log. */
@Name(IntervalEvent.NAME)
@Label("Histogram Interval")
@Category("Straggler")
@Description("One interval of the histogram log, so that a recording alone is enough for a report")
@StackTrace(false)
public final class IntervalEvent extends Event {
    public static final String NAME = "straggler.Interval";

    @Label("Series")
    String series;

    @Label("Start")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long startEpochMs;

    @Label("End")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long endEpochMs;

    @Label("Histogram")
    @Description("HdrHistogram in its compressed format, Base64")
    String histogram;

    static void emit(RecordedInterval interval) {
        IntervalEvent event = new IntervalEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.series = interval.series();
        event.startEpochMs = interval.startEpochMs();
        event.endEpochMs = interval.endEpochMs();
        event.histogram = interval.histogram();
        event.commit();
    }

    public static RecordedInterval read(EventView row) {
        return new RecordedInterval(
                row.textOrEmpty("series"),
                row.number("startEpochMs"),
                row.number("endEpochMs"),
                row.textOrEmpty("histogram"));
    }
}
