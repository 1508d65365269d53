package io.straggler.agent;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.agent.users.Shop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM that runs {@link Shop}, told what to do line by line. */
final class ForkedShop implements AutoCloseable {
    private static final Path AGENT = Path.of(System.getProperty("agent"));
    private static final Pattern COUNTS = Pattern.compile("calls (\\d+) slow (\\d+) failed (\\d+)");

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final Path err;
    private final Path folder;

    /** What the program itself has counted. */
    record Counts(long calls, long slow, long failed) {}

    /**
     * Starts it, and waits until it is open.
     *
     * @param folder for files of the test
     * @param agentOptions empty for no agent from the start on
     */
    ForkedShop(Path folder, String agentOptions) throws IOException {
        this.folder = folder;
        this.err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        // From JDK 21 on the JVM itself warns of any agent that comes later.
        command.add("-XX:+EnableDynamicAgentLoading");
        // What a JVM that is killed leaves behind goes with the test's files.
        command.add("-Djava.io.tmpdir=" + folder);
        if (!agentOptions.isEmpty()) {
            command.add("-javaagent:" + AGENT + "=" + agentOptions);
        }
        command.addAll(List.of("-cp", testClasses(), Shop.class.getName()));
        process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        expect("open");
    }

    private static String testClasses() {
        return Path.of("target/test-classes").toAbsolutePath().toString();
    }

    private void expect(String line) throws IOException {
        String read = out.readLine();
        if (!line.equals(read)) {
            throw new IOException("expected " + line + " and not " + read + "\n" + Files.readString(err));
        }
    }

    /** Asks the program for something, and waits for its answer. */
    String ask(String line) throws IOException {
        in.println(line);
        return out.readLine();
    }

    Counts counts(String line) throws IOException {
        String answer = ask(line);
        Matcher counts = COUNTS.matcher(String.valueOf(answer));
        if (!counts.matches()) {
            throw new IOException("expected counts and not " + answer + "\n" + Files.readString(err));
        }
        return new Counts(
                Long.parseLong(counts.group(1)), Long.parseLong(counts.group(2)), Long.parseLong(counts.group(3)));
    }

    /** Gives the agent options, and returns its answer. */
    String attach(String options) throws Exception {
        Path answer = Files.createTempFile(folder, "answer", ".txt");
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            jvm.loadAgent(AGENT.toString(), options + ",answer=" + answer);
        } finally {
            jvm.detach();
        }
        return Files.readString(answer).strip();
    }

    long pid() {
        return process.pid();
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** Ends it in an orderly way. */
    int closeShop() throws IOException, InterruptedException {
        in.close();
        expect("closed");
        if (out.readLine() != null) {
            throw new IOException("the program has nothing more to say");
        }
        return process.waitFor();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
