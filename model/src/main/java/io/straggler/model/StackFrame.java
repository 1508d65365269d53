package io.straggler.model;

/**
 * One frame of a stack.
 *
 * @param name {@code com.acme.OrderBook.add} for Java, a symbol for native code, {@code [in brackets]} for what is not code.
 *     Taken from the measured program: it may hold any character and has to be escaped wherever it is shown
 * @param kind what kind of code it runs
 * @param line of the source; 0 if it is not known, or was not asked for
 */
public record StackFrame(String name, FrameKind kind, int line) {
    /** A frame without a line, so that all frames of a method are equal. */
    public StackFrame(String name, FrameKind kind) {
        this(name, kind, 0);
    }

    /** A frame whose name says the line: {@code com.acme.OrderBook.add:123}. */
    public StackFrame lineNamed() {
        return line == 0 ? this : new StackFrame(name + ":" + line, kind);
    }
}
