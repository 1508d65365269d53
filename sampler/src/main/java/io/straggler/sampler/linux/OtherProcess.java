package io.straggler.sampler.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Another process, as the system sees it. Where there is no {@code /proc}, only whether it is there is known.
 *
 * @param id its number
 */
public record OtherProcess(long id) {
    /** As a signal, or a debugger, leaves it. */
    private static final String STOPPED = "Tt";

    /** It has a number for as long as its parent has not asked how it ended, which some never do. */
    private static final String ENDED = "ZX";

    /** Whether it runs, or could. */
    public boolean alive() {
        return ProcessHandle.of(id).isPresent() && !isIn(ENDED);
    }

    /** Whether it will not do anything before somebody has it go on. */
    public boolean stopped() {
        return isIn(STOPPED);
    }

    /** The letter follows the name of the program, which may be anything, in parentheses. */
    private boolean isIn(String states) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(id), "stat"), StandardCharsets.ISO_8859_1);
            return states.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }
}
