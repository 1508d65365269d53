package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.Gaps;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;

/** Runs code for longer than usual, in a frame that is known: {@link #checksum}. */
public final class SlowCode implements Injector {
    private final Gaps gaps = new Gaps();
    private long result;

    @Override
    public void warmUp() {
        for (int i = 0; i < 20_000; i++) {
            run(1_000);
        }
    }

    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = gaps.begin(System.nanoTime());
        long endNs = run(sizeNs);
        truth.add(Part.INJECTED, endNs - startNs - gaps.totalNs());
        truth.add(Part.DISTURBED, gaps.totalNs());
        truth.end(startNs, endNs);
    }

    private long run(long sizeNs) {
        long startNs = System.nanoTime();
        long nowNs = startNs;
        while (nowNs - startNs < sizeNs) {
            result = checksum(result);
            nowNs = System.nanoTime();
            gaps.look(nowNs);
        }
        return nowNs;
    }

    /** Some 300 ns of arithmetic. */
    public static long checksum(long seed) {
        long sum = seed;
        for (int i = 0; i < 300; i++) {
            sum = sum * 6364136223846793005L + i;
        }
        return sum;
    }
}
