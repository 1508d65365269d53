package io.straggler.agent;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM that runs a program as users have them, told what to do line by line. */
final class ForkedProgram implements AutoCloseable {
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
     * @param main says that it is open, and then answers each line with one
     * @param folder for files of the test
     * @param agentOptions empty for no agent from the start on
     * @param libraries a class of each that it needs
     */
    ForkedProgram(Class<?> main, Path folder, String agentOptions, Class<?>... libraries) throws IOException {
        this(
                main,
                folder,
                agentOptions.isEmpty() ? List.of() : List.of("-javaagent:" + AGENT + "=" + agentOptions),
                libraries);
    }

    /** The same, with the agent and no options for it. */
    static ForkedProgram waitingForTheAgent(Class<?> main, Path folder) throws IOException {
        return new ForkedProgram(main, folder, List.of("-javaagent:" + AGENT));
    }

    /** Program with somebody else's agent, and without Straggler's. */
    static ForkedProgram withOther(Path jar, String options, Class<?> main, Path folder, Class<?>... libraries)
            throws IOException {
        return new ForkedProgram(main, folder, List.of("-javaagent:" + jar + "=" + options), libraries);
    }

    /** Program without the agent, with all libraries that the tests have on its class path. */
    static ForkedProgram withAllLibraries(Class<?> main, Path folder) throws IOException {
        String libraries = Stream.of(
                        System.getProperty("surefire.test.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
        return new ForkedProgram(main, folder, List.of(), classPath(main) + File.pathSeparator + libraries);
    }

    private ForkedProgram(Class<?> main, Path folder, List<String> agent, Class<?>... libraries) throws IOException {
        this(main, folder, agent, classPath(main, libraries));
    }

    private ForkedProgram(Class<?> main, Path folder, List<String> agent, String classPath) throws IOException {
        this.folder = folder;
        this.err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        // From JDK 21 on the JVM itself warns of any agent that comes later.
        command.add("-XX:+EnableDynamicAgentLoading");
        // What a JVM that is killed leaves behind goes with the test's files.
        command.add("-Djava.io.tmpdir=" + folder);
        command.addAll(agent);
        command.addAll(List.of("-cp", classPath, main.getName()));
        process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        expect("open");
    }

    private static String classPath(Class<?> main, Class<?>... libraries) {
        return Stream.concat(Stream.of(main), Stream.of(libraries))
                .map(one -> one.getProtectionDomain().getCodeSource().getLocation())
                .map(place -> Path.of(URI.create(place.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
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
    int end() throws IOException, InterruptedException {
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
