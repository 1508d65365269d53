package io.straggler.agent;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The agent's answer to a request: the run folder, its status, or the reason of a refusal.
 *
 * <p>{@link #toString} is how it crosses class loaders and processes: a refusal has {@value #REFUSAL} in front. {@code attach} and the profiler for
 * JMH read the same form.
 */
public final class Answer {
    private static final String REFUSAL = "!";

    private final boolean refused;
    private final String text;

    private Answer(boolean refused, String text) {
        this.refused = refused;
        this.text = text;
    }

    /** It did what it was asked for, and there is no more to say. */
    public static Answer done() {
        return new Answer(false, "");
    }

    /** It says what it was asked. */
    public static Answer done(String text) {
        return new Answer(false, text);
    }

    /** It did what it was asked for. */
    public static Answer done(Path runFolder) {
        return new Answer(false, runFolder.toString());
    }

    /** @param why a sentence */
    public static Answer refused(String why) {
        return new Answer(true, why);
    }

    /** Reads what {@link #toString} wrote. */
    public static Answer read(String written) {
        return written.startsWith(REFUSAL)
                ? new Answer(true, written.substring(REFUSAL.length()))
                : new Answer(false, written);
    }

    /** The run folder; empty if it refused, or if none was asked for. */
    public Optional<Path> folder() {
        return refused || text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }

    /** Why it refused, a sentence; empty if it did not. */
    public Optional<String> refusal() {
        return refused ? Optional.of(text) : Optional.empty();
    }

    @Override
    public String toString() {
        return refused ? REFUSAL + text : text;
    }
}
