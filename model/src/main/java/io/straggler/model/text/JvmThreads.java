package io.straggler.model.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The threads of the JVM's own that use cores: known by how their names begin, of which the kernel keeps fifteen characters. */
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

    /** What a thread is for, as people call it: {@code C2 compiler}, {@code GC}. Empty for one that is not among them. */
    public static Optional<String> role(String name) {
        for (Map.Entry<String, String> compiler : COMPILERS.entrySet()) {
            if (name.startsWith(compiler.getKey())) {
                return Optional.of(compiler.getValue());
            }
        }
        return COLLECTORS.stream().anyMatch(name::startsWith) ? Optional.of(COLLECTOR) : Optional.empty();
    }
}
