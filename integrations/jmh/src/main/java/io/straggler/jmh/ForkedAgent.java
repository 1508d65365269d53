package io.straggler.jmh;

import java.util.Optional;

/** The agent in a JVM that JMH measures: this one. */
final class ForkedAgent {
    /** Mark before the text of a refusal; {@code io.straggler.agent.Answer} writes it. */
    private static final String REFUSAL = "!";

    private static final String ENTRY = "io.straggler.agent.AgentMain";

    private ForkedAgent() {}

    /** Whether this JVM has it on its class path, where the JVM puts an agent that it starts with. */
    static boolean runs() {
        return entry().isPresent();
    }

    /** Calls count from now on. Returns why they do not, a sentence; empty if they do. */
    static Optional<String> begin() {
        return ask("begin");
    }

    /** It ends. Returns why there is no run folder, a sentence; empty if there is one. */
    static Optional<String> stop() {
        return ask("stop");
    }

    private static Optional<String> ask(String command) {
        try {
            return entry().isEmpty()
                    ? Optional.of("This JVM has no agent.")
                    : refusal(entry().get().getMethod(command).invoke(null));
        } catch (ReflectiveOperationException e) {
            return Optional.of("The agent is one of another version: " + e + ".");
        }
    }

    /** Why the agent refuses, a sentence; empty if it does not. Its answer is of a class that is not known here, and is read as text. */
    static Optional<String> refusal(Object answer) {
        String text = answer.toString();
        return text.startsWith(REFUSAL) ? Optional.of(text.substring(REFUSAL.length())) : Optional.empty();
    }

    private static Optional<Class<?>> entry() {
        try {
            return Optional.of(Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
