package io.straggler.agent.inside;

/** The agent cannot do what it was asked for. The message is a sentence that says why, and what to do. */
final class AgentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AgentException(String message) {
        super(message);
    }
}
