package io.straggler.cli.attach;

import io.straggler.anyrecording.AgentStatus;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.OtherProcess;
import io.straggler.sampler.linux.ProcessRights;
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
 * Another JVM, into which an agent can be loaded.
 *
 * @param processId of it
 * @param timeout for its answer: loading an agent into a large program takes seconds
 */
record RunningJvm(long processId, Duration timeout) {
    private static final int OLDEST = 17;
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    /** Mark before the text of a refusal by the agent; {@code io.straggler.agent.Answer} writes it. */
    private static final String REFUSAL = "!";

    /**
     * Message of a JVM that was started with {@code -XX:-EnableDynamicAgentLoading}; the JDK has no special exception
     * for it.
     */
    private static final String NO_AGENTS = "Dynamic agent loading is not enabled";

    /** Begin of the name of a library that only OpenJ9 has. */
    private static final String OPENJ9 = "/libj9vm";

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
        if (!sameUser() && !actsForOthers()) {
            throw new UsageException(
                    "Process " + processId + " belongs to " + otherUser() + ": attach as that user, or as root.");
        }
        if (Files.isDirectory(proc(""))) {
            requireHotSpot();
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

    private void requireHotSpot() {
        Optional<String> libraries = read("maps");
        if (libraries.isEmpty()) {
            throw new UsageException(
                    "Process " + processId
                            + " cannot be looked at: run straggler attach as root with the capability SYS_PTRACE, or in its container.");
        }
        if (NativeImage.is(proc("exe"))) {
            throw new UsageException(
                    "Process " + processId + " is a native image: no agent can be loaded into it. straggler"
                            + " report reads what it records if it was built with --enable-monitoring=jfr.");
        }
        if (!isJvm()) {
            throw refused("Process " + processId + " is no JVM.");
        }
        if (libraries.get().contains(OPENJ9)) {
            throw new UsageException(
                    "The JVM of process " + processId
                            + " is Eclipse OpenJ9, which does not record what the agent needs: run the program on a JDK with HotSpot.");
        }
    }

    /** Whether it runs as the user that this process runs as, as far as the system says. */
    boolean sameUser() {
        Optional<ProcessRights> own = ProcessRights.ofThisProcess();
        Optional<ProcessRights> theirs = ProcessRights.of(processId);
        return own.isPresent() && theirs.isPresent()
                ? own.get().user() == theirs.get().user()
                : ProcessHandle.current()
                        .info()
                        .user()
                        .equals(ProcessHandle.of(processId)
                                .flatMap(process -> process.info().user()));
    }

    /** Returns the name or number of the process's user; empty if it is this process's user. */
    String otherUser() {
        return sameUser()
                ? ""
                : ProcessHandle.of(processId)
                        .flatMap(process -> process.info().user())
                        .or(() -> ProcessRights.of(processId).map(rights -> Long.toString(rights.user())))
                        .orElse("another user");
    }

    /** Whether this process's user may have the rights of others. */
    static boolean actsForOthers() {
        return ProcessRights.ofThisProcess().filter(ProcessRights::ofRoot).isPresent() && NativeThread.available();
    }

    /** Rights with which the JVM is attached to; empty for those of this process. */
    Optional<ProcessRights> assumed() {
        return sameUser() ? Optional.empty() : ProcessRights.of(processId);
    }

    /**
     * Files that the agent needs, where the JVM sees them.
     *
     * @param agent absolute
     * @param shared files and folders that it has to see as they are seen here, or files are copied
     * @throws UsageException if it does not see one, and files cannot be copied
     */
    AgentFiles files(Path agent, List<Path> shared) throws IOException {
        Optional<String> apart = apart(shared);
        if (sameUser() && apart.isEmpty()) {
            return new SharedFiles(agent);
        }
        if (!NativeThread.available()) {
            throw new UsageException("Process " + processId + " is in another container, and "
                    + apart.orElse("has another user")
                    + ": run straggler attach in there. It cannot be reached from here, because "
                    + NativeThread.whyUnavailable() + ".");
        }
        return StagedFiles.create(this, agent);
    }

    /** Sign that the JVM is in another container; empty if there is none. */
    private Optional<String> apart(List<Path> shared) {
        for (Path path : shared) {
            if (!sees(path.toAbsolutePath())) {
                return Optional.of("does not see " + path.toAbsolutePath());
            }
        }
        String there = namespace(Long.toString(processId));
        String here = namespace("self");
        return there.isEmpty() || here.isEmpty() || there.equals(here)
                ? Optional.empty()
                : Optional.of("has another number in there");
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

    /** Returns the namespace of the process's numbers; empty where the system does not say. */
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

    /** Returns what the system says in a file about the process; empty where it says nothing. */
    private String text(String file) {
        return read(file).orElse("");
    }

    /**
     * Reads a file about the process. Root without all capabilities may not read everything that the users of processes
     * may.
     */
    private Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(proc(file), StandardCharsets.ISO_8859_1));
        } catch (IOException notForThisUser) {
            Optional<ProcessRights> rights = actsForOthers() ? assumed() : Optional.empty();
            if (rights.isEmpty()) {
                return Optional.empty();
            }
            try (TargetThread thread = new TargetThread(rights)) {
                return Optional.of(thread.call(() -> Files.readString(proc(file), StandardCharsets.ISO_8859_1)));
            } catch (IOException | UsageException e) {
                return Optional.empty();
            }
        }
    }

    /** Whether the system shows it to be one. */
    boolean isJvm() {
        return text("maps").contains("/libjvm.so");
    }

    /** Reason why nothing can be loaded into the JVM, as far as the system shows one. */
    String note() {
        if (text("maps").contains(OPENJ9)) {
            return "OpenJ9";
        }
        return refusesAgents() ? DISABLED : "";
    }

    /** Whether it was started so that nothing can be loaded into it. */
    private boolean refusesAgents() {
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
    String ask(AgentFiles files, String options) throws IOException {
        JvmConnection jvm = connection();
        return await(() -> load(jvm, files, options));
    }

    /** Answer of a JVM, or an exception. */
    private interface Question {
        String ask() throws IOException;
    }

    private String await(Question question) throws IOException {
        Optional<ProcessRights> assumed = assumed();
        CompletableFuture<String> answer = new CompletableFuture<>();
        // Nothing interrupts whoever waits for a JVM that does not answer.
        Thread asking = new Thread(
                () -> {
                    try {
                        TargetThread.assume(assumed);
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
            throw TargetThread.thrown(e);
        }
    }

    /** Whether an agent says there that it is attached. Nothing is loaded for it. */
    boolean attached() throws IOException {
        return !property(AgentStatus.ATTACHED).isEmpty();
    }

    /** A system property of the JVM; empty if it has none of that name. */
    String property(String name) throws IOException {
        JvmConnection jvm = connection();
        return await(() -> {
            try {
                return jvm.properties().getProperty(name, "");
            } catch (IOException e) {
                throw brokenOff(e);
            }
        });
    }

    /** The JDK's own client, where the socket cannot be reached as the JVM itself sees it. */
    private JvmConnection connection() {
        return NativeThread.available()
                ? new SocketConnection(new AttachSocket(processId))
                : new JdkConnection(processId);
    }

    private UsageException brokenOff(IOException e) {
        return new UsageException("Process " + processId
                + (alive() ? " broke off the connection: " + e.getMessage() + "." : " has ended."));
    }

    private String load(JvmConnection jvm, AgentFiles files, String options) throws IOException {
        try (AgentFiles.AnswerFile answer = files.newAnswer()) {
            requireVersion(jvm.properties().getProperty("java.specification.version", ""));
            Optional<String> refusal = jvm.load(files.agent(), options + ",answer=" + answer.there());
            if (refusal.isPresent()) {
                throw refusedByJvm(refusal.get());
            }
            return understood(answer.text().strip());
        } catch (IOException e) {
            throw brokenOff(e);
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
