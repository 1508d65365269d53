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

    /** Its number as it sees it itself: another one if it is in a container of which this process is not. */
    public long innermostId() {
        return innermostId(SystemFiles.ofThisMachine());
    }

    long innermostId(SystemFiles files) {
        return files.lines("/proc/" + id + "/status").stream()
                .filter(line -> line.startsWith("NSpid:"))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1))
                .flatMapToLong(number -> Numbers.whole(number).stream())
                .findFirst()
                .orElse(id);
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
