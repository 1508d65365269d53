package io.straggler.sampler;

/**
 * Whether the sampler thread gives way to everybody or competes for a core. It gives way as long as that costs nothing: then whoever
 * wakes up takes this thread's core and not the measured thread's. While others keep all cores busy, as compilers do after a start,
 * it would see nothing, and it competes for a while. For the sampler thread.
 */
final class Courtesy {
    static final long COMPETES_NS = 100_000_000;

    private final Runnable giveWay;
    private final Runnable compete;
    private boolean competes;
    private long untilNs;

    Courtesy(Runnable giveWay, Runnable compete) {
        this.giveWay = giveWay;
        this.compete = compete;
    }

    /** The thread begins to work. */
    void begin() {
        giveWay.run();
    }

    /** It came too late to see what it should have seen. */
    void missed(long nowNs) {
        untilNs = nowNs + COMPETES_NS;
        if (!competes) {
            competes = true;
            compete.run();
        }
    }

    /** Time has passed. */
    void look(long nowNs) {
        if (competes && nowNs - untilNs > 0) {
            competes = false;
            giveWay.run();
        }
    }
}
