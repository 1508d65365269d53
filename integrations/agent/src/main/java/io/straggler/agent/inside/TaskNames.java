package io.straggler.agent.inside;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Names tasks of pools by the class that does the work, {@code com.acme.Delivery.run}; lambdas of a class have one name together. Once a class is known,
 * nothing is allocated.
 *
 * <p>What {@code java.util.concurrent} wraps when a task is submitted is found by the types of fields, not by their names, which differ from JDK to JDK.
 *
 * <p>Threads: any.
 */
final class TaskNames {
    private static final String WRAPPERS = "java.util.concurrent";

    /** A completable future's task in a future's in a thread's, say. */
    private static final int MAX_WRAPPERS = 4;

    /** The method that does the work, by what the task is; the first that fits. */
    private static final Map<Class<?>, String> METHODS = methods();

    /** What a wrapper has its task as. */
    private static final Set<Class<?>> WORK = Set.of(
            Runnable.class,
            Callable.class,
            Supplier.class,
            Function.class,
            BiFunction.class,
            Consumer.class,
            BiConsumer.class);

    /** Fields of such types; none where the class is no wrapper, or they cannot be read. {@link JdkAccess} comes first. */
    private static final ClassValue<Field[]> WRAPPED = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return wrapped(type);
        }
    };

    private final ClassValue<Integer> byClass;

    /** @param numbers gives a name its number */
    TaskNames(ToIntFunction<String> numbers) {
        byClass = new ClassValue<>() {
            @Override
            protected Integer computeValue(Class<?> type) {
                return numbers.applyAsInt(name(type));
            }
        };
    }

    private static Map<Class<?>, String> methods() {
        Map<Class<?>, String> methods = new LinkedHashMap<>();
        methods.put(Callable.class, "call");
        methods.put(Runnable.class, "run");
        methods.put(Supplier.class, "get");
        methods.put(Function.class, "apply");
        methods.put(BiFunction.class, "apply");
        methods.put(Consumer.class, "accept");
        methods.put(BiConsumer.class, "accept");
        methods.put(RecursiveTask.class, "compute");
        methods.put(RecursiveAction.class, "compute");
        methods.put(CountedCompleter.class, "compute");
        methods.put(ForkJoinTask.class, "exec");
        return methods;
    }

    private static Field[] wrapped(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getClassLoader() == null && each.getPackageName().equals(WRAPPERS)) {
                for (Field field : each.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && WORK.contains(field.getType())) {
                        add(field, found);
                    }
                }
            }
        }
        return found.toArray(Field[]::new);
    }

    private static void add(Field field, List<Field> found) {
        try {
            field.setAccessible(true);
            found.add(field);
        } catch (InaccessibleObjectException e) {
            // Then tasks are named by what wraps them.
        }
    }

    /** The number of a task's name. To be asked before the task runs: some wrappers forget what they wrapped. */
    int number(Object task) {
        return byClass.get(work(task).getClass());
    }

    /** What the JDK has wrapped when it was submitted. */
    private static Object work(Object task) {
        Object work = task;
        for (int i = 0; i < MAX_WRAPPERS; i++) {
            Object within = within(work);
            if (within == null) {
                break;
            }
            work = within;
        }
        return work;
    }

    /** What a class of {@code java.util.concurrent} has wrapped; null if it is no such wrapper. */
    static @Nullable Object within(Object wrapper) {
        try {
            for (Field field : WRAPPED.get(wrapper.getClass())) {
                Object within = field.get(wrapper);
                if (within != null) {
                    return within;
                }
            }
            return null;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field that was made accessible must be", e);
        }
    }

    static String name(Class<?> type) {
        String name =
                type.getName().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda").replaceAll("/.*", "");
        return name + "." + method(type);
    }

    private static String method(Class<?> type) {
        return METHODS.entrySet().stream()
                .filter(each -> each.getKey().isAssignableFrom(type))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse("run");
    }
}
