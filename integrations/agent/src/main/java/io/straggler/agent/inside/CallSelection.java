package io.straggler.agent.inside;

import io.straggler.anyrecording.ReadyMadeName;
import io.straggler.model.text.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Calls that are to be iterations, as one value of the option names them: a pattern, or a ready-made name for several.
 *
 * @param text as the user wrote it
 * @param patterns of methods; one that fits will do
 * @param mostMethods how many methods it may mean unless the user confirms more
 */
record CallSelection(String text, List<MethodPattern> patterns, int mostMethods) {
    private static final int MAX_METHODS_OF_A_PATTERN = 100;

    CallSelection {
        patterns = List.copyOf(patterns);
    }

    /** @throws AgentException if it is none */
    static CallSelection parse(String text) {
        if (!text.matches("[\\w-]+")) {
            return new CallSelection(text, List.of(MethodPattern.parse(text)), MAX_METHODS_OF_A_PATTERN);
        }
        ReadyMadeName name = ReadyMadeName.of(text).orElseThrow(() -> unknown(text));
        return new CallSelection(
                text, name.patterns().stream().map(MethodPattern::parse).toList(), ReadyMadeName.MAX_METHODS);
    }

    private static AgentException unknown(String text) {
        List<String> nearest = Nearest.to(text, ReadyMadeName.titles());
        return new AgentException("There is no ready-made name " + text
                + (nearest.isEmpty() ? "." : "; did you mean " + nearest.get(0) + "?") + " There are "
                + String.join(", ", ReadyMadeName.titles())
                + ". A method is named with its class: com.acme.Orders.place.");
    }

    /**
     * Whether a class may have such methods.
     *
     * @param superTypes the names of all that it extends and implements
     */
    boolean mayBeIn(TypeDescription type, Set<String> superTypes) {
        return patterns.stream().anyMatch(pattern -> pattern.mayBeIn(type, superTypes));
    }

    /** Whether a method of a class is one of them. */
    boolean isOf(MethodDescription method, Set<String> superTypes) {
        TypeDescription type = method.getDeclaringType().asErasure();
        return patterns.stream().anyMatch(pattern -> pattern.isOf(method) && pattern.mayBeIn(type, superTypes));
    }

    /** Whether what a class extends and implements matters. */
    boolean withSubtypes() {
        return patterns.stream().anyMatch(MethodPattern::withSubtypes);
    }

    /** The pattern that the user wrote; empty for a ready-made name. */
    Optional<MethodPattern> pattern() {
        return patterns.stream().filter(pattern -> pattern.text().equals(text)).findFirst();
    }

    /** Whether tasks of the JDK's pools are iterations, whose classes are not the program's. */
    boolean ofTasks() {
        return text.equals(ReadyMadeName.EXECUTOR.title());
    }

    /** Whether iterations are statements of JDBC, which are known by their text. */
    boolean ofStatements() {
        return text.equals(ReadyMadeName.JDBC.title());
    }

    /** Whether rounds of event loops are iterations, whose methods are not the program's. */
    boolean ofRounds() {
        return text.equals(ReadyMadeName.EVENT_LOOP.title());
    }

    /** Whether an iteration begins when a request arrives, and not only with the method. */
    boolean fromArrival() {
        return ReadyMadeName.of(text).filter(ReadyMadeName::fromArrival).isPresent();
    }

    /** Returns the selection for a message that says that nothing matches. */
    String described() {
        return pattern().isPresent()
                ? (text.startsWith("@") ? "with " : "") + text
                : text + " ("
                        + String.join(
                                ", ", patterns.stream().map(MethodPattern::text).toList())
                        + ")";
    }

    @Override
    public String toString() {
        return text;
    }
}
