package io.straggler.model.text;

import java.io.IOException;

/**
 * A message as one line of a terminal. Messages quote names of files, of events and of their fields, values and messages of others: none of these begins a
 * line, steers the terminal or fills the window.
 */
public final class MessageLine {
    /** Columns of the longest message: some twenty lines of a window. */
    public static final int MAX_COLUMNS = 2_000;

    private static final String OWN = "io.straggler.";

    private MessageLine() {}

    /** The message, with what cannot be seen in it shown, and the middle left out of one that is too long. */
    public static String of(String message) {
        return TerminalText.fit(message.strip(), MAX_COLUMNS);
    }

    /** Sentence about what is wrong with a file, as {@link FileErrors} says it. */
    public static String of(IOException e) {
        return of(FileErrors.sentence(e));
    }

    /** An exception that nobody expected, with the first place of Straggler's own that it passed: whoever wants to mend it begins there. */
    public static String defect(Throwable thrown) {
        StackTraceElement place = null;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith(OWN)) {
                place = frame;
                break;
            }
        }
        return of("This is a defect of Straggler: " + thrown + (place == null ? "" : " at " + place));
    }
}
