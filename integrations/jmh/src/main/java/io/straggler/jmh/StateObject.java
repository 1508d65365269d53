package io.straggler.jmh;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;

/** One object that a benchmark uses, with what its fixtures are called with. All but the constructor on the pacing thread. */
final class StateObject implements Supplier<Object> {
    private final StateType type;
    private final Map<Field, Object> parameters = new LinkedHashMap<>();
    private final Map<Method, List<Supplier<Object>>> arguments = new HashMap<>();

    /** Made before anybody asks for it. */
    @SuppressWarnings("NullAway.Init")
    private Object object;

    /**
     * @param values of the benchmark's parameters, by name
     * @throws IllegalArgumentException if one is none of its parameter's type
     */
    StateObject(StateType type, Map<String, String> values) {
        this.type = type;
        for (Field field : type.parameters()) {
            parameters.put(
                    field,
                    Parameters.parse(field, Objects.requireNonNull(values.get(field.getName()), field.getName())));
        }
    }

    StateType type() {
        return type;
    }

    /** Says what a fixture is called with. */
    void bind(Method fixture, List<Supplier<Object>> suppliers) {
        arguments.put(fixture, suppliers);
    }

    /** The object itself, once it was made. */
    @Override
    public Object get() {
        return object;
    }

    /** Makes the object and sets its parameters. */
    void make() throws Exception {
        Constructor<?> constructor = type.type().getConstructor();
        object = called(() -> constructor.newInstance());
        for (Map.Entry<Field, Object> parameter : parameters.entrySet()) {
            parameter.getKey().setAccessible(true);
            parameter.getKey().set(object, parameter.getValue());
        }
    }

    void setUp(Level level) throws Exception {
        call(type.setUps(), level);
    }

    void tearDown(Level level) throws Exception {
        call(type.tearDowns(), level);
    }

    private void call(List<StateType.Fixture> fixtures, Level level) throws Exception {
        for (StateType.Fixture fixture : fixtures) {
            if (fixture.level() == level) {
                Method method = fixture.method();
                method.setAccessible(true);
                Object[] given = arguments.getOrDefault(method, List.of()).stream()
                        .map(Supplier::get)
                        .toArray();
                called(() -> method.invoke(object, given));
            }
        }
    }

    /** Something called by reflection. */
    private interface Reflection {
        Object call() throws ReflectiveOperationException;
    }

    /** Throws what the program threw, instead of a wrapper around it. */
    private static Object called(Reflection reflection) throws Exception {
        try {
            return reflection.call();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception thrown ? thrown : e;
        }
    }
}
