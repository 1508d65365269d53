package io.straggler.jmh;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The objects that a benchmark uses and their order, by JMH's rules: of a class with {@link Scope#Benchmark} or {@link Scope#Group} there is one;
 * with {@link Scope#Thread}, and without {@code @State}, there is one wherever it is an argument.
 */
final class States {
    /** Text that JMH's constructor requires from callers who make a Blackhole themselves. */
    private static final String PASSWORD =
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

    private static final String OF_RUNS = "org.openjdk.jmh.infra.";

    private final Map<String, String> values;
    private final Blackhole blackhole = new Blackhole(PASSWORD);
    private final Map<Class<?>, StateObject> shared = new HashMap<>();
    private final Map<StateObject, Set<StateObject>> uses = new HashMap<>();
    private final Method benchmark;
    private final StateObject holder;
    private final List<Supplier<Object>> arguments;

    /** The benchmark's own, then those that these use, and so on; one that several use is there as often. */
    private final List<StateObject> byDistance = new ArrayList<>();

    /**
     * @param values of the benchmark's parameters, by name
     * @throws IllegalArgumentException if the benchmark needs something that only JMH's own runner has, or a value is none of its
     *     parameter's type
     */
    States(Listed listed, Map<String, String> values) {
        this.values = values;
        benchmark = listed.method();
        holder = state(listed.type());
        List<StateObject> used = new ArrayList<>();
        arguments = arguments(benchmark, used);
        used.add(holder);
        while (!used.isEmpty()) {
            byDistance.addAll(used);
            used = used.stream()
                    .flatMap(state -> uses.getOrDefault(state, Set.of()).stream())
                    .toList();
        }
    }

    private StateObject state(Class<?> type) {
        State annotation = type.getAnnotation(State.class);
        if (annotation == null || annotation.value() == Scope.Thread) {
            return make(type);
        }
        StateObject made = shared.get(type);
        if (made == null) {
            made = make(type);
            shared.put(type, made);
        }
        return made;
    }

    private StateObject make(Class<?> type) {
        StateObject state = new StateObject(StateType.of(type), values);
        Set<StateObject> used = new LinkedHashSet<>();
        state.type().fixtures().forEach(fixture -> {
            if (fixture.level() == Level.Invocation) {
                throw new IllegalArgumentException(describe(fixture.method())
                        + " is of Level.Invocation: a schedule leaves no time between two invocations that would count for neither."
                        + " Prepare more at Level.Iteration, or do it in the benchmark and let it be measured.");
            }
            state.bind(fixture.method(), arguments(fixture.method(), used));
        });
        uses.put(state, used);
        return state;
    }

    /** Returns the arguments of a method; the states among them are added to the used ones. */
    private List<Supplier<Object>> arguments(Method method, Collection<StateObject> used) {
        List<Supplier<Object>> suppliers = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            if (type == Blackhole.class) {
                suppliers.add(() -> blackhole);
                continue;
            }
            if (type.getName().startsWith(OF_RUNS)) {
                throw new IllegalArgumentException(describe(method) + " takes " + type.getSimpleName()
                        + ", which describes a run of JMH's own: there is none here.");
            }
            StateObject state = state(type);
            used.add(state);
            suppliers.add(state);
        }
        return suppliers;
    }

    private static String describe(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** The method that is one invocation. */
    Method benchmark() {
        return benchmark;
    }

    /** Returns the object that the method is called on. */
    StateObject holder() {
        return holder;
    }

    /** Returns the arguments of the method. */
    List<Supplier<Object>> arguments() {
        return arguments;
    }

    Blackhole blackhole() {
        return blackhole;
    }

    /** All objects in the order in which JMH makes them and sets them up: what others use comes before these. */
    Set<StateObject> toSetUp() {
        List<StateObject> reversed = new ArrayList<>(byDistance);
        Collections.reverse(reversed);
        return new LinkedHashSet<>(reversed);
    }

    /** All objects in the order in which JMH tears them down. */
    Set<StateObject> toTearDown() {
        return new LinkedHashSet<>(byDistance);
    }
}
