package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.SerialCollector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command line in a process of its own, as a user starts it. */
public final class CommandLineProcess {
    /** The end of the output wakes nobody up. */
    private static final long AWAITS_MS = 200;

    /** As the system shows it: 15 characters of it. */
    private static final String LISTENS_FOR_STOPS = "straggler-child";

    /** Number of made-up JVMs of which none waits. */
    public static final int ALL = Integer.MAX_VALUE;

    private static final Pattern SWITCHES = Pattern.compile("(?m)^voluntary_ctxt_switches:\\s+([0-9]+)$");

    private final Process process;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder err = new StringBuilder();
    private final String awaited;
    private final CountDownLatch seen = new CountDownLatch(1);
    private final Thread outReader;
    private final Thread errReader;

    private CommandLineProcess(Class<?> main, String awaited, List<String> before, List<String> arguments)
            throws IOException {
        this.awaited = awaited;
        List<String> command = new ArrayList<>(before);
        command.add(System.getProperty("java.home") + "/bin/java");
        // As the launcher starts it.
        command.addAll(SerialCollector.FLAGS);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        if (Runtime.version().feature() >= 22) {
            command.add(before.size() + 1, "--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(QuickJvms.with(arguments.toArray(String[]::new))));
        process = new ProcessBuilder(command).start();
        outReader = reader(process.inputReader(StandardCharsets.UTF_8), out);
        errReader = reader(process.errorReader(StandardCharsets.UTF_8), err);
    }

    /** Starts it by another command, such as one that limits what it may use. */
    public static CommandLineProcess startBy(List<String> command, String... arguments) throws IOException {
        return new CommandLineProcess(Main.class, "", command, List.of(arguments));
    }

    /** Starts it and returns when a line with this text was printed on standard error. */
    public static CommandLineProcess startAndAwait(String text, String... arguments)
            throws IOException, InterruptedException {
        CommandLineProcess started = new CommandLineProcess(Main.class, text, List.of(), List.of(arguments));
        started.seen.await();
        return started;
    }

    /**
     * Starts it with made-up JVMs, and returns when one of them waits for an interrupt, or at once if none will.
     *
     * @param ending number of JVMs that leave a run before one waits; {@link #ALL} for no waiting
     */
    public static CommandLineProcess startOnFakes(int ending, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(Integer.toString(ending)));
        all.addAll(List.of(arguments));
        CommandLineProcess started = new CommandLineProcess(OnFakes.class, OnFakes.WAITING, List.of(), all);
        if (ending != ALL) {
            started.seen.await();
        }
        return started;
    }

    private Thread reader(BufferedReader source, StringBuilder target) {
        Thread thread = new Thread(() -> {
            try (source) {
                for (String line = source.readLine(); line != null; line = source.readLine()) {
                    synchronized (target) {
                        target.append(line).append('\n');
                        target.notifyAll();
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
    public int exitCode() throws InterruptedException {
        int code = process.waitFor();
        outReader.join();
        errReader.join();
        return code;
    }

    /** Waits for its end, which must be a good one. */
    public void shouldHaveMeasured() throws InterruptedException {
        int code = exitCode();
        CommandLineRun.shouldHaveMeasured(code, err() + out());
    }

    public String out() {
        synchronized (out) {
            return out.toString();
        }
    }

    public String err() {
        synchronized (err) {
            return err.toString();
        }
    }

    /** As Ctrl-C does, but with TERM, which takes the same path: whoever starts the build may have INT ignored. */
    public void interrupt() throws IOException, InterruptedException {
        signal("TERM");
    }

    /** Sends a signal, by name, to the command line itself. */
    public void signal(String name) throws IOException, InterruptedException {
        signal(name, process.pid());
    }

    /** Sends a signal to the JVM that it measures. */
    void signalMeasuredJvm(String name) throws IOException, InterruptedException {
        signal(name, process.children().findFirst().orElseThrow().pid());
    }

    /** The processes that it has started and that still run. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Returns when a line on standard error starts with this text and a number that is at least {@code least}. */
    void awaitNumber(String text, long least) throws InterruptedException {
        Pattern number = Pattern.compile("(?m)^" + Pattern.quote(text) + "([0-9]+)$");
        synchronized (err) {
            while (number.matcher(err).results().noneMatch(one -> Long.parseLong(one.group(1)) >= least)) {
                assertThat(errReader.isAlive()).as("its output ended: %s", err).isTrue();
                err.wait(AWAITS_MS);
            }
        }
    }

    /** Stops the JVM that it measures, and returns when the command line has noticed: from then on it says that it was stopped. */
    void stopMeasuredJvm() throws IOException, InterruptedException {
        signalSoThatItIsNoticed("STOP");
    }

    /** Lets it go on, and returns when the command line has noticed, and has reported to it that it had been stopped. */
    void continueMeasuredJvm() throws IOException, InterruptedException {
        signalSoThatItIsNoticed("CONT");
    }

    /** Whoever listens for stops sleeps until there is one, and again when it has taken note. */
    private void signalSoThatItIsNoticed(String name) throws IOException, InterruptedException {
        Path listener = listenerForStops();
        long sleptBefore = timesSlept(listener);
        signalMeasuredJvm(name);
        while (timesSlept(listener) == sleptBefore) {
            Thread.yield();
        }
    }

    private Path listenerForStops() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads.toList()) {
                if (name(thread).equals(LISTENS_FOR_STOPS)) {
                    return thread;
                }
            }
        }
        throw new AssertionError("nobody listens for stops: " + err());
    }

    /** The JVM ends threads of its own at any time, such as compiler threads without work: those have no name any more. */
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static long timesSlept(Path thread) throws IOException {
        Matcher switches = SWITCHES.matcher(Files.readString(thread.resolve("status")));
        assertThat(switches.find()).isTrue();
        return Long.parseLong(switches.group(1));
    }

    private static void signal(String name, long processId) throws IOException, InterruptedException {
        int exitCode = new ProcessBuilder("kill", "-" + name, Long.toString(processId))
                .start()
                .waitFor();
        assertThat(exitCode).as("kill -%s %d", name, processId).isZero();
    }
}
