package io.straggler.cli.doctor;

import java.util.Objects;

/**
 * One thing that was looked at before a measurement.
 *
 * @param name what was looked at
 * @param value what was found; begins with "unknown: " if it could not be read
 * @param meaning what it means for a result, and what to do about it
 */
public record Finding(String name, Level level, String value, String meaning) {
    static final String UNKNOWN = "unknown: ";

    /** How much a finding matters for a result, least first. */
    public enum Level {
        /** Nothing to do. */
        OK,
        /** Worth knowing when reading a result. */
        NOTE,
        /** Will show up in a result and can be mistaken for the program's doing. */
        WARNING
    }

    public Finding {
        Objects.requireNonNull(level, "level");
        if (name.isBlank() || value.isBlank() || meaning.isBlank()) {
            throw new IllegalArgumentException("name, value and meaning must not be blank: name=" + name + ", value="
                    + value + ", meaning=" + meaning);
        }
    }

    static Finding ok(String name, String value, String meaning) {
        return new Finding(name, Level.OK, value, meaning);
    }

    static Finding note(String name, String value, String meaning) {
        return new Finding(name, Level.NOTE, value, meaning);
    }

    static Finding warning(String name, String value, String meaning) {
        return new Finding(name, Level.WARNING, value, meaning);
    }

    /** Creates a finding about something that could not be read, as on a system that is not Linux. */
    static Finding unknown(String name, String why, String meaning) {
        return new Finding(name, Level.NOTE, UNKNOWN + why, meaning);
    }
}
