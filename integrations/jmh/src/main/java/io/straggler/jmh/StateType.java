package io.straggler.jmh;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Class whose objects a benchmark uses: the one that it is declared in, or one with {@code @State}. All annotated
 * members may be inherited.
 *
 * @param parameters its fields with {@code @Param}
 * @param setUps its methods with {@code @Setup}, in the order in which JMH calls them: by the names of class and method
 * @param tearDowns its methods with {@code @TearDown}, in the same order
 */
record StateType(Class<?> type, List<Field> parameters, List<Fixture> setUps, List<Fixture> tearDowns) {
    /** A method that prepares or tidies up, and how often. */
    record Fixture(Method method, Level level) {}

    static StateType of(Class<?> type) {
        List<Class<?>> hierarchy = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            hierarchy.add(one);
        }
        List<Field> parameters = hierarchy.stream()
                .flatMap(one -> Stream.of(one.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(Param.class))
                .toList();
        return new StateType(
                type,
                parameters,
                fixtures(hierarchy, Setup.class, Setup::value),
                fixtures(hierarchy, TearDown.class, TearDown::value));
    }

    private static <A extends Annotation> List<Fixture> fixtures(
            List<Class<?>> hierarchy, Class<A> annotation, Function<A, Level> level) {
        return hierarchy.stream()
                .flatMap(one -> Stream.of(one.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(annotation) && !method.isBridge())
                .sorted(Comparator.comparing(
                        (Method method) -> method.getDeclaringClass().getName() + "." + method.getName()))
                .map(method -> new Fixture(method, level.apply(method.getAnnotation(annotation))))
                .toList();
    }

    Stream<Fixture> fixtures() {
        return Stream.concat(setUps.stream(), tearDowns.stream());
    }
}
