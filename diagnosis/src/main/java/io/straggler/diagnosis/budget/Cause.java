package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cause to which an outlier's time can go. {@code division.SelfTime.STEPS} says which cause takes the same time first.
 */
public enum Cause {
    GC_PAUSE("GC pause", Evidence.Kind.GC_PAUSE),
    VM_OPERATION("VM operation", Evidence.Kind.VM_OPERATION),
    TIME_TO_SAFEPOINT("time to safepoint", Evidence.Kind.TIME_TO_SAFEPOINT),
    /** Runnable, but another thread had the core. */
    RUN_QUEUE("waiting for a core"),
    /** Runnable, but a compiler thread had the core. */
    COMPILATION("compiler took the core", Evidence.Kind.COMPILATION),
    /** Runnable, but the control group had used up its share. */
    THROTTLING("CPU throttling"),
    /** Waiting of a virtual thread that is ready while its scheduler has no free carrier. */
    CARRIER("waiting for a carrier", Evidence.Kind.CARRIER_WAIT),
    MONITOR("monitor", Evidence.Kind.MONITOR_ENTER),
    PARK("park", Evidence.Kind.PARK),
    WAIT("wait", Evidence.Kind.MONITOR_WAIT),
    SLEEP("sleep", Evidence.Kind.SLEEP),
    FILE_IO("file I/O", Evidence.Kind.FILE_IO),
    SOCKET_IO("socket I/O", Evidence.Kind.SOCKET_IO),
    NAME_LOOKUP("name lookup"),
    PROCESS_START("starting a process"),
    CLASS_LOADING("class loading", Evidence.Kind.CLASS_LOADING),
    ALLOCATION("allocation slow path", Evidence.Kind.ALLOCATION),
    /** Neither on a core nor waiting for one, though it did not block: the process was stopped or frozen. */
    STOPPED("process stopped", Evidence.Kind.PROCESS_STALL),
    /** On a core of the virtual machine that the host had given to somebody else. */
    STEAL("host took the core"),
    /** Cost of taking the stacks. */
    CAPTURE("capture overhead"),
    /** No stack shows it running and no event says why, as in a native call that blocks. */
    BLOCKED("blocked, unknown on what"),
    /** The first touch of memory, and what the system does for it. */
    PAGE_FAULT("page faults"),
    /** Code that the compilers had not compiled, or had to give up. */
    DEOPTIMIZATION("deoptimised or interpreted code", Evidence.Kind.DEOPTIMIZATION),
    /** Compiled code that was entered for the first time since the collector last marked: the JVM looks through it for references then. */
    ENTRY_BARRIER("first calls after a collection"),
    /** On a core for longer than an iteration normally takes. */
    CODE("more work than usual"),
    /** On a core, or not seen, up to what an iteration normally takes. */
    USUAL_WORK("usual work"),
    /** Nothing was queued, yet it started late. */
    DISPATCH("pacing lateness"),
    /** Queued behind iterations that took too long. */
    CULPRITS("behind slow iterations"),
    /** Queued, though no iteration took too long. */
    LOAD("burst or too high a rate"),
    /** Queued for a thread that worked on something else than iterations. */
    OTHER_WORK("queued behind other work"),
    /** Queued, and the queue is not known. */
    INHERITED("queued, unknown behind what"),
    /** Running before its first stack, or without any. */
    NOT_SEEN("not seen"),
    UNEXPLAINED("unexplained"),
    /** Time without a core while a jitter thread could not run on its core either. It is in no budget; only predictions remove it. */
    HICCUP("the machine's hiccups");

    /** Stop every thread. */
    public static final Set<Cause> STOPS = EnumSet.range(GC_PAUSE, TIME_TO_SAFEPOINT);

    /** Causes that are names for time with an unknown reason. */
    public static final Set<Cause> UNKNOWN = EnumSet.of(BLOCKED, NOT_SEEN, UNEXPLAINED);

    /** Stop the thread that they happen on. */
    public static final Set<Cause> BLOCKING = EnumSet.range(CARRIER, ALLOCATION);

    private static final Set<Cause> AT_PLACES = EnumSet.of(PAGE_FAULT, DEOPTIMIZATION, CODE);

    /** Not the iteration's own doing. */
    static final Set<Cause> QUEUED = EnumSet.of(CULPRITS, LOAD, INHERITED);

    private static final Map<Evidence.Kind, Cause> BY_KIND = new EnumMap<>(Evidence.Kind.class);

    static {
        for (Cause cause : values()) {
            cause.kind().ifPresent(kind -> BY_KIND.put(kind, cause));
        }
        BY_KIND.put(Evidence.Kind.PROCESS_STOP, STOPPED);
    }

    private final String label;
    private final Evidence.@Nullable Kind kind;

    Cause(String label) {
        this(label, null);
    }

    Cause(String label, Evidence.@Nullable Kind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** Returns the cause in words. */
    public String label() {
        return label;
    }

    /** Whether it can be why an iteration was late. Taking a stack cannot: none is taken of what is not late already. */
    public boolean canBeTheReason() {
        return this != CAPTURE;
    }

    /** Whether it is somewhere in the program: what stops or starves a thread does so wherever it is. */
    public boolean isAtPlaces() {
        return BLOCKING.contains(this) || AT_PLACES.contains(this);
    }

    /** The kind of evidence that shows this cause, if it is one that the JVM reports. */
    public Optional<Evidence.Kind> kind() {
        return Optional.ofNullable(kind);
    }

    /** The cause that a kind of evidence shows, or {@code null} for one that only stands beside. */
    public static @Nullable Cause shownBy(Evidence.Kind kind) {
        return BY_KIND.get(kind);
    }
}
