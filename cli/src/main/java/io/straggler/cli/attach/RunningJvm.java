package io.straggler.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.straggler.cli.option.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Another JVM of this user, into which an agent can be loaded.
 *
 * @param processId of it
 */
record RunningJvm(long processId) {
    private static final int OLDEST = 17;
    private static final String DISABLED = "-XX:+DisableAttachMechanism";

    /**
     * A JVM that can be listed.
     *
     * @param main its main class or jar; not what follows, which may be anything, passwords included
     */
    record Listed(long processId, String main) {}

    /** Those of this user, but for the one that asks. */
    static List<Listed> all() {
        long own = ProcessHandle.current().pid();
        return VirtualMachine.list().stream()
                .filter(jvm -> jvm.id().matches("[0-9]+"))
                .map(RunningJvm::listed)
                .filter(jvm -> jvm.processId() != own)
                .sorted(Comparator.comparingLong(Listed::processId))
                .toList();
    }

    private static Listed listed(VirtualMachineDescriptor jvm) {
        return new Listed(Long.parseLong(jvm.id()), jvm.displayName().replaceFirst("\\s.*", ""));
    }

    /** @throws UsageException saying why nothing can be loaded into it */
    void require() {
        Optional<ProcessHandle> process = ProcessHandle.of(processId);
        if (process.isEmpty()) {
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
        if (Files.isDirectory(proc("")) && !text("maps").contains("/libjvm.so")) {
            throw refused("Process " + processId + " is no JVM.");
        }
        if (text("cmdline").contains(DISABLED) || text("environ").contains(DISABLED)) {
            throw new UsageException("Process " + processId + " was started with " + DISABLED
                    + ", so nothing can be loaded into it. Start it with -javaagent:straggler-agent.jar=... instead.");
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

    boolean alive() {
        return ProcessHandle.of(processId).isPresent();
    }

    /**
     * Loads the agent, or asks the one that is loaded.
     *
     * @return what it answers
     * @throws UsageException saying why it cannot be loaded, or what it refuses
     */
    String ask(Path agent, String options) throws IOException {
        Path answer = Files.createTempFile("straggler-answer-", ".txt");
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(processId));
            try {
                requireVersion(jvm.getSystemProperties().getProperty("java.specification.version", ""));
                jvm.loadAgent(agent.toString(), options + ",answer=" + answer);
            } finally {
                jvm.detach();
            }
            return understood(Files.readString(answer).strip());
        } catch (AttachNotSupportedException e) {
            throw new UsageException("Process " + processId + " lets nobody attach: " + e.getMessage()
                    + ". Is it stopped, or in another container?");
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new UsageException("The JVM of process " + processId + " refuses the agent: " + e.getMessage()
                    + ". Its standard error may say why.");
        } catch (IOException e) {
            throw new UsageException("Process " + processId
                    + (alive() ? " broke off the connection: " + e.getMessage() + "." : " has ended."));
        } finally {
            Files.deleteIfExists(answer);
        }
    }

    private void requireVersion(String version) {
        String feature = version.startsWith("1.") ? version.substring(2) : version;
        if (feature.matches("[0-9]{1,4}") && Integer.parseInt(feature) < OLDEST) {
            throw new UsageException("The JVM of process " + processId + " is of version " + feature
                    + ": the agent needs Java " + OLDEST + " or newer.");
        }
    }

    private String understood(String answer) {
        if (answer.startsWith("!")) {
            throw new UsageException(answer.substring(1));
        }
        if (answer.isEmpty()) {
            throw new UsageException(
                    "The JVM of process " + processId + " did not answer: its standard error may say why.");
        }
        return answer;
    }
}
