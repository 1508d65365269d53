package io.straggler.jlbh;

/** Where the iterations of a benchmark end. */
enum Completion {
    /** Completion in the task's {@code run}: an iteration is over when that returns. */
    INSIDE,
    /** On another thread: an iteration is over when that samples it. */
    ELSEWHERE
}
