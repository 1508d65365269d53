package io.straggler.sampler.usage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Full names of threads; the kernel keeps their first fifteen bytes. */
final class ThreadNames {
    private static final int KEPT_BYTES = 15;

    /** Replacement that decoding makes of a character whose beginning alone the kernel kept. */
    private static final String HALF = "\ufffd+$";

    private static final String NUMBER_AT_END = "(?<=[^0-9])[0-9]+$";
    private static final String ANY_NUMBER = "*";

    private final List<String> names;

    ThreadNames(Stream<String> names) {
        this.names = names.toList();
    }

    /**
     * Returns the names of the Java threads of this JVM that are alive, without virtual threads, which the kernel does
     * not know.
     */
    static ThreadNames ofThisJvm() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads;
        int count;
        do {
            // If it is full there may be more.
            threads = new Thread[2 * root.activeCount() + 10];
            count = root.enumerate(threads);
        } while (count == threads.length);
        return new ThreadNames(Arrays.stream(threads).filter(Objects::nonNull).map(Thread::getName));
    }

    /** The beginning of a thread's name, which is all that the kernel keeps of it; empty if the thread has ended. */
    static byte[] kept(long processId, long osThreadId) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc/" + processId + "/task/" + osThreadId + "/comm"));
            return Arrays.copyOf(line, Math.max(0, line.length - 1));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /**
     * A name in full.
     *
     * @param kept what the kernel has
     * @return the same, if it is a whole name or nobody knows of which. If several threads have names that begin so, and these differ in the
     *     number at the end only, a star is in that number's place
     */
    String inFull(byte[] kept) {
        String name = new String(kept, StandardCharsets.UTF_8).replaceFirst(HALF, "");
        if (kept.length < KEPT_BYTES) {
            return name;
        }
        List<String> found =
                names.stream().filter(one -> one.startsWith(name)).distinct().toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> alike = found.stream()
                .map(one -> one.replaceFirst(NUMBER_AT_END, ANY_NUMBER))
                .distinct()
                .toList();
        return alike.size() == 1 ? alike.get(0) : name;
    }
}
