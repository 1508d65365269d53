package io.straggler.sampler.usage;

import java.util.function.LongToDoubleFunction;

/**
 * Waits until a program that was attached to is as fast as it was before: some JVMs discard all compiled code when the first class is changed, and have to
 * compile it again (docs/inside/decisions/0037). That is over when the compilers have wanted little of a core for a while. For one thread.
 */
public final class QuietCompilers {
    public static final long LOOK_NS = 1_000_000_000;

    /**
     * Share of a core below which compilers are quiet. A busy server that is warm compiles for less; one that has to
     * begin anew keeps its compilers busy.
     */
    static final double LITTLE = 0.2;

    /** They may have to wait for calls: a method is compiled when it has been called often enough. */
    public static final int QUIET_LOOKS = 2;

    /** Some programs compile for as long as they run. */
    public static final long MAX_NS = 30_000_000_000L;

    private final long startNs;
    private final LongToDoubleFunction demand;
    private long nextNs;
    private int quiet;

    /** @param demand how many cores the compilers have wanted since it was last asked, given the time */
    public QuietCompilers(long startNs, LongToDoubleFunction demand) {
        this.startNs = startNs;
        this.demand = demand;
        this.nextNs = startNs + LOOK_NS;
    }

    /** Whether it is over. Looks once a second. */
    public boolean over(long nowNs) {
        if (nowNs - nextNs >= 0) {
            nextNs = nowNs + LOOK_NS;
            quiet = demand.applyAsDouble(nowNs) < LITTLE ? quiet + 1 : 0;
        }
        return quiet >= QUIET_LOOKS || nowNs - startNs >= MAX_NS;
    }
}
