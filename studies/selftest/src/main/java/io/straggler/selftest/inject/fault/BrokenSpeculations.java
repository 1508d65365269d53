package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Plan;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * Calls compiled methods in a way for which they were not compiled: each is deoptimised and runs in the interpreter for a
 * short while, and then it is the next one's turn.
 */
public final class BrokenSpeculations implements Injector {
    /** A method is compiled again soon; it is left before that. */
    private static final long EACH_NS = 150_000;

    private static final int WARM_CALLS = 30_000;
    private static final int REHEARSED = 120;

    private final byte[] code;

    /** All of them are kept: the names of methods whose class is gone cannot be found out. */
    private final List<LongBinaryOperator> compiled = new ArrayList<>();

    private final RunDelay runDelay = new RunDelay();
    private int next;
    private long result;

    /** @param plan of the measured run: so many methods will be needed, and some for the warm-up */
    public BrokenSpeculations(Plan plan) throws ImpossibleException {
        try (InputStream in = Speculation.class.getResourceAsStream("Speculation.class")) {
            code = in.readAllBytes();
        } catch (IOException e) {
            throw new ImpossibleException("needs its own class file: " + e.getMessage());
        }
        long methods = REHEARSED
                + plan.injections().stream()
                        .filter(injection -> injection.fault() == Fault.DEOPTIMIZATION)
                        .mapToLong(injection -> injection.sizeNs() / EACH_NS + 1)
                        .sum();
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
    public Fault fault() {
        return Fault.DEOPTIMIZATION;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        runDelay.begin();
        long startNs = System.nanoTime();
        long untilNs = startNs + injection.sizeNs();
        long endNs = startNs;
        while (endNs - untilNs < 0 && next < compiled.size()) {
            result += compiled.get(next++).applyAsLong(endNs, Math.min(untilNs, endNs + EACH_NS));
            endNs = System.nanoTime();
        }
        runDelay.worked(Fault.DEOPTIMIZATION, startNs, endNs, truth);
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
