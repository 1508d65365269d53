package io.straggler.agent.inside;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Supplier;
import net.bytebuddy.description.method.MethodDescription;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call that returns a reactive type: the work begins when somebody subscribes to that, and is over when it has terminated or was cancelled. So the method returns
 * another one of the same type instead, which says so: the deferred one, with an action for its end.
 */
final class ReactiveEnd {
    private static final String MUTINY = "io.smallrye.mutiny.";

    /** Names of the reactive types. */
    static final Set<String> TYPES = Set.of(
            "reactor.core.publisher.Mono",
            "reactor.core.publisher.Flux",
            "io.reactivex.rxjava3.core.Single",
            "io.reactivex.rxjava3.core.Maybe",
            "io.reactivex.rxjava3.core.Completable",
            "io.reactivex.rxjava3.core.Observable",
            "io.reactivex.rxjava3.core.Flowable",
            "io.reactivex.Single",
            "io.reactivex.Maybe",
            "io.reactivex.Completable",
            "io.reactivex.Observable",
            "io.reactivex.Flowable",
            MUTINY + "Uni",
            MUTINY + "Multi");

    /** The type of these that a class extends or implements. */
    private static final ClassValue<Type> BY_CLASS = new ClassValue<>() {
        @Override
        protected Type computeValue(Class<?> type) {
            return Type.of(type);
        }
    };

    private ReactiveEnd() {}

    /** Whether calls of a method may have one, because of what it returns. */
    static boolean mayBeReturned(MethodDescription method) {
        return TYPES.contains(method.getReturnType().asErasure().getName());
    }

    /**
     * Methods of a reactive type by which an object gets an action for its end and is deferred.
     *
     * @param ends gives it an action for its end; null of a class that is of none of the types
     * @param defers makes one of what a supplier gives for each subscription
     * @param terminating what an object is asked for its ends; null for itself
     * @param creating what the type is asked to make one; null for a static method of its own
     */
    private record Type(
            @Nullable Method ends,
            @Nullable Method defers,
            @Nullable Method terminating,
            @Nullable Method creating) {
        private static final Type NONE = new Type(null, null, null, null);

        private static Type of(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                Class<?> known = known(each);
                if (known != null) {
                    return by(known);
                }
            }
            return NONE;
        }

        private static @Nullable Class<?> known(Class<?> type) {
            if (TYPES.contains(type.getName())) {
                return type;
            }
            for (Class<?> one : type.getInterfaces()) {
                Class<?> known = known(one);
                if (known != null) {
                    return known;
                }
            }
            return null;
        }

        private static Type by(Class<?> type) {
            try {
                if (!type.getName().startsWith(MUTINY)) {
                    return new Type(Proxies.method(type, "doFinally", 1), Proxies.method(type, "defer", 1), null, null);
                }
                Method terminating = type.getMethod("onTermination");
                Method creating = type.getMethod("createFrom");
                return new Type(
                        terminating.getReturnType().getMethod("invoke", Runnable.class),
                        creating.getReturnType().getMethod("deferred", Supplier.class),
                        terminating,
                        creating);
            } catch (NoSuchMethodException e) {
                return NONE; // Of a version that has other ones.
            }
        }

        private Object wrapped(Object publisher, Runnable begins, Runnable over)
                throws IllegalAccessException, InvocationTargetException {
            if (ends == null || defers == null) {
                return publisher;
            }
            Object ended = ends.invoke(
                    terminating == null ? publisher : terminating.invoke(publisher), action(ends, over, null));
            Object creator = creating == null ? null : creating.invoke(null);
            return defers.invoke(creator, action(defers, begins, ended));
        }

        private static Object action(Method of, Runnable does, @Nullable Object returns) {
            return Proxies.of(of.getParameterTypes()[0], () -> {
                does.run();
                return returns;
            });
        }
    }

    /**
     * Returns the object that replaces the one a method returns.
     *
     * @param begins is run by whoever subscribes, each time
     * @param over is run by whoever ends that
     * @return the same if it is of none of these types
     */
    static Object wrapped(Object publisher, Runnable begins, Runnable over) {
        try {
            return BY_CLASS.get(publisher.getClass()).wrapped(publisher, begins, over);
        } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
            return publisher; // It cannot be asked: the call is over when its method returns.
        }
    }
}
