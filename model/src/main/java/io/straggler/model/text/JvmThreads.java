package io.straggler.model.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Threads of the JVM that use cores, recognised by how their names begin; the kernel keeps fifteen characters of a
 * name.
 */
public final class JvmThreads {
    private static final Map<String, String> COMPILERS = new LinkedHashMap<>();
    private static final List<String> COLLECTORS = List.of("GC Thread", "G1 ", "ZWorker", "ZDriver", "Shenandoah");
    private static final String COLLECTOR = "GC";

    static {
        COMPILERS.put("C1 Compiler", "C1 compiler");
        COMPILERS.put("C2 Compiler", "C2 compiler");
        COMPILERS.put("JVMCI", "JVMCI compiler");
    }

    private JvmThreads() {}

    /** How the names of those begin that compile. */
    public static List<String> compilers() {
        return List.copyOf(COMPILERS.keySet());
    }

    /** Returns the purpose of a thread, such as {@code C2 compiler} or {@code GC}; empty if it is none of the JVM's. */
    public static Optional<String> role(String name) {
        for (Map.Entry<String, String> compiler : COMPILERS.entrySet()) {
            if (name.startsWith(compiler.getKey())) {
                return Optional.of(compiler.getValue());
            }
        }
        return COLLECTORS.stream().anyMatch(name::startsWith) ? Optional.of(COLLECTOR) : Optional.empty();
    }
}
