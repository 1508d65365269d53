package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.read.FieldText;
import java.math.BigInteger;

/**
 * Required value of a field of an event.
 *
 * @param field its name
 * @param value as {@link FieldText} says it; numbers may be written in another way
 */
public record Condition(String field, String value) {
    /** Difference between 64 bits that are read without a sign, and with one where that makes them negative. */
    private static final BigInteger UNSIGNED = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** Max length of what is compared digit by digit. */
    private static final int MAX_DIGITS = 40;

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
        if (isInteger(actual) && isInteger(wanted)) {
            return sameInteger(actual, wanted);
        }
        try {
            return Double.parseDouble(actual) == Double.parseDouble(wanted);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether two whole numbers are one, to the last digit. Ids of 64 bits, as those of spans, are written with a sign by some and without by others. */
    private static boolean sameInteger(String actual, String wanted) {
        BigInteger number = new BigInteger(actual);
        BigInteger other = new BigInteger(wanted);
        return number.equals(other)
                || number.signum() < 0 && number.add(UNSIGNED).equals(other);
    }

    private static boolean isInteger(String text) {
        int from = text.charAt(0) == '-' ? 1 : 0;
        return from < text.length()
                && text.length() <= MAX_DIGITS
                && text.chars().skip(from).allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private static boolean beginsLikeNumber(String text) {
        return !text.isEmpty() && (Character.isDigit(text.charAt(0)) || text.charAt(0) == '-');
    }

    @Override
    public String toString() {
        return field + "=" + value;
    }
}
