package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TimedInjector;
import io.straggler.selftest.inject.TimedInjector.Nature;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/**
 * A fault that is a method of a fixture. Injected by a call of the measured thread.
 *
 * @param <T> the fixture
 */
public final class LibraryCall<T extends Fixture> implements Injector.Maker {
    private final Serializable reference;
    private final boolean placed;
    private final Nature nature;
    private final Timed<T> call;

    /** A wait of about the given time. Serializable, so that it can be asked for the method's name; never serialized. */
    @FunctionalInterface
    public interface Wait<T> extends Serializable {
        void take(T fixture, long ns) throws Exception;
    }

    /** A wait for something that another thread has to take first. */
    @FunctionalInterface
    public interface Contention<T> extends Serializable {
        /** Returns the instant at which the wait began: what came before it is ordinary code. */
        long take(T fixture, long ns) throws Exception;
    }

    /** A step of some microseconds. */
    @FunctionalInterface
    public interface Step<T> extends Serializable {
        void run(T fixture) throws Exception;
    }

    /** Returns the part of the time that was ordinary code. */
    private interface Timed<T> {
        long take(T fixture, long ns) throws Exception;
    }

    private LibraryCall(Serializable reference, boolean placed, Nature nature, Timed<T> call) {
        this.reference = reference;
        this.placed = placed;
        this.nature = nature;
        this.call = call;
    }

    /** Waits for something; to wake up late is part of that. */
    public static <T extends Fixture> LibraryCall<T> waiting(Wait<T> wait) {
        return new LibraryCall<>(wait, true, Nature.WAITS, (fixture, ns) -> {
            wait.take(fixture, ns);
            return 0;
        });
    }

    /** Waits for something that another thread holds. */
    public static <T extends Fixture> LibraryCall<T> contending(Contention<T> contention) {
        return new LibraryCall<>(contention, true, Nature.WAITS, (fixture, ns) -> {
            long startNs = System.nanoTime();
            return contention.take(fixture, ns) - startNs;
        });
    }

    /** Takes a step again and again, until that has taken long enough. */
    public static <T extends Fixture> LibraryCall<T> repeating(Step<T> step) {
        return new LibraryCall<>(step, true, Nature.WORKS, (fixture, ns) -> {
            long startNs = System.nanoTime();
            do {
                step.run(fixture);
            } while (System.nanoTime() - startNs < ns);
            return 0;
        });
    }

    /** Leaves out the method that stacks must show: the cause is another thread. */
    public LibraryCall<T> anywhere() {
        return new LibraryCall<>(reference, false, nature, call);
    }

    @Override
    public Injector make(InjectionSite site) throws ImpossibleException {
        SerializedLambda method = method();
        String className = method.getImplClass().replace('/', '.');
        T fixture = site.fixture(fixture(className));
        String place = placed ? className + "." + method.getImplMethodName() : "";
        return new TimedInjector(nature) {
            @Override
            public String place() {
                return place;
            }

            @Override
            protected long act(long sizeNs) throws Exception {
                return call.take(fixture, sizeNs);
            }
        };
    }

    private SerializedLambda method() {
        try {
            Method replacement = reference.getClass().getDeclaredMethod("writeReplace");
            replacement.setAccessible(true);
            return (SerializedLambda) replacement.invoke(reference);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("call must be a reference to a method: call=" + reference, e);
        }
    }

    @SuppressWarnings("unchecked")
    private Class<T> fixture(String className) {
        try {
            return (Class<T>) Class.forName(className).asSubclass(Fixture.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("fixture must be a class: name=" + className, e);
        }
    }
}
