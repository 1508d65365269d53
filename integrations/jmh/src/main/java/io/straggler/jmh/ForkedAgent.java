package io.straggler.jmh;

import java.util.Optional;

/** The agent in a JVM that JMH measures: this one. */
final class ForkedAgent {
    private static final String ENTRY = "io.straggler.agent.AgentMain";

    private ForkedAgent() {}

    /** Whether this JVM has it on its class path, where the JVM puts an agent that it starts with. */
    static boolean runs() {
        return entry().isPresent();
    }

    /** Calls count from now on. Returns the run folder; or, after an exclamation mark, why they do not. */
    static String begin() {
        return ask("begin");
    }

    /** It ends. Returns the run folder; or, after an exclamation mark, why there is none. */
    static String stop() {
        return ask("stop");
    }

    private static String ask(String command) {
        try {
            return entry().isEmpty()
                    ? "!This JVM has no agent."
                    : (String) entry().get().getMethod(command).invoke(null);
        } catch (ReflectiveOperationException e) {
            return "!The agent is one of another version: " + e + ".";
        }
    }

    private static Optional<Class<?>> entry() {
        try {
            return Optional.of(Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
