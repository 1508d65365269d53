package io.straggler.agent.inside;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the JDK lets an agent do and nobody else, and what would otherwise have it print warnings among the program's own words. */
final class JdkAccess {
    /** Byte Buddy tries the JDK's unsafe calls unless it is told not to. */
    private static final String BYTE_BUDDY_SAFE = "net.bytebuddy.safe";

    private static final List<String> BYTE_BUDDYS_INJECTORS = List.of(
            "net.bytebuddy.dynamic.loading.ClassInjector$UsingUnsafe",
            "net.bytebuddy.dynamic.loading.ClassInjector$UsingReflection");

    private JdkAccess() {}

    /** Grants it to this class loader's classes, before any of them loads a native library or instruments. */
    static void grant(Instrumentation instrumentation) {
        Module own = JdkAccess.class.getModule();
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.lang", Set.of(own), "java.util.concurrent", Set.of(own)),
                Set.of(),
                Map.of());
        allowNativeAccess();
        loadSafely();
    }

    /**
     * What {@code --enable-native-access=ALL-UNNAMED} does: from JDK 24 on a library that is loaded without it is warned of. The JDK does not tell our
     * classes from those of the program's class path.
     */
    private static void allowNativeAccess() {
        try {
            var enable = Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
            enable.setAccessible(true);
            enable.invoke(null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A JDK that does not warn, or one that has another way: then it does.
        }
    }

    private static void loadSafely() {
        String before = System.getProperty(BYTE_BUDDY_SAFE);
        try {
            System.setProperty(BYTE_BUDDY_SAFE, "true");
            for (String name : BYTE_BUDDYS_INJECTORS) {
                Class.forName(name, true, JdkAccess.class.getClassLoader());
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("Byte Buddy must be there", e);
        } finally {
            // The program may have a Byte Buddy of its own.
            if (before == null) {
                System.clearProperty(BYTE_BUDDY_SAFE);
            } else {
                System.setProperty(BYTE_BUDDY_SAFE, before);
            }
        }
    }
}
