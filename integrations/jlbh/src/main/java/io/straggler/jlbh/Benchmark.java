package io.straggler.jlbh;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** A class that the user named: one whose {@code main} makes and starts a JLBH, or else a task. */
final class Benchmark {
    private final Class<?> type;

    private Benchmark(Class<?> type) {
        this.type = type;
    }

    /** @throws IllegalArgumentException if there is no such class, or it is neither */
    static Benchmark named(String className) {
        try {
            Benchmark benchmark = new Benchmark(Class.forName(className));
            if (benchmark.main() == null && !JLBHTask.class.isAssignableFrom(benchmark.type)) {
                throw new IllegalArgumentException(
                        className + " is no benchmark for JLBH: it neither implements JLBHTask nor has a main.");
            }
            return benchmark;
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("Benchmark class not found: " + className
                    + ". Give the fully qualified name, and its jar or folder with --classpath.");
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    "Benchmark class " + className + " cannot be loaded: " + e + ". "
                            + (e instanceof UnsupportedClassVersionError
                                    ? "Point JAVA_HOME at the JDK that compiled it."
                                    : "Something that it needs is missing from --classpath: JLBH itself, with what that needs?"));
        }
    }

    /** Null if it has none. */
    private @Nullable Method main() {
        try {
            Method main = type.getMethod("main", String[].class);
            return Modifier.isStatic(main.getModifiers()) ? main : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /**
     * Runs it to its end, a task with the defaults of {@link JLBHOptions}.
     *
     * @throws InvocationTargetException with what it threw
     */
    void run() throws InvocationTargetException {
        Method main = main();
        try {
            if (main != null) {
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
            } else {
                start(new JLBH(new JLBHOptions().jlbhTask(task())));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be run: its main is not accessible.");
        }
    }

    private static void start(JLBH benchmark) throws InvocationTargetException {
        try {
            benchmark.start();
        } catch (RuntimeException | Error e) {
            throw new InvocationTargetException(e);
        }
    }

    private JLBHTask task() throws InvocationTargetException, IllegalAccessException {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return (JLBHTask) constructor.newInstance();
        } catch (NoSuchMethodException | InstantiationException e) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " cannot be made: it must be a concrete class with a constructor without parameters, or have a main.");
        }
    }
}
