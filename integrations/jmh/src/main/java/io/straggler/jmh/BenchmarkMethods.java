package io.straggler.jmh;

import java.util.List;
import java.util.regex.Pattern;

/** Which methods JMH calls for a benchmark, as the agent names them. */
final class BenchmarkMethods {
    private BenchmarkMethods() {}

    /**
     * The method, where it is declared; of a group all of its methods.
     *
     * @param benchmark its name, as JMH gives it
     */
    static List<String> of(String benchmark) {
        return Listed.matching("^" + Pattern.quote(benchmark) + "$").methods().stream()
                .map(method -> method.getDeclaringClass().getName() + "." + method.getName())
                .distinct()
                .toList();
    }
}
