package io.straggler.benchmarks.agent;

import java.nio.file.Files;
import java.nio.file.Path;

/** The agent as it was built in this checkout. */
final class AgentJar {
    private AgentJar() {}

    /** Where it is; without it this JVM ends, with exit code 1 and a line that says so. */
    static Path require() {
        Path agent = Path.of(System.getProperty("straggler.home"), "integrations/agent/target/straggler-agent.jar");
        if (!Files.exists(agent)) {
            System.err.println("The agent must be built: " + agent);
            System.exit(1);
        }
        return agent;
    }
}
