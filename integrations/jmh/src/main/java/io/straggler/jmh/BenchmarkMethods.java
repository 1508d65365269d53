package io.straggler.jmh;

import java.util.List;
import java.util.regex.Pattern;

/** Which methods JMH calls for a benchmark, as the agent names them. */
final class BenchmarkMethods {
    private BenchmarkMethods() {}

    /**
     * Returns the method where it is declared; all methods of a group. Where the class cannot be looked at, returns the
     * benchmark's name: if that differs from the method's, the agent sees no call, which the result says.
     *
     * @param benchmark its name, as JMH gives it
     */
    static List<String> of(String benchmark) {
        try {
            return Listed.matching("^" + Pattern.quote(benchmark) + "$").methods().stream()
                    .map(method -> method.getDeclaringClass().getName() + "." + method.getName())
                    .distinct()
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of(benchmark);
        }
    }
}
