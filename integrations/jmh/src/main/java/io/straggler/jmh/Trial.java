package io.straggler.jmh;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.infra.Blackhole;

/** Calls of a benchmark in one JVM: {@link #make} first, the rest afterwards, all on the pacing thread. */
final class Trial {
    private final States states;

    Trial(States states) {
        this.states = states;
    }

    /** Makes the objects and runs what sets each up for the whole trial. */
    void make() throws Exception {
        for (StateObject state : states.toSetUp()) {
            state.make();
            state.setUp(Level.Trial);
        }
    }

    /** Runs what sets up at this level. */
    void setUp(Level level) throws Exception {
        for (StateObject state : states.toSetUp()) {
            state.setUp(level);
        }
    }

    /** Runs what tears down at this level. */
    void tearDown(Level level) throws Exception {
        for (StateObject state : states.toTearDown()) {
            state.tearDown(level);
        }
    }

    /**
     * One invocation of the benchmark, as {@code ()void}. The black hole takes what it returns, unboxed, so that the compiler cannot
     * leave out what nobody looks at.
     */
    MethodHandle invocation() throws IllegalAccessException, NoSuchMethodException {
        Method method = states.benchmark();
        method.setAccessible(true);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Object[] arguments = states.arguments().stream().map(Supplier::get).toArray();
        MethodHandle bound =
                lookup.unreflect(method).asFixedArity().bindTo(states.holder().get());
        bound = MethodHandles.insertArguments(bound, 0, arguments);
        Class<?> returned = method.getReturnType();
        if (returned == void.class) {
            return bound;
        }
        Class<?> taken = returned.isPrimitive() ? returned : Object.class;
        MethodHandle consume = lookup.findVirtual(Blackhole.class, "consume", MethodType.methodType(void.class, taken))
                .bindTo(states.blackhole());
        return MethodHandles.filterReturnValue(bound.asType(MethodType.methodType(taken)), consume);
    }
}
