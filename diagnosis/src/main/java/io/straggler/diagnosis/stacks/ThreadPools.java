package io.straggler.diagnosis.stacks;

import java.util.regex.Pattern;

/** Names that all threads of a pool have in common. */
public final class ThreadPools {
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?<=[^0-9])[0-9]+$");

    private ThreadPools() {}

    /** A thread's name with {@code *} for the number at its end. */
    public static String name(String thread) {
        return NUMBER_AT_END.matcher(thread).replaceFirst("*");
    }
}
