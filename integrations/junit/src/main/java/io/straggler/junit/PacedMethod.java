package io.straggler.junit;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A test method as a task: each iteration calls it on the same instance.
 *
 * <p>It is called as a lambda of the test class would call it, and not reflectively: nothing is allocated, and neither the
 * compiler nor the flame graph sees anything in between. If the test class is in another module, the JVM allows no such lambda. Then a
 * method handle calls it, which allocates nothing either.
 */
final class PacedMethod implements Task {
    private final Object instance;
    private final Method method;
    private Runnable body;

    PacedMethod(Object instance, Method method) {
        this.instance = instance;
        this.method = method;
    }

    @Override
    public void setUp(Harness harness) throws Exception {
        Object[] captured = new Object[1 + method.getParameterCount()];
        Arrays.fill(captured, harness);
        captured[0] = instance;
        try {
            body = call(captured);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("test method must be callable: method=" + method, e);
        }
    }

    /** Calls the method of an instance and, if there is a parameter, with a harness. */
    private Runnable call(Object[] captured) throws Throwable {
        PacedMethod.class.getModule().addReads(method.getDeclaringClass().getModule());
        MethodHandles.Lookup testClass =
                MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
        MethodHandle direct = testClass.unreflect(method);
        MethodType nothing = MethodType.methodType(void.class);
        if (!testClass.hasFullPrivilegeAccess()) {
            return new HandleCall(
                    MethodHandles.insertArguments(direct, 0, captured).asType(nothing));
        }
        return (Runnable) LambdaMetafactory.metafactory(
                        testClass, "run", direct.type().changeReturnType(Runnable.class), nothing, direct, nothing)
                .getTarget()
                .invokeWithArguments(captured);
    }

    private record HandleCall(MethodHandle bound) implements Runnable {
        @Override
        public void run() {
            try {
                bound.invokeExact();
            } catch (Throwable e) {
                throw unchecked(e);
            }
        }

        /** Throws it as it is. */
        @SuppressWarnings("unchecked")
        private static <T extends Throwable> RuntimeException unchecked(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    /** Throws whatever the method throws, checked exceptions included: bytecode does not know the difference. */
    @Override
    public void run(long intendedNs) {
        body.run();
    }
}
