package io.straggler.agent.inside;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.description.method.MethodDescription;

/** Why methods that have the right name cannot be iterations, for a message that would otherwise deny that they exist. */
final class UnfitMethods {
    private final Instrumentation instrumentation;

    UnfitMethods(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Returns a sentence about the first such method of a loaded class; empty if there is none. */
    Optional<String> reason(List<CallSelection> iterations) {
        List<MethodPattern> patterns = iterations.stream()
                .flatMap(selection -> selection.pattern().stream())
                .filter(pattern -> pattern.annotation() == null)
                .toList();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            for (MethodPattern pattern : patterns) {
                if (pattern.text().equals(loaded.getName())) {
                    return Optional.of(
                            pattern.text() + " is a class: name a method of it, or all with " + pattern.text() + ".*.");
                }
                if (pattern.isNamed(loaded.getName())) {
                    Optional<String> reason = reason(loaded, pattern);
                    if (reason.isPresent()) {
                        return reason;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> reason(Class<?> loaded, MethodPattern pattern) {
        try {
            return LoadedType.describe(
                    loaded,
                    type -> type.getDeclaredMethods().stream()
                            .filter(method -> method.isMethod() && pattern.namesMethod(method.getName()))
                            .findFirst()
                            .map(method -> reason(loaded, method)));
        } catch (LinkageError | RuntimeException e) {
            return Optional.empty(); // It refers to a class that is not there, and nobody has its class file.
        }
    }

    private String reason(Class<?> loaded, MethodDescription method) {
        String name = loaded.getName() + "." + method.getName();
        if (loaded.getClassLoader() == null) {
            return name + " is in a class of the JDK that the boot loader loads, and cannot be an iteration: name a"
                    + " method of the program that calls it.";
        }
        if (!instrumentation.isModifiableClass(loaded)) {
            return name + " is in a hidden class, as lambdas are, which the JVM lets nobody instrument: name a method"
                    + " that calls it, or that it calls.";
        }
        if (method.isAbstract()) {
            return name + " is abstract: " + loaded.getName() + "+." + method.getName() + " means what implements it.";
        }
        return name + " is " + (method.isNative() ? "native" : "made by the compiler, as a bridge to another")
                + ", and cannot be an iteration: name a method that calls it.";
    }
}
