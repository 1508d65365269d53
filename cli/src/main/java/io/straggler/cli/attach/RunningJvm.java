package io.straggler.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.straggler.anyrecording.AgentStatus;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.OtherProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Another JVM of this user, into which an agent can be loaded.
 *
 * @param processId of it
 * @param timeout for its answer: loading an agent into a large program takes seconds
 */
record RunningJvm(long processId, Duration timeout) {
    private static final int OLDEST = 17;
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    /** Mark before the text of a refusal by the agent; {@code io.straggler.agent.Answer} writes it. */
    private static final String REFUSAL = "!";

    /** Message of a JVM that was started with {@code -XX:-EnableDynamicAgentLoading}; the JDK has no exception of its own for it. */
    private static final String NO_AGENTS = "Dynamic agent loading is not enabled";

    static final String DISABLED = "-XX:+DisableAttachMechanism";

    RunningJvm(long processId) {
        this(processId, USUAL_PATIENCE);
    }

    /** @throws UsageException saying why nothing can be loaded into it */
    void require() {
        Optional<ProcessHandle> process = ProcessHandle.of(processId);
        if (process.isEmpty() || !alive()) {
            throw refused("There is no process " + processId + ".");
        }
        if (processId == ProcessHandle.current().pid()) {
            throw refused("Process " + processId + " is this command itself.");
        }
        String own = ProcessHandle.current().info().user().orElse("");
        String owner = process.get().info().user().orElse("");
        if (!owner.equals(own)) {
            throw new UsageException("Process " + processId + " belongs to "
                    + (owner.isEmpty() ? "another user" : owner) + ": attach as that user.");
        }
        if (Files.isDirectory(proc("")) && !isJvm()) {
            throw refused("Process " + processId + " is no JVM.");
        }
        if (new OtherProcess(processId).stopped()) {
            throw new UsageException(
                    "Process " + processId + " is stopped, by a signal or a debugger: have it go on, as"
                            + " kill -CONT " + processId + " does, and attach again.");
        }
        if (refusesAgents()) {
            throw new UsageException("Process " + processId + " was started with " + DISABLED
                    + ", so nothing can be loaded into it. Start it with -javaagent:straggler-agent.jar=... instead.");
        }
    }

    /**
     * An agent in another container is not found there, or writes where nobody reads it.
     *
     * @param shared files and folders that it has to see as they are seen here
     * @throws UsageException naming one that it does not see
     */
    void requireSeen(List<Path> shared) {
        for (Path path : shared) {
            if (!sees(path.toAbsolutePath())) {
                throw inAnotherContainer("does not see " + path.toAbsolutePath());
            }
        }
        String there = namespace(Long.toString(processId));
        String here = namespace("self");
        if (!there.isEmpty() && !here.isEmpty() && !there.equals(here)) {
            throw inAnotherContainer("has another number in there");
        }
    }

    private UsageException inAnotherContainer(String how) {
        return new UsageException(
                "Process " + processId + " is in another container, and " + how + ": run straggler attach in there.");
    }

    private boolean sees(Path path) {
        try {
            return Files.isSameFile(proc("root" + path), path);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true; // The system does not say.
        }
    }

    /** In which its numbers of processes are; empty where the system does not say. */
    private static String namespace(String process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", process, "ns", "pid"))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static UsageException refused(String why) {
        return new UsageException(why + " straggler attach --list shows the JVMs of this user.");
    }

    private Path proc(String file) {
        return Path.of("/proc/" + processId + "/" + file);
    }

