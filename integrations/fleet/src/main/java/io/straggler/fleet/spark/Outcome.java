package io.straggler.fleet.spark;

import io.straggler.fleet.UnusableSourceException;
import java.io.IOException;
import java.io.Serializable;

/**
 * What came of reading something.
 *
 * @param value {@code null} if there is none
 * @param problem why there is none, a sentence; {@code null} if there is one
 */
record Outcome<T>(T value, String problem) implements Serializable {
    /** Reads something; travels to where it is read. */
    interface Step<A, T> extends Serializable {
        T of(A asked) throws UnusableSourceException, IOException;
    }

    static <A, T> Outcome<T> of(Step<A, T> step, A asked) {
        try {
            return new Outcome<>(step.of(asked), null);
        } catch (UnusableSourceException | IOException e) {
            return new Outcome<>(null, String.valueOf(e.getMessage()));
        }
    }

    boolean isProblem() {
        return problem != null;
    }
}
