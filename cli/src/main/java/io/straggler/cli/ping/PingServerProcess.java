package io.straggler.cli.ping;

import io.straggler.sampler.linux.SerialCollector;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A ping server in a process of its own, on a port of its own. It ends when it is closed, and, because it reads from a pipe that only this
 * process holds open, also when this process ends in whatever way.
 */
final class PingServerProcess implements Closeable {
    private static final long PATIENCE_MS = 2_000;

    private final Process process;
    private final int port;

    private PingServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one on the loopback address.
     *
     * @param cpu the core to bind its threads to
     * @throws IOException if it does not come up, with what it said
     */
    static PingServerProcess start(OptionalInt cpu) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // It allocates nothing while it serves: the simplest collector has the fewest threads to get in the way.
        command.addAll(SerialCollector.FLAGS);
        command.add("-Xmx64m");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PingServerMain.class.getName()));
        cpu.ifPresent(value -> command.add(Integer.toString(value)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String last = "it said nothing";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(PingServerMain.LISTENING)) {
                drain(output);
                return new PingServerProcess(
                        process, Integer.parseInt(line.substring(PingServerMain.LISTENING.length())));
            }
            last = line;
        }
        throw new IOException("the ping server did not start: " + last);
    }

    /** Reads later output on another thread: a full pipe would block the server. */
    private static void drain(BufferedReader output) {
        Thread thread = new Thread(
                () -> {
                    try (output) {
                        while (output.readLine() != null) {
                            // Nothing of it matters.
                        }
                    } catch (IOException e) {
                        // It has ended.
                    }
                },
                "straggler-ping-server-output");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return port;
    }

    /** Asks it to end, and waits for that. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
