package io.straggler.model;

/**
 * A user of a core, as the kernel recorded it.
 *
 * @param kind what it is
 * @param osThreadId the operating system's number of the thread; 0 for an idle core, and for an interrupt
 * @param name of a thread of the measured process, or of another process; from outside, so to be escaped; empty if there is none
 */
public record CoreUser(Kind kind, long osThreadId, String name) {
    /** Idle core: no thread had it. */
    public static final CoreUser IDLE = new CoreUser(Kind.IDLE, 0, "");

    /** A timer or a device. */
    public static final CoreUser INTERRUPT = new CoreUser(Kind.INTERRUPT, 0, "");

    /** The name for people. The kernel's own processes have a core or a task behind a slash, such as {@code kworker/0:1-events}. */
    public String words() {
        return switch (kind) {
            case OWN_THREAD -> name;
            case OTHER_PROCESS ->
                name.isEmpty() ? "a process that has ended" : "process " + name.replaceFirst("/.*", "/*");
            case INTERRUPT -> "a timer or a device";
            case IDLE -> "nobody, the core was idle";
        };
    }

    /** Kinds of users of a core. */
    public enum Kind {
        /** A thread of the measured process. */
        OWN_THREAD,
        /** A thread of another process, which the name is of. */
        OTHER_PROCESS,
        /** An interrupt by a timer or a device. */
        INTERRUPT,
        /** Nothing. */
        IDLE
    }
}
