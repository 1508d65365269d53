package io.straggler.flamegraph.json;

import java.util.Locale;

/** How files spell a constant: {@code GC_PAUSE} is {@code gc-pause}. */
public final class JsonNames {
    private JsonNames() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
