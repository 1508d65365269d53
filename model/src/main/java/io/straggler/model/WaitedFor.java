package io.straggler.model;

import io.straggler.model.Partner.Role;
import java.util.function.UnaryOperator;

/**
 * The thread that another one waited for, as a part of a {@link Place}, and what it did meanwhile.
 *
 * @param thread its name as it is shown; from the measured program, so to be escaped
 * @param role how it is known that it was waited for
 * @param did what it did meanwhile
 */
public record WaitedFor(String thread, Role role, Did did) {
    /** Between who was waited for and what that thread did, in words. */
    private static final String WHICH = ", which ";

    /** Activity of a thread while another one waited for it. */
    public sealed interface Did permits Running, Blocked, Within {}

    /** Activity by the scheduler's counts, if they say anything. */
    public enum Running implements Did {
        /** Nothing is known. */
        UNKNOWN(""),
        /** It had a core. */
        RAN("ran"),
        /** It was ready to run and had no core. */
        WAITED_FOR_CORE("waited for a core");

        private final String label;

        Running(String label) {
            this.label = label;
        }
    }

    /**
     * It was blocked itself.
     *
     * @param kind of what it was blocked in
     * @param place where
     */
    public record Blocked(Evidence.Kind kind, Place place) implements Did {}

    /**
     * It was at work.
     *
     * @param place where it was when it ended the wait
     */
    public record Within(Place place) implements Did {}

    /** Creates a thread without a known activity. */
    public WaitedFor(String thread, Role role) {
        this(thread, role, Running.UNKNOWN);
    }

    /** This thread with another activity. */
    public WaitedFor which(Did other) {
        return new WaitedFor(thread, role, other);
    }

    WaitedFor renamed(UnaryOperator<String> naming) {
        return new WaitedFor(naming.apply(thread), role, renamed(did, naming));
    }

    private static Did renamed(Did did, UnaryOperator<String> naming) {
        if (did instanceof Blocked blocked) {
            return new Blocked(blocked.kind, blocked.place.renamed(naming));
        }
        return did instanceof Within within ? new Within(within.place.renamed(naming)) : did;
    }

    /** Role, name and activity for people. */
    public String words() {
        String words = role.label() + " " + thread;
        String doing = doing();
        return doing.isEmpty() ? words : words + WHICH + doing;
    }

    private String doing() {
        if (did instanceof Blocked blocked) {
            String where = blocked.place.words();
            return "was in " + blocked.kind.label() + (where.isEmpty() ? "" : ": " + where);
        }
        return did instanceof Within within ? "was in " + within.place.words() : ((Running) did).label;
    }
}
