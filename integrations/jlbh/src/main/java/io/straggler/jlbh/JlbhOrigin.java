package io.straggler.jlbh;

import java.security.CodeSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Origin of the class {@code JLBH} of this JVM, which depends on the order of the class path. */
final class JlbhOrigin {
    private JlbhOrigin() {}

    /** Whether it is the adapter's. */
    static boolean isAdapters(Class<?> jlbh) {
        return Objects.equals(source(jlbh), source(JlbhOrigin.class));
    }

    private static @Nullable Object source(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }
}
