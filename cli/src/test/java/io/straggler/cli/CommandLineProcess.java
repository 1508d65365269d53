package io.straggler.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The command line in a process of its own, as a user starts it. */
final class CommandLineProcess {
    private final Process process;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder err = new StringBuilder();
    private final String awaited;
    private final CountDownLatch seen = new CountDownLatch(1);
    private final Thread outReader;
    private final Thread errReader;

    private CommandLineProcess(String awaited, List<String> arguments) throws IOException {
        this.awaited = awaited;
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        if (Runtime.version().feature() >= 22) {
            // As the launcher does.
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(arguments);
        process = new ProcessBuilder(command).start();
        outReader = reader(process.inputReader(StandardCharsets.UTF_8), out);
        errReader = reader(process.errorReader(StandardCharsets.UTF_8), err);
    }

    /** Starts it. */
    static CommandLineProcess start(String... arguments) throws IOException {
        return new CommandLineProcess("", List.of(arguments));
    }

    /** Starts it and returns when a line with this text was printed on standard error. */
    static CommandLineProcess startAndAwait(String text, String... arguments) throws IOException, InterruptedException {
        CommandLineProcess started = new CommandLineProcess(text, List.of(arguments));
        started.seen.await();
        return started;
    }

    private Thread reader(BufferedReader source, StringBuilder target) {
        Thread thread = new Thread(() -> {
            try (source) {
                for (String line = source.readLine(); line != null; line = source.readLine()) {
                    synchronized (target) {
                        target.append(line).append('\n');
                    }
                    if (!awaited.isEmpty() && line.contains(awaited)) {
                        seen.countDown();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                // Whoever waits for a line that never came shall go on, and fail on the output.
                seen.countDown();
            }
        });
        thread.start();
        return thread;
    }

    /** Waits for its end and returns the exit code. */
    int exitCode() throws InterruptedException {
        int code = process.waitFor();
        outReader.join();
        errReader.join();
        return code;
    }

    String out() {
        synchronized (out) {
            return out.toString();
        }
    }

    String err() {
        synchronized (err) {
            return err.toString();
        }
    }

    /** As Ctrl-C does, but with TERM, which takes the same path: whoever starts the build may have INT ignored. */
    void interrupt() throws IOException, InterruptedException {
        signal("TERM");
    }

    /** Sends a signal, by name, to the command line itself. */
    void signal(String name) throws IOException, InterruptedException {
        signal(name, process.pid());
    }

    /** Sends a signal to the JVM that it measures. */
    void signalMeasuredJvm(String name) throws IOException, InterruptedException {
        signal(name, process.children().findFirst().orElseThrow().pid());
    }

    /** The processes that it has started and that still run. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    private static void signal(String name, long processId) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(processId)).start().waitFor();
    }
}
