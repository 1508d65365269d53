package io.straggler.jfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events that speak of the sampler's work: threads, requests, stacks and accounting. */
public final class CaptureEvents {
    private CaptureEvents() {}

    @Name("straggler.Thread")
    @Label("Watched Thread")
    @Category("Straggler")
    @Description("A thread whose stacks are captured; repeated in every chunk")
    @Period("beginChunk")
    @StackTrace(false)
    static final class Watched extends Event {
        @Label("Name")
        String name;

        @Label("Java Thread Id")
        long javaId;

        @Label("OS Thread Id")
        long osId;

        @Label("Role")
        @Description(
                "SEQUENTIAL: runs the iterations. DISPATCHER: starts those of an asynchronous task. HELPER: watched beside")
        String role;
    }

    @Name("straggler.Capture")
    @Label("Capture")
    @Category("Straggler")
    @Description("A request for a stack")
    @StackTrace(false)
    static final class Request extends Event {
        @Label("Purpose")
        @Description(
                "LATE: the iteration ran for longer than the arm delay. BASELINE: a normal iteration, to compare with")
        String purpose;

        @Label("Intended Start (ns, monotonic clock)")
        @Description("The tag of the iteration that was in flight")
        long intendedNs;

        @Label("OS Thread Id")
        long osId;

        @Label("Due (ns, monotonic clock)")
        long dueNs;

        @Label("Sent (ns, monotonic clock)")
        long sentNs;

        @Label("Late")
        @Description("How late the sampler itself was")
        @Timespan(Timespan.NANOSECONDS)
        long lateNs;
    }

    @Name("straggler.ThreadAccounting")
    @Label("Thread Accounting")
    @Category("Straggler")
    @Description("What the operating system charged to a measured thread around one late iteration")
    @StackTrace(false)
    static final class Accounting extends Event {
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
    }

    @Name("straggler.CoreUse")
    @Label("Core Use")
    @Category("Straggler")
    @Description(
            "What the scheduler counted of a thread around a late iteration, between two looks of the sampler thread")
    @StackTrace(false)
    static final class CoreUse extends Event {
        @Label("From (ns, monotonic clock)")
        long fromNs;

        @Label("To (ns, monotonic clock)")
        long toNs;

        @Label("OS Thread Id")
        long osId;

        @Label("Thread")
        @Description("Its name as the operating system keeps it, cut to fifteen characters")
        String thread;

        @Label("CPU Time")
        @Timespan(Timespan.NANOSECONDS)
        long cpuNs;

        @Label("Run Delay")
        @Description("Runnable, but waiting for a core")
        @Timespan(Timespan.NANOSECONDS)
        long runDelayNs;
    }

    @Name("straggler.Connection")
    @Label("Connection Within the Process")
    @Category("Straggler")
    @Description("Two sockets of this process are the ends of one connection; repeated in every chunk")
    @Period("beginChunk")
    @StackTrace(false)
    static final class Connection extends Event {
        @Label("End")
        @Description("Address and port")
        String end;

        @Label("Other End")
        String otherEnd;
    }

    @Name("straggler.LockOwner")
    @Label("Lock Owner")
    @Category("Straggler")
    @Description("Whom a watched thread waited for: the owner of a lock of java.util.concurrent")
    @StackTrace(false)
    static final class LockOwner extends Event {
        @Label("Time (ns, monotonic clock)")
        @Description("When the sampler thread looked")
        long timeNs;

        @Label("OS Thread Id")
        @Description("Of the thread that waited")
        long osId;

        @Label("Owner's Java Thread Id")
        long ownerJavaId;

        @Label("Owner")
        String owner;
    }

    @Name("straggler.ProcessStop")
    @Label("Process Stop")
    @Category("Straggler")
    @Description("A signal stopped this process, as the system notified the parent process")
    @StackTrace(false)
    static final class ProcessStop extends Event {
        @Label("From (ns, monotonic clock)")
        @Description("The same as the end if the stop was too short for its beginning to be seen")
        long fromNs;

        @Label("To (ns, monotonic clock)")
        long toNs;
    }

    @Name("straggler.Standstill")
    @Label("Standstill")
    @Category("Straggler")
    @Description("The sampler thread neither ran nor waited for a core: something stopped the whole process")
    @StackTrace(false)
    static final class Standstill extends Event {
        @Label("From (ns, monotonic clock)")
        long fromNs;

        @Label("To (ns, monotonic clock)")
        long toNs;
    }

    @Name("straggler.Hiccup")
    @Label("Hiccup")
    @Category("Straggler")
    @Description("A thread that was to sleep on this core woke up late: somebody else had the core")
    @StackTrace(false)
    static final class Hiccup extends Event {
        @Label("CPU")
        int cpu;

        @Label("From (ns, monotonic clock)")
        @Description("When it was due to wake up")
        long fromNs;

        @Label("To (ns, monotonic clock)")
        long toNs;
    }

    @Name("straggler.Stack")
    @Label("Stack Taken in the JVM")
    @Category("Straggler")
    @Description("A stack that was taken by the sampler itself, without async-profiler")
    @StackTrace(false)
    static final class Stack extends Event {
        @Label("Time (ns, monotonic clock)")
        long timeNs;

        @Label("OS Thread Id")
        long osId;

        @Label("Running")
        boolean running;

        @Label("Frames")
        @Description("Root first, one a line")
        String frames;

        @Label("Kinds of Frames")
        @Description("One a line, as in Frames")
        String kinds;
    }
}
