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
 * compiler nor the flame graph sees anything in between.
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
            body = (Runnable) factory().invokeWithArguments(captured);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("test method must be callable: method=" + method, e);
        }
    }

    /** Makes a {@link Runnable} that calls the method, of an instance and, if there is a parameter, a harness. */
    private MethodHandle factory() throws Exception {
        MethodHandles.Lookup testClass =
                MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
        MethodHandle direct = testClass.unreflect(method);
        MethodType nothing = MethodType.methodType(void.class);
        return LambdaMetafactory.metafactory(
                        testClass, "run", direct.type().changeReturnType(Runnable.class), nothing, direct, nothing)
                .getTarget();
    }

    /** Throws whatever the method throws, checked exceptions included: bytecode does not know the difference. */
    @Override
    public void run(long intendedNs) {
        body.run();
    }
}
