package io.straggler.flamegraph;

import io.straggler.model.StackFrame;

/**
 * Totals of one frame over a whole {@link CallTree}, wherever it occurs.
 *
 * @param frame the frame, with the kind under which most of its time was seen
 * @param selfNs the time in which it was the leaf
 * @param totalNs the time in which it was anywhere on the stack; a recursion counts once
 * @param selfSamples captures in which it was the leaf
 * @param totalSamples captures in which it was anywhere on the stack
 */
public record FrameTotal(StackFrame frame, long selfNs, long totalNs, long selfSamples, long totalSamples) {}
