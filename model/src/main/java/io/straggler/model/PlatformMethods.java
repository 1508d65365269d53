package io.straggler.model;

import java.util.List;

/** Methods that are the JDK's own. */
public final class PlatformMethods {
    private static final List<String> PACKAGES = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private PlatformMethods() {}

    /** @param name of the method, with its class and package */
    public static boolean contain(String name) {
        return PACKAGES.stream().anyMatch(name::startsWith);
    }
}
