package io.straggler.model;

import java.util.List;

/**
 * The thread that another one waited for.
 *
 * @param thread its name, from the measured program, so to be escaped
 * @param osThreadId its number in the operating system; 0 if that is not known
 * @param role how it is known that it was waited for
 * @param blocked what it was blocked in meanwhile, in order of time
 * @param listened when it waited for words from the thread that waited for it, in order of time: what ends such a wait was sent before
 * @param ending what it was in when it ended the wait, {@code class.method}, the outermost first; empty if that is not known
 */
public record Partner(
        String thread,
        long osThreadId,
        Role role,
        List<Evidence> blocked,
        List<Evidence> listened,
        List<String> ending) {
    /** How it is known that a thread was waited for. */
    public enum Role {
        /** It had the monitor, the lock, the permit or the object of a pool. */
        OWNER("held by"),
        /** It notified. */
        NOTIFIER("notified by"),
        /** It has the other end of the connection. */
        PEER("waited for"),
        /** It was blocked again as soon as the wait had ended, and so in too many such waits for chance. */
        WAKER("probably woken by"),
        /** The kernel or the agent recorded that it ended the wait. */
        RECORDED_WAKER("woken by");

        private final String label;

        Role(String label) {
            this.label = label;
        }

        /** Returns the role in words, to be put in front of the name of the thread. */
        public String label() {
            return label;
        }
    }

    public Partner {
        blocked = List.copyOf(blocked);
        listened = List.copyOf(listened);
        ending = List.copyOf(ending);
    }

    /** Creates a partner without a known way in which it ended the wait. */
    public Partner(String thread, long osThreadId, Role role, List<Evidence> blocked, List<Evidence> listened) {
        this(thread, osThreadId, role, blocked, listened, List.of());
    }
}
