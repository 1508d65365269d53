package io.straggler.model;

/**
 * One frame of a stack.
 *
 * @param name {@code com.acme.OrderBook.add} for Java, a symbol for native code, {@code [in brackets]} for what is not code.
 *     Taken from the measured program: it may hold any character and has to be escaped wherever it is shown
 * @param kind what kind of code it runs
 */
public record StackFrame(String name, FrameKind kind) {}
