package io.straggler.agent.inside;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Access to parts of the JDK that only agents have, and switches against warnings of the JDK among the program's
 * output.
 */
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
     * Allows native access as {@code --enable-native-access=ALL-UNNAMED} does: from JDK 24 on a library that is loaded
     * without it causes a warning. The JDK does not tell the agent's classes from those of the program's class path.
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
            // The program may use another copy of Byte Buddy.
            if (before == null) {
                System.clearProperty(BYTE_BUDDY_SAFE);
            } else {
                System.setProperty(BYTE_BUDDY_SAFE, before);
            }
        }
    }
}
