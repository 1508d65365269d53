package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.TimedInjector;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;

/**
 * Calls compiled methods in a way for which they were not compiled: each is deoptimised and runs in the interpreter for a
 * short while, and then it is the next one's turn.
 */
public final class BrokenSpeculations extends TimedInjector {
    /** A method is compiled again soon; it is left before that. */
    private static final long EACH_NS = 150_000;

    private static final int WARM_CALLS = 30_000;
    private static final int REHEARSED = 120;

    private final byte[] code;

    /** All of them are kept: the names of methods whose class is gone cannot be found out. */
    private final List<LongBinaryOperator> compiled = new ArrayList<>();

    private int next;
    private long result;

    public BrokenSpeculations() throws ImpossibleException {
        super(Nature.WORKS);
        try (InputStream in = Speculation.class.getResourceAsStream("Speculation.class")) {
            code = in.readAllBytes();
        } catch (IOException e) {
            throw new ImpossibleException("needs its own class file: " + e.getMessage());
        }
    }

    /** Compiles the methods that the run will need, and some for the warm-up. */
    @Override
    public void plan(long[] sizesNs) throws ImpossibleException {
        long methods =
                REHEARSED + LongStream.of(sizesNs).map(ns -> ns / EACH_NS + 1).sum();
        try {
            for (long i = 0; i < methods; i++) {
                compiled.add(new OwnCopy().speculation());
            }
        } catch (ReflectiveOperationException e) {
            throw new ImpossibleException("needs a class loader: " + e);
        }
        for (int round = 0; round < 3; round++) {
            for (LongBinaryOperator one : compiled) {
                warm(one);
            }
        }
    }

    private void warm(LongBinaryOperator speculation) {
        for (int call = 0; call < WARM_CALLS / 3; call++) {
            result += speculation.applyAsLong(call, 0);
        }
    }

    @Override
    protected long act(long sizeNs) {
        long nowNs = System.nanoTime();
        long untilNs = nowNs + sizeNs;
        while (nowNs - untilNs < 0 && next < compiled.size()) {
            result += compiled.get(next++).applyAsLong(nowNs, Math.min(untilNs, nowNs + EACH_NS));
            nowNs = System.nanoTime();
        }
        return 0;
    }

    /** A class loader that has the class for itself. */
    private final class OwnCopy extends ClassLoader {
        OwnCopy() {
            super(Speculation.class.getClassLoader());
        }

        LongBinaryOperator speculation() throws ReflectiveOperationException {
            return (LongBinaryOperator) defineClass(Speculation.class.getName(), code, 0, code.length)
                    .getConstructor()
                    .newInstance();
        }
    }
}
