package io.straggler.cli.fork;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Output of a process, taken line by line on another thread. */
final class ProcessOutput {
    /** Time in milliseconds for reading the last output of a process; it is usually read long before. */
    private static final long ENDS_WITHIN_MS = 2_000;

    private final Thread thread;

    private ProcessOutput(Thread thread) {
        this.thread = thread;
    }

    /** Begins to read. */
    static ProcessOutput read(InputStream output, Consumer<String> taker) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            taker.accept(line);
                        }
                    } catch (IOException e) {
                        // The process is gone, and its output with it.
                    }
                },
                "straggler-echo");
        thread.setDaemon(true);
        thread.start();
        return new ProcessOutput(thread);
    }

    /**
     * Waits for the last line of a process that has ended. Its output stays open while a process that it started still runs, which is not waited
     * for.
     *
     * @param err gets a line if there is such a process
     */
    void awaitEnd(PrintStream err) throws InterruptedException {
        thread.join(ENDS_WITHIN_MS);
        if (thread.isAlive()) {
            err.println("A process that the task started still holds its output. It was left running.");
        }
    }
}
