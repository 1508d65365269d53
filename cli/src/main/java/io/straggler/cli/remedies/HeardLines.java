package io.straggler.cli.remedies;

import java.io.PrintStream;
import java.util.Optional;
import java.util.regex.Pattern;

/** A stream that passes on what it is given, and keeps the last line in which a JVM said why it does not start. From any thread. */
final class HeardLines extends PrintStream {
    /** Beginnings of the lines with which the JVM refuses an argument; they are English in all languages. */
    private static final Pattern REFUSAL = Pattern.compile(
            "(Unrecognized VM option|Invalid |Improperly specified|Error: VM option|Error occurred during|Conflicting |Option |Multiple garbage).*");

    private volatile String refusal = "";

    HeardLines(PrintStream to) {
        super(to, true);
    }

    @Override
    public void println(String line) {
        if (line != null && REFUSAL.matcher(line).matches()) {
            refusal = line;
        }
        super.println(line);
    }

    /** The last refusal since this was asked before. */
    Optional<String> refusal() {
        String last = refusal;
        refusal = "";
        return last.isEmpty() ? Optional.empty() : Optional.of(last);
    }
}
