package io.straggler.agent.inside;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.type.TypeDescription;

/**
 * The names of all that a type extends and implements. What others extend and implement is remembered by class loader: most classes that a program
 * loads have the same above them, and each would be read from its jar again.
 *
 * <p>Threads: any.
 */
final class SuperTypes {
    private final Map<ClassLoader, Map<String, Set<String>>> byLoader =
            Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * The names of those of a type, in any order, as far as they can be read.
     *
     * @param loader of the type
     */
    Set<String> of(TypeDescription type, ClassLoader loader) {
        return find(type, byLoader.computeIfAbsent(loader, each -> new ConcurrentHashMap<>()));
    }

    private Set<String> find(TypeDescription type, Map<String, Set<String>> known) {
        Set<String> names = new HashSet<>();
        try {
            TypeDescription.Generic extended = type.getSuperClass();
            if (extended != null) {
                add(extended.asErasure(), names, known);
            }
            for (TypeDescription.Generic implemented : type.getInterfaces()) {
                add(implemented.asErasure(), names, known);
            }
        } catch (RuntimeException | LinkageError e) {
            // It is missing, and then the type cannot be loaded either; or the program has made it itself.
        }
        return names;
    }

    private void add(TypeDescription above, Set<String> names, Map<String, Set<String>> known) {
        names.add(above.getName());
        Set<String> further = known.get(above.getName());
        if (further == null) {
            further = find(above, known);
            known.put(above.getName(), further);
        }
        names.addAll(further);
    }
}
