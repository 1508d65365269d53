package io.straggler.agent.inside;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call that goes on after its method has come back: a future that is not complete, a suspended function of Kotlin, or a servlet's request that has become
 * asynchronous.
 *
 * @param of what ends: {@link HandOvers} has the methods by which such objects do so
 * @param over whether it has ended
 */
record LaterEnd(Object of, BooleanSupplier over) {
    private static final String REQUEST = "servlet.ServletRequest";
    private static final String VERTX_FUTURE = "io.vertx.core.Future";

    /** Guava's, in whatever package the program has moved it to. */
    private static final String LISTENABLE = "util.concurrent.ListenableFuture";

    /** Listener methods of classes that are futures of a library. */
    private static final ClassValue<Telling> TELLS = new ClassValue<>() {
        @Override
        protected Telling computeValue(Class<?> type) {
            return Telling.of(type);
        }
    };

    /**
     * Method by which a future of a library tells a listener of the end.
     *
     * @param method that is given whom to tell; null for one that tells nobody
     */
    private record Telling(@Nullable Method method) {
        private static final Telling NOBODY = new Telling(null);

        private static Telling of(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Class<?> one : each.getInterfaces()) {
                    Telling telling = by(one);
                    if (telling != NOBODY) {
                        return telling;
                    }
                }
            }
            return NOBODY;
        }

        private static Telling by(Class<?> type) {
            try {
                if (type.getName().equals(VERTX_FUTURE)) {
                    for (Method method : type.getMethods()) {
                        if (method.getName().equals("onComplete")
                                && method.getParameterCount() == 1
                                && method.getParameterTypes()[0].getName().equals("io.vertx.core.Handler")) {
                            return new Telling(method);
                        }
                    }
                }
                return type.getName().endsWith("." + LISTENABLE)
                        ? new Telling(type.getMethod("addListener", Runnable.class, Executor.class))
                        : of(type);
            } catch (NoSuchMethodException e) {
                return NOBODY; // Of a version that has another one.
            }
        }

        private void tell(Object future, Runnable ended) throws IllegalAccessException, InvocationTargetException {
            if (method != null && method.getParameterCount() == 1) {
                method.invoke(future, Proxies.of(method.getParameterTypes()[0], () -> {
                    ended.run();
                    return null;
                }));
            } else if (method != null) {
                method.invoke(future, ended, (Executor) Runnable::run);
            }
        }
    }

    /** Whether a class of futures is one of those whose end {@link HandOvers} shows. */
    private static final ClassValue<Boolean> SHOWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type == CompletableFuture.class
                    || type == FutureTask.class
                    || type.getName().endsWith("." + HandOvers.NETTY_FUTURE)
                    || type.getSuperclass() != null && get(type.getSuperclass());
        }
    };

    /** Methods of the servlet's interface that a class of requests implements, if it does. */
    private static final ClassValue<Served> SERVED = new ClassValue<>() {
        @Override
        protected Served computeValue(Class<?> type) {
            return Served.of(type);
        }
    };

    /**
     * Questions to a request.
     *
     * @param started whether it has become asynchronous and has not ended; null of an object that is no request
     * @param context what ends it
     */
    private record Served(
            @Nullable Method started, @Nullable Method context) {
        private static final Served NONE = new Served(null, null);

        private static Served of(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Class<?> one : each.getInterfaces()) {
                    Served served = one.getName().endsWith("." + REQUEST) ? by(one) : of(one);
                    if (served != NONE) {
                        return served;
                    }
                }
            }
            return NONE;
        }

        private static Served by(Class<?> request) {
            try {
                return new Served(request.getMethod("isAsyncStarted"), request.getMethod("getAsyncContext"));
            } catch (NoSuchMethodException e) {
                return NONE; // Of a version before 3.0.
            }
        }

        private @Nullable LaterEnd end(Object request) {
            return started != null && context != null && isTrue(started, request)
                    ? new LaterEnd(ask(context, request), () -> !isTrue(started, request))
                    : null;
        }

        private static boolean isTrue(Method method, Object request) {
            return Boolean.TRUE.equals(ask(method, request));
        }

        private static Object ask(Method method, Object request) {
            try {
                return method.invoke(request);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("the interface of requests must be public", e);
            } catch (InvocationTargetException e) {
                // It is no longer what it was, and so over.
                return Boolean.FALSE;
            }
        }
    }

    /** Whether calls of a method may have one, because of what it returns. */
    static boolean mayBeReturned(MethodDescription method) {
        TypeDescription returned = method.getReturnType().asErasure();
        if (returned.isPrimitive() || returned.isArray() || returned.represents(Object.class)) {
            return false;
        }
        String name = returned.getName();
        if (name.equals(VERTX_FUTURE)
                || name.equals(CompletionStage.class.getName())
                || name.equals(CompletableFuture.class.getName())
                || name.equals(Future.class.getName())) {
            return true;
        }
        try {
            return returned.isAssignableTo(CompletionStage.class) || returned.isAssignableTo(Future.class);
        } catch (RuntimeException | LinkageError e) {
            return false; // Its class file is not to be had.
        }
    }

    /** Whether calls of a method may have one, because it is given a servlet's request. */
    static boolean mayBeServed(MethodDescription method) {
        return !method.getParameters().isEmpty()
                && method.getReturnType().represents(void.class)
                && method.getParameters().get(0).getType().asErasure().getName().endsWith("." + REQUEST);
    }

    /**
     * Later end of a call whose method has come back.
     *
     * @param known what it has returned, or the request or the completion that it was given; null for nothing
     * @return null if the call is over
     */
    static @Nullable LaterEnd of(@Nullable Object known) {
        if (known == null) {
            return null;
        }
        Suspended suspended = Completions.suspended(known);
        if (suspended != null) {
            return new LaterEnd(suspended, suspended::resumed);
        }
        if (known instanceof Future<?> future && SHOWN.get(known.getClass())) {
            return future.isDone() ? null : new LaterEnd(future, future::isDone);
        }
        return known instanceof CompletionStage || TELLS.get(known.getClass()) != Telling.NOBODY
                ? new LaterEnd(known, () -> false)
                : SERVED.get(known.getClass()).end(known);
    }

    /** Tells of the end where nothing else does: before a listener was added, or for a future of another kind. */
    void tell(Consumer<Object> ended) {
        if (over.getAsBoolean()) {
            ended.accept(of);
        } else if (!SHOWN.get(of.getClass())) {
            try {
                if (of instanceof CompletionStage<?> stage) {
                    stage.whenComplete((value, thrown) -> ended.accept(of));
                } else {
                    TELLS.get(of.getClass()).tell(of, () -> ended.accept(of));
                }
            } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
                ended.accept(of); // It does not say when.
            }
        }
    }
}
