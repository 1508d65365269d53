package io.straggler.jlbh;

/** What a benchmark threw, thrown again as it was, although its methods declare nothing. */
final class Thrown {
    private Thrown() {}

    /** Throws; the result is for the compiler, which then knows that nothing follows. */
    static RuntimeException unchecked(Throwable thrown) {
        throw Thrown.<RuntimeException>as(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T as(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
