package io.straggler.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.straggler.cli.option.UsageException;
import java.io.IOException;
import java.util.Optional;
import java.util.Properties;

/**
 * Connection by the JDK's client, on any system: reaches JVMs of this user that share its files.
 *
 * @param processId of the JVM
 */
record JdkConnection(long processId) implements JvmConnection {
    @Override
    public Properties properties() throws IOException {
        VirtualMachine jvm = attach();
        try {
            return jvm.getSystemProperties();
        } finally {
            jvm.detach();
        }
    }

    @Override
    public Optional<String> load(String agent, String options) throws IOException {
        VirtualMachine jvm = attach();
        try {
            jvm.loadAgent(agent, options);
            return Optional.empty();
        } catch (AgentLoadException | AgentInitializationException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            jvm.detach();
        }
    }

    private VirtualMachine attach() throws IOException {
        try {
            return VirtualMachine.attach(Long.toString(processId));
        } catch (AttachNotSupportedException e) {
            throw new UsageException("Process " + processId + " lets nobody attach: " + e.getMessage()
                    + ". Is it stopped, or in another container?");
        }
    }
}
