package io.straggler.fleet.spark;

import io.straggler.fleet.UnusableSourceException;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of reading something.
 *
 * @param value {@code null} if there is none
 * @param problem why there is none; {@code null} if there is one
 */
record Outcome<T>(@Nullable T value, @Nullable Problem problem) implements Serializable {
    /**
     * Why a recording says nothing.
     *
     * @param why a sentence
     * @param passing whether that may be otherwise next time though the file is the same: it could not be opened, or the network broke
     */
    record Problem(String why, boolean passing) implements Serializable {}

    /** Reads something; travels to where it is read. */
    interface Step<A, T> extends Serializable {
        T of(A asked) throws UnusableSourceException, IOException;
    }

    static <A, T> Outcome<T> of(Step<A, T> step, A asked) {
        try {
            return new Outcome<>(step.of(asked), null);
        } catch (UnusableSourceException e) {
            return new Outcome<>(null, new Problem(Messages.of(e), passing(e.getCause())));
        } catch (IOException e) {
            return new Outcome<>(null, new Problem(Messages.of(e), true));
        }
    }

    /**
     * Returns whether a failure may pass: faults of the content are found by the code that understands it, which throws
     * other exceptions.
     */
    private static boolean passing(@Nullable Throwable cause) {
        return cause instanceof IOException
                || cause instanceof OutOfMemoryError
                || Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
                        .anyMatch(FileSystemException.class::isInstance);
    }

    boolean isProblem() {
        return problem != null;
    }
}
