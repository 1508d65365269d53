package io.straggler.jlbh;

/** The benchmark has called {@code JLBH.abort}. Where it did does not matter, so there is no stack. */
final class Aborted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Aborted() {
        super("the benchmark called JLBH.abort", null, false, false);
    }
}
