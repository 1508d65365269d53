package io.straggler.model;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Who or where: a call and the file that it was for, a lock and the thread that had it, a collector, a line of code.
 *
 * <p>The parts are from the measured program, so to be escaped. A part may hold any character: sums and files go by the parts, and only
 * {@link #words} makes a sentence of them.
 *
 * @param what the call, the lock, the collector, the operation or the method; empty if nothing is known but who was waited for
 * @param on the file, the address or the method that it was for; empty if there is none
 * @param caller the program's method that called; empty if it is not known, or is {@code what} itself
 * @param partner the thread that was waited for, if the records name it
 * @param thread the thread that this happened on, with its numbers replaced; empty where iterations have only one
 */
public record Place(String what, String on, String caller, Optional<WaitedFor> partner, String thread) {
    /** Nothing is known. */
    public static final Place NONE = new Place("", "", "", Optional.empty(), "");

    /** Between a call and its caller, in words. */
    public static final String CALLED_BY = " < ";

    /** Between what, what it was for, and who was waited for, in words. */
    private static final String NEXT = ", ";

    /** A place that one name says all of. */
    public static Place of(String what) {
        return what.isEmpty() ? NONE : new Place(what, "", "", Optional.empty(), "");
    }

    /** A call of the system, or the like, and what it was for. */
    public static Place of(String what, String on) {
        return new Place(what, on, "", Optional.empty(), "");
    }

    /** This place as called by a method of the program's. Where nothing else is known, the place is that method. */
    public Place calledBy(String method) {
        if (method.isEmpty()) {
            return this;
        }
        return what.isEmpty() && on.isEmpty()
                ? new Place(method, "", "", partner, thread)
                : new Place(what, on, method, partner, thread);
    }

    /** This place with the thread that was waited for there. */
    public Place waitingFor(WaitedFor other) {
        return new Place(what, on, caller, Optional.of(other), thread);
    }

    /** This place, whoever was waited for. */
    public Place withoutPartner() {
        return partner.isEmpty() ? this : new Place(what, on, caller, Optional.empty(), thread);
    }

    /** This place on a thread; where nothing else is known it stays unknown. */
    public Place onThread(String name) {
        return isEmpty() ? this : new Place(what, on, caller, partner, name);
    }

    /** This place with another file, address or method that it was for. */
    public Place onOther(String other) {
        return new Place(what, other, caller, partner, thread);
    }

    /** This place, on whichever thread and whoever was waited for. */
    public Place alone() {
        return partner.isEmpty() && thread.isEmpty() ? this : new Place(what, on, caller, Optional.empty(), "");
    }

    /** This place with each of its names written otherwise, that of the thread and those of where it was blocked included. */
    public Place renamed(UnaryOperator<String> naming) {
        return new Place(
                naming.apply(what),
                naming.apply(on),
                naming.apply(caller),
                partner.map(other -> other.renamed(naming)),
                naming.apply(thread));
    }

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return partner.isEmpty() && what.isEmpty() && on.isEmpty() && caller.isEmpty();
    }

    /** The sentence for people; the only place where it is made. */
    public String words() {
        if (partner.isEmpty() && caller.isEmpty() && on.isEmpty() && thread.isEmpty()) {
            return what;
        }
        StringBuilder words = new StringBuilder(what);
        append(NEXT, on, words);
        append(CALLED_BY, caller, words);
        return words.append(threadWords()).toString();
    }

    /** The end of the sentence: on which thread, and who was waited for, as it follows the rest; empty if neither is known. */
    public String threadWords() {
        StringBuilder words = new StringBuilder();
        boolean first = what.isEmpty() && on.isEmpty() && caller.isEmpty();
        if (!thread.isEmpty()) {
            words.append(first ? "" : NEXT).append("on ").append(thread);
        }
        if (partner.isPresent()) {
            words.append(first && thread.isEmpty() ? "" : NEXT)
                    .append(partner.get().words());
        }
        return words.toString();
    }

    private static void append(String between, String part, StringBuilder words) {
        if (!part.isEmpty()) {
            words.append(words.isEmpty() ? "" : between).append(part);
        }
    }
}