    /** What the system says of it; nothing where it says nothing. */
    private String text(String file) {
        try {
            return new String(Files.readAllBytes(proc(file)), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether the system shows it to be one. */
    boolean isJvm() {
        return text("maps").contains("/libjvm.so");
    }

    /** Whether it was started so that nothing can be loaded into it. */
    boolean refusesAgents() {
        return text("cmdline").contains(DISABLED) || text("environ").contains(DISABLED);
    }

    /** The words that it was started with; none where the system does not say. */
    List<String> commandLine() {
        String words = text("cmdline");
        return words.isEmpty() ? List.of() : List.of(words.split("\0"));
    }

    boolean alive() {
        return new OtherProcess(processId).alive();
    }

    /**
     * Loads the agent, or asks the one that is loaded.
     *
     * @return what it answers
     * @throws UsageException saying why it cannot be loaded, what it refuses, or that nobody answers
     */
    String ask(Path agent, String options) throws IOException {
        return await(() -> load(agent, options));
    }

    /** Answer of a JVM, or an exception. */
    private interface Question {
        String ask() throws IOException;
    }

    private String await(Question question) throws IOException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        // Nothing interrupts whoever waits for a JVM that does not answer.
        Thread asking = new Thread(
                () -> {
                    try {
                        answer.complete(question.ask());
                    } catch (IOException | RuntimeException | Error e) {
                        answer.completeExceptionally(e);
                    }
                },
                "straggler-attach");
        asking.setDaemon(true);
        asking.start();
        return answered(answer);
    }

    private String answered(CompletableFuture<String> answer) throws IOException {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new UsageException(
                    "Process " + processId + " did not answer within " + Durations.format(timeout.toNanos())
                            + ": is it stopped, or held by a debugger? Should it go on, the agent may begin after all:"
                            + " straggler attach " + processId + " --stop ends it.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for process " + processId, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException broken) {
                throw broken;
            }
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw (Error) e.getCause();
        }
    }

    /** Whether an agent says there that it is attached. Nothing is loaded for it. */
    boolean attached() throws IOException {
        return !property(AgentStatus.ATTACHED).isEmpty();
    }

    /** A system property of the JVM; empty if it has none of that name. */
    private String property(String name) throws IOException {
        return await(() -> {
            try {
                VirtualMachine jvm = attach();
                try {
                    return jvm.getSystemProperties().getProperty(name, "");
                } finally {
                    jvm.detach();
                }
            } catch (IOException e) {
                throw brokenOff(e);
            }
        });
    }

    private UsageException brokenOff(IOException e) {
        return new UsageException("Process " + processId
                + (alive() ? " broke off the connection: " + e.getMessage() + "." : " has ended."));
    }

    private VirtualMachine attach() throws IOException {
        try {
            return VirtualMachine.attach(Long.toString(processId));
        } catch (AttachNotSupportedException e) {
            throw new UsageException("Process " + processId + " lets nobody attach: " + e.getMessage()
                    + ". Is it stopped, or in another container?");
        }
    }

    private String load(Path agent, String options) throws IOException {
        Path answer = Files.createTempFile("straggler-answer-", ".txt");
        answer.toFile().deleteOnExit();
        try {
            VirtualMachine jvm = attach();
            try {
                requireVersion(jvm.getSystemProperties().getProperty("java.specification.version", ""));
                jvm.loadAgent(agent.toString(), options + ",answer=" + answer);
            } finally {
                jvm.detach();
            }
            return understood(Files.readString(answer).strip());
        } catch (AgentLoadException | AgentInitializationException e) {
            throw refusedByJvm(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw brokenOff(e);
        } finally {
            Files.deleteIfExists(answer);
        }
    }

    private UsageException refusedByJvm(String why) {
        return new UsageException(
                why.contains(NO_AGENTS)
                        ? "Process " + processId + " does not let agents be loaded while it runs. Start it with"
                                + " -XX:+EnableDynamicAgentLoading, or with -javaagent:straggler-agent.jar=... instead."
                        : "The JVM of process " + processId + " refuses the agent: " + why.replaceAll("\\.+$", "")
                                + ". Its standard error may say why.");
    }

    private void requireVersion(String version) {
        String feature = version.startsWith("1.") ? version.substring(2) : version;
        if (feature.matches("[0-9]{1,4}") && Integer.parseInt(feature) < OLDEST) {
            throw new UsageException("The JVM of process " + processId + " is of version " + feature
                    + ": the agent needs Java " + OLDEST + " or newer.");
        }
    }

    private String understood(String answer) {
        if (answer.startsWith(REFUSAL)) {
            throw new UsageException(answer.substring(REFUSAL.length()));
        }
        if (answer.isEmpty()) {
            throw new UsageException(
                    "The JVM of process " + processId + " did not answer: its standard error may say why.");
        }
        return answer;
    }
}
