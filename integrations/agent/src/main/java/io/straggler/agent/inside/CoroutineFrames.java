package io.straggler.agent.inside;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterList;
import org.jspecify.annotations.Nullable;

/**
 * The frames of Kotlin's coroutines: objects, each of which knows whom it returns to, as threads have stacks.
 *
 * <pre>
 *   DispatchedTask -> continuation of a function -> continuation of its caller -> ... -> coroutine
 *                                                                                           |
 *                                     continuation of what waits for it <- scope (its parent)
 * </pre>
 *
 * <p>Only accessors of Kotlin's libraries are called. Threads: any.
 */
final class CoroutineFrames {
    static final String CONTINUATION = "kotlin.coroutines.Continuation";

    /** Class of all continuations that the compiler makes. */
    static final String BASE = "kotlin.coroutines.jvm.internal.BaseContinuationImpl";

    /** Class of those that have a dispatcher. */
    static final String DISPATCHED = "kotlin.coroutines.jvm.internal.ContinuationImpl";

    private static final String FRAME = "kotlin.coroutines.jvm.internal.CoroutineStackFrame";
    private static final String JOB = "kotlinx.coroutines.Job";
    private static final String TASK = "kotlinx.coroutines.DispatchedTask";

    /** Beginning of the names of threads' classes, and of the thread for timers, of the library's own pools. */
    private static final String POOLS = "kotlinx.coroutines.";

    /** Outer frames beyond these are not looked at. */
    private static final int MAX_FRAMES = 1_000;

    private static final ClassValue<Kind> KINDS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            return Kind.of(type);
        }
    };

    /**
     * Knowledge about a class.
     *
     * @param outwards what its objects are asked whom they return to; the first that knows it counts
     * @param labels fields, one of which is the state of a function: below 0 when that is called by its own continuation
     * @param readable whether they can be read
     * @param compiled whether it is one of the compiler's
     * @param task whether dispatchers run it
     * @param completion whether it is one of {@link Completions}
     */
    private record Kind(
            List<MethodHandle> outwards,
            List<MethodHandle> labels,
            boolean readable,
            boolean compiled,
            boolean task,
            boolean completion) {
        private static Kind of(Class<?> type) {
            boolean compiled = supertype(type, BASE) != null;
            List<MethodHandle> outwards = new ArrayList<>();
            add(type, BASE, "getCompletion", outwards);
            if (!compiled) {
                add(type, FRAME, "getCallerFrame", outwards);
            }
            add(type, JOB, "getParent", outwards);
            List<Field> fields = compiled ? labels(type) : List.of();
            List<MethodHandle> labels = read(fields);
            return new Kind(
                    List.copyOf(outwards),
                    labels,
                    labels.size() == fields.size(),
                    compiled,
                    supertype(type, TASK) != null,
                    Completions.isClassOf(type));
        }

        private static void add(Class<?> type, String declaring, String accessor, List<MethodHandle> to) {
            Class<?> declared = supertype(type, declaring);
            if (declared == null) {
                return;
            }
            try {
                to.add(MethodHandles.publicLookup()
                        .unreflect(declared.getMethod(accessor))
                        .asType(MethodType.methodType(Object.class, Object.class)));
            } catch (ReflectiveOperationException e) {
                // This version of the library has none.
            }
        }

        /** The field of that name; where it has been renamed, as obfuscators do, all that may be it. */
        private static List<Field> labels(Class<?> type) {
            List<Field> numbers = Stream.of(type.getDeclaredFields())
                    .filter(field -> field.getType() == int.class && !Modifier.isStatic(field.getModifiers()))
                    .toList();
            List<Field> named = numbers.stream()
                    .filter(field -> field.getName().equals("label"))
                    .toList();
            return named.isEmpty() ? numbers : named;
        }

        private static List<MethodHandle> read(List<Field> fields) {
            List<MethodHandle> read = new ArrayList<>();
            try {
                for (Field field : fields) {
                    read.add(MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                            .unreflectGetter(field)
                            .asType(MethodType.methodType(int.class, Object.class)));
                }
            } catch (IllegalAccessException e) {
                return List.of(); // A module that is not open.
            }
            return List.copyOf(read);
        }
    }

    private CoroutineFrames() {}

    /** A class that a class is, or extends or implements, by its name; null if it does not. */
    static @Nullable Class<?> supertype(Class<?> type, String name) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals(name)) {
                return each;
            }
            for (Class<?> one : each.getInterfaces()) {
                Class<?> found = supertype(one, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Whether a method is a suspended function. */
    static boolean mayBeSuspended(MethodDescription method) {
        ParameterList<?> parameters = method.getParameters();
        return method.getReturnType().represents(Object.class)
                && !parameters.isEmpty()
                && parameters
                        .get(parameters.size() - 1)
                        .getType()
                        .asErasure()
                        .getName()
                        .equals(CONTINUATION);
    }

    /** Whether a function that is called with a continuation goes on, and is not called anew. */
    static boolean resumes(Object continuation) throws Throwable {
        for (MethodHandle label : KINDS.get(continuation.getClass()).labels) {
            if ((int) label.invokeExact(continuation) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether it can be known if a function goes on. */
    static boolean tellsResumptions(Object continuation) {
        return KINDS.get(continuation.getClass()).readable;
    }

    /** Whether a task or a thread is one of the library, which has {@linkplain #resumed frames}, or runs what has. */
    static boolean isOfLibrary(Object task) {
        return task instanceof Thread thread
                ? thread.getClass().getName().startsWith(POOLS)
                        || thread.getName().startsWith(POOLS)
                : KINDS.get(task.getClass()).task;
    }

    /** The continuation that a task of a dispatcher, or something else that returns to it, will resume; null for none. */
    static @Nullable Object resumed(Object task) throws Throwable {
        Object frame = task;
        for (int i = 0; i < MAX_FRAMES && frame != null; i++) {
            Kind kind = KINDS.get(frame.getClass());
            if (kind.compiled) {
                return frame;
            }
            frame = outer(kind, frame);
        }
        return null;
    }

    /** The innermost call of some calls that a frame is part of; null if there is none. */
    static @Nullable OpenCall callOf(Object innermost, OpenCalls calls) throws Throwable {
        Object frame = innermost;
        for (int i = 0; i < MAX_FRAMES && frame != null; i++) {
            Kind kind = KINDS.get(frame.getClass());
            Suspended suspended = kind.completion ? Completions.suspended(frame) : null;
            OpenCall call = suspended == null || suspended.resumed() ? null : suspended.callAmong(calls);
            if (call != null && !call.over()) {
                return call;
            }
            frame = outer(kind, frame);
        }
        return null;
    }

    private static @Nullable Object outer(Kind kind, Object frame) throws Throwable {
        for (MethodHandle outwards : kind.outwards) {
            Object outer = (Object) outwards.invokeExact(frame);
            if (outer != null) {
                return outer;
            }
        }
        return null;
    }
}
