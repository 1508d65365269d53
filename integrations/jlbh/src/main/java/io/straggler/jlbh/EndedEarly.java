package io.straggler.jlbh;

/**
 * A run that shall not go on, although the task threw nothing: for JLBH it would be over too, or never. Where that was found out does not
 * matter, so there is no stack.
 */
final class EndedEarly extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The benchmark itself has had enough. */
    static EndedEarly aborted() {
        return new EndedEarly("the benchmark called JLBH.abort");
    }

    EndedEarly(String reason) {
        super(reason, null, false, false);
    }
}
