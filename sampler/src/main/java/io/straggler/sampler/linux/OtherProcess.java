package io.straggler.sampler.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Another process, as the system sees it. Where there is no {@code /proc}, only whether it is there is known.
 *
 * @param id its number
 */
public record OtherProcess(long id) {
    /** States of a process that a signal, or a debugger, has stopped. */
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

    /**
     * Returns the process id within the innermost namespace: another one in a container that this process is not in.
     */
    public long innermostId() {
        return innermostId(SystemFiles.ofThisMachine());
    }

    long innermostId(SystemFiles files) {
        return status(files, "NSpid:")
                .map(numbers -> numbers.substring(numbers.lastIndexOf('\t') + 1))
                .flatMap(number -> Numbers.whole(number).stream().boxed().findFirst())
                .orElse(id);
    }

    /** Whether it has a handler for a signal, without which most signals end it. */
    public boolean catches(int signal) {
        return catches(SystemFiles.ofThisMachine(), signal);
    }

    boolean catches(SystemFiles files, int signal) {
        return status(files, "SigCgt:")
                .filter(mask -> mask.matches("[0-9a-f]{16}"))
                .filter(mask -> (Long.parseUnsignedLong(mask, 16) >>> signal - 1 & 1) == 1)
                .isPresent();
    }

    /** Sends it a signal, if this thread may. */
    public void signal(int signal) {
        NativeThread.signalProcess(id, signal);
    }

    private Optional<String> status(SystemFiles files, String name) {
        return files.lines("/proc/" + id + "/status").stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst();
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
