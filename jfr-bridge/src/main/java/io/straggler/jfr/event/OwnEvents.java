package io.straggler.jfr.event;

import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;

/** The table of Straggler's own events. Each is a class that says what its fields are, fills them, and reads them back. */
public final class OwnEvents {
    /** Beginning of the names of all own events. */
    public static final String PREFIX = "straggler.";

    static final List<Class<? extends Event>> TYPES = List.of(
            RunEvent.class,
            SamplerEvent.class,
            EnvironmentEvent.class,
            IntervalEvent.class,
            OutlierEvent.class,
            CallEvent.class,
            IterationEvent.class,
            ThreadEvent.class,
            CaptureEvent.class,
            CarriageEvent.class,
            ThreadUsageEvent.class,
            CoreUseEvent.class,
            CoreWaitEvent.class,
            ConnectionEvent.class,
            LockOwnerEvent.class,
            WaitEndEvent.class,
            CarrierWaitEvent.class,
            IdleStackEvent.class,
            ProcessStopEvent.class,
            ProcessStallEvent.class,
            HiccupEvent.class,
            StackEvent.class,
            ClockEvents.Regular.class,
            ClockEvents.AtChunkBegin.class,
            ClockEvents.AtChunkEnd.class);

    private OwnEvents() {}

    /**
     * Registers the own events with JFR. Before the first recording starts, JFR prepares their classes together with
     * the JDK's, in one stop of all threads; while a recording runs, each class is a separate stop. Later calls do
     * nothing.
     */
    public static void register() {
        TYPES.forEach(FlightRecorder::register);
    }

    /** Returns the names of the events in recordings. */
    public static List<String> names() {
        return TYPES.stream()
                .map(type -> type.getAnnotation(Name.class).value())
                .toList();
    }
}
