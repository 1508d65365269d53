package io.straggler.sampler;

/**
 * Whether the sampler thread competes for a core or gives way. One that spins much gives way, or else whoever wakes up takes the
 * measured thread's core instead of its; one that mostly sleeps competes, because then it harms nobody and is there when it is needed.
 * Told by the sampler thread itself.
 */
final class Courtesy {
    static final long PERIOD_NS = 20_000_000;

    /** Shares of time spent spinning, apart so that it does not go back and forth. */
    private static final double MUCH = 0.15;

    private static final double LITTLE = 0.05;

    private final Runnable giveWay;
    private final Runnable compete;
    private boolean givesWay;
    private long sinceNs;
    private long spunNs;

    Courtesy(Runnable giveWay, Runnable compete) {
        this.giveWay = giveWay;
        this.compete = compete;
    }

    /** The thread begins, not giving way. */
    void begin(long nowNs) {
        sinceNs = nowNs;
        spunNs = 0;
        givesWay = false;
    }

    /** It spun for a time. */
    void spun(long fromNs, long toNs) {
        spunNs += toNs - fromNs;
        look(toNs);
    }

    /** Decides anew once in a while. */
    void look(long nowNs) {
        long elapsedNs = nowNs - sinceNs;
        if (elapsedNs < PERIOD_NS) {
            return;
        }
        double share = (double) spunNs / elapsedNs;
        if (!givesWay && share > MUCH) {
            givesWay = true;
            giveWay.run();
        } else if (givesWay && share < LITTLE) {
            givesWay = false;
            compete.run();
        }
        sinceNs = nowNs;
        spunNs = 0;
    }
}
