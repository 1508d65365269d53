package io.straggler.selftest;

import java.util.Locale;

/** What a labelled iteration is made to suffer. One row of the table each, but for {@link #DISTURBED}. */
public enum Fault {
    GC("explicit GC"),
    ALLOCATION("allocation storm"),
    SAFEPOINT("safepoint operation"),
    TIME_TO_SAFEPOINT("late to safepoint"),
    MONITOR("contended monitor"),
    PARK("park"),
    SLEEP("sleep"),
    FILE("file write + force"),
    SOCKET("socket wait"),
    HOG("CPU hog, same core"),
    STOPPED("process stopped"),
    FIRST_TOUCH("fresh memory"),
    CLASS_LOADING("class loading"),
    DEOPTIMIZATION("deoptimisation"),
    SLOW_CODE("slow code"),
    BURST("burst of arrivals"),
    /** Everything that an injection needs, except the injection. */
    PLACEBO("placebo"),
    /** Never injected: time that the machine took out of an injection whose thread watched the clock. */
    DISTURBED("taken by the machine");

    private final String title;

    Fault(String title) {
        this.title = title;
    }

    /** As people read it. */
    public String title() {
        return title;
    }

    /** As files and options have it, such as {@code time-to-safepoint}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The fault with this id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Fault ofId(String id) {
        for (Fault fault : values()) {
            if (fault.id().equals(id)) {
                return fault;
            }
        }
        throw new IllegalArgumentException("fault must be a known one: fault=" + id);
    }
}
