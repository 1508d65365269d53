package io.straggler.agent.inside;

import java.util.function.Function;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/** A class that is loaded, and what its methods are. */
final class LoadedType {
    private LoadedType() {}

    /**
     * Returns what a function makes of a class. The JVM names no methods of a class with a signature that names a
     * missing class; then they are read from the class file.
     *
     * @param made may be asked twice, and may throw what the description throws
     * @throws LinkageError or a {@link RuntimeException}, if nothing describes it
     */
    static <T> T describe(Class<?> loaded, Function<TypeDescription, T> made) {
        try {
            return made.apply(TypeDescription.ForLoadedType.of(loaded));
        } catch (LinkageError | TypeNotPresentException e) {
            ClassFileLocator files = ClassFileLocator.ForClassLoader.of(loaded.getClassLoader());
            return made.apply(
                    TypePool.Default.of(files).describe(loaded.getName()).resolve());
        }
    }
}
