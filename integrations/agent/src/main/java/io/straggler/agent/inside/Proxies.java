package io.straggler.agent.inside;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Objects of a library's functional interfaces: the agent knows these by name only. */
final class Proxies {
    private Proxies() {}

    /**
     * An object of an interface with one method.
     *
     * @param result what the method does and returns, whatever it is given
     */
    static Object of(Class<?> functional, Supplier<@Nullable Object> result) {
        InvocationHandler handler = (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class ? ofObject(proxy, method, arguments) : result.get();
        return Proxy.newProxyInstance(functional.getClassLoader(), new Class<?>[] {functional}, handler);
    }

    private static Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "Straggler's end of a call";
        };
    }

    /** A public method of a type by its name and the number of its parameters. */
    static Method method(Class<?> type, String name, int parameters) throws NoSuchMethodException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == parameters && !method.isBridge()) {
                return method;
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name);
    }
}
