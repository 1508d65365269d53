package io.straggler.sampler.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which signal to use: one that nobody in this process has a handler for. */
public final class Signals {
    /** SIGVTALRM: async-profiler's own choice for a second engine, and used by nothing in the JVM. */
    public static final int USUAL = 26;

    /** Real-time signals that neither the C library nor the JVM uses. */
    private static final int FIRST_OTHER = 40;

    private static final int LAST_OTHER = 50;

    /** The profiler's handler stays when it stops, so what was chosen once is not free the next time. */
    private static int chosen;

    private Signals() {}

    /** Returns one signal for all of this process's life. Throws {@link SamplerException} if all are taken. */
    public static synchronized int choose() {
        if (chosen == 0) {
            chosen = choose(status("/proc/self/status"));
        }
        return chosen;
    }

    /** @param status lines as in {@code /proc/PID/status} */
    static int choose(List<String> status) {
        long taken = mask(status, "SigCgt:") | mask(status, "SigIgn:");
        return IntStream.concat(IntStream.of(USUAL), IntStream.rangeClosed(FIRST_OTHER, LAST_OTHER))
                .filter(signal -> (taken & bit(signal)) == 0)
                .findFirst()
                .orElseThrow(() -> new SamplerException("this process has handlers for signal " + USUAL
                        + " and those from " + FIRST_OTHER + " to " + LAST_OTHER));
    }

    /** Whether the calling thread does not let a signal through. */
    public static boolean blocked(int signal) {
        return (mask(status("/proc/thread-self/status"), "SigBlk:") & bit(signal)) != 0;
    }

    private static long bit(int signal) {
        return 1L << (signal - 1);
    }

    private static long mask(List<String> status, String label) {
        return status.stream()
                .filter(line -> line.startsWith(label))
                .mapToLong(line ->
                        Long.parseUnsignedLong(line.substring(label.length()).trim(), 16))
                .findFirst()
                .orElse(0);
    }

    private static List<String> status(String path) {
        try (Stream<String> lines = Files.lines(Path.of(path))) {
            return lines.toList();
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }
}
