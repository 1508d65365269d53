package io.straggler.agent.inside;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.ToIntFunction;

/**
 * Names tasks of pools by the class that does the work, {@code com.acme.Delivery.run}; lambdas of a class have one name together. Once a class is known,
 * nothing is allocated.
 *
 * <p>Threads: any.
 */
final class TaskNames {
    private static final VarHandle CALLABLE = field(FutureTask.class, "callable", Callable.class);
    private static final Class<?> ADAPTER = type("java.util.concurrent.Executors$RunnableAdapter");
    private static final VarHandle ADAPTED = field(ADAPTER, "task", Runnable.class);

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

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Null if it cannot be read: then tasks are named by what wraps them. {@link JdkAccess} comes first. */
    private static VarHandle field(Class<?> type, String name, Class<?> value) {
        try {
            return type == null
                    ? null
                    : MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                            .findVarHandle(type, name, value);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** The number of a task's name. */
    int number(Object task) {
        return byClass.get(work(task).getClass());
    }

    /** What the JDK has wrapped when it was submitted. */
    private static Object work(Object task) {
        Object work = task;
        if (CALLABLE != null && work instanceof FutureTask<?> future) {
            Object called = CALLABLE.get(future);
            work = called == null ? work : called;
        }
        if (ADAPTED != null && ADAPTER.isInstance(work)) {
            work = ADAPTED.get(work);
        }
        return work;
    }

    static String name(Class<?> type) {
        String name =
                type.getName().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda").replaceAll("/.*", "");
        return name + (Callable.class.isAssignableFrom(type) ? ".call" : ".run");
    }
}
