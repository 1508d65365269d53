package io.straggler.sampler.linux;

import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File descriptors that may stay open for single threads of the process: a quarter of those that it may have, because a server needs the others for its
 * connections. Half of the share is for files of the kernel, half for records of switches. On any thread.
 */
public final class DescriptorShare {
    private static final Pattern LIMIT = Pattern.compile("Max open files +([0-9]{1,9}) .*");

    /** Limit that most systems give to a process, for those that do not name theirs. */
    private static final int USUAL_LIMIT = 1_024;

    /** Part of the limit for files of the kernel, and the same again for records of switches. */
    private static final int PART = 8;

    private static final DescriptorShare OF_THIS_PROCESS = of(SystemFiles.ofThisMachine());

    private final int limit;
    private final Semaphore files;
    private volatile boolean spent;

    private DescriptorShare(int limit) {
        this.limit = limit;
        this.files = new Semaphore(limit / PART);
    }

    /** Returns the share of this process. The JVM raises its own limit when it starts, so that does not change later. */
    public static DescriptorShare ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    /** Returns a share of what the kernel's files name as the limit of their process. */
    static DescriptorShare of(SystemFiles system) {
        return new DescriptorShare(system.lines("/proc/self/limits").stream()
                .map(LIMIT::matcher)
                .filter(Matcher::matches)
                .map(matcher -> Integer.parseInt(matcher.group(1)))
                .findFirst()
                .orElse(USUAL_LIMIT));
    }

    /** Maximum number of threads whose switches are recorded, each with one descriptor. */
    public int records() {
        return limit / PART;
    }

    /** Whether a file may stay open. Then {@link #give} follows when it is closed. */
    boolean take() {
        boolean free = files.tryAcquire();
        spent |= !free;
        return free;
    }

    void give() {
        files.release();
    }

    /** A clause on files beyond the share, to follow another sentence; empty if there were none. */
    public String troubles() {
        return spent
                ? String.format(
                        Locale.ROOT,
                        "; the process may have %,d files open, of which the agent leaves three quarters to the program: files of further threads were opened"
                                + " for each reading",
                        limit)
                : "";
    }
}
