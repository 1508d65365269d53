package io.straggler.model;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Methods of libraries that call for the program: pools, drivers, and frameworks that call it. */
public final class LibraryMethods {
    private static final List<String> PACKAGES = List.of(
            "com.alibaba.druid.",
            "com.fasterxml.",
            "com.google.common.",
            "com.mchange.",
            "com.mysql.",
            "com.zaxxer.hikari.",
            "io.agroal.",
            "io.grpc.",
            "io.helidon.",
            "io.lettuce.",
            "io.micronaut.",
            "io.netty.",
            "io.quarkus.",
            "io.r2dbc.",
            "io.reactivex.",
            "io.smallrye.",
            "io.undertow.",
            "io.vertx.",
            "jakarta.",
            "kotlin.",
            "kotlinx.",
            "oracle.jdbc.",
            "org.apache.",
            "org.eclipse.jetty.",
            "org.h2.",
            "org.hibernate.",
            "org.mariadb.",
            "org.postgresql.",
            "org.springframework.",
            "org.vibur.",
            "reactor.",
            "redis.clients.");

    private LibraryMethods() {}

    /** @param name of the method, with its class and package */
    public static boolean contain(String name) {
        return PACKAGES.stream().anyMatch(name::startsWith);
    }

    /**
     * The innermost method that is neither the JDK's nor one of these; where there is none, the innermost that is not the JDK's.
     *
     * @param methods of a stack, the outermost first
     */
    public static Optional<String> calledBy(List<String> methods) {
        return innermost(methods, name -> !PlatformMethods.contain(name) && !contain(name))
                .or(() -> innermost(methods, name -> !PlatformMethods.contain(name)));
    }

    /**
     * Returns the first caller outside of libraries where iterations are calls of methods. A library whose method was
     * named counts as the program, because its calls are what was asked for; a library whose interface was named does
     * not.
     *
     * @param methods of a stack, the outermost first
     * @param task methods as users name them, or ready-made names, with blanks between them
     */
    public static Optional<String> calledBy(List<String> methods, String task) {
        List<String> asked = PACKAGES.stream()
                .filter(name -> Stream.of(task.split(" ")).anyMatch(one -> one.startsWith(name) && !one.contains("+.")))
                .toList();
        return asked.isEmpty()
                ? calledBy(methods)
                : innermost(
                                methods,
                                name -> !PlatformMethods.contain(name)
                                        && (!contain(name) || asked.stream().anyMatch(name::startsWith)))
                        .or(() -> calledBy(methods));
    }

    private static Optional<String> innermost(List<String> methods, Predicate<String> wanted) {
        for (int i = methods.size() - 1; i >= 0; i--) {
            if (wanted.test(methods.get(i))) {
                return Optional.of(methods.get(i));
            }
        }
        return Optional.empty();
    }
}
