package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.FieldText;

/**
 * What a field of an event has to be.
 *
 * @param field its name
 * @param value as {@link FieldText} says it; numbers may be written in another way
 */
public record Condition(String field, String value) {
    /**
     * Reads {@code FIELD=VALUE}.
     *
     * @throws RecordingException if it is none
     */
    public static Condition of(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new RecordingException("--where must be FIELD=VALUE: where=" + text);
        }
        return new Condition(
                text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    }

    boolean holds(EventView event) {
        String actual = FieldText.of(event, field);
        return actual.equals(value) || sameNumber(actual, value);
    }

    private static boolean sameNumber(String actual, String wanted) {
        // Only where both begin like numbers: to fail to read one is slow.
        if (!beginsLikeNumber(actual) || !beginsLikeNumber(wanted)) {
            return false;
        }
        try {
            return Double.parseDouble(actual) == Double.parseDouble(wanted);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean beginsLikeNumber(String text) {
        return !text.isEmpty() && (Character.isDigit(text.charAt(0)) || text.charAt(0) == '-');
    }

    @Override
    public String toString() {
        return field + "=" + value;
    }
}
