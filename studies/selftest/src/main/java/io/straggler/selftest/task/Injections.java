package io.straggler.selftest.task;

import io.straggler.selftest.Truths;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.laboratory.SlowCode;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The injections of one run, in its warm-up and in its measured part, and what is true of them.
 *
 * <p>Made and ended on the pacing thread. An injection is due on the pacing thread, and performed by any one thread to which it is handed over.
 */
final class Injections {
    /**
     * Rounds of each injector before anything is paced: methods that have been called 200 times are compiled, and the JVM looks at every
     * 128th call.
     */
    private static final int REHEARSALS = 300;

    /** Rounds of the injectors in {@link #FEW}, and of all that are to be as cold as what seldom happens. */
    private static final int FEW_REHEARSALS = 12;

    /** Faults that take long, or that can be injected a few times only. */
    private static final Set<Fault> FEW = EnumSet.of(Fault.GC, Fault.DEOPTIMIZATION);

    private final InjectionConfig config;
    private final Cores cores = Cores.choose();
    private final Injectors injectors;
    private final Phase warmUp;
    private final Phase measured;
    private Phase current;
    private long result;

    /** Rehearses all injectors. */
    Injections(InjectionConfig config) throws Exception {
        this.config = config;
        Plan asked = new Plan(config.seed(), config.regime(), config.faults(), config.each());
        injectors = new Injectors(config, cores, asked);
        List<Fault> possible = List.copyOf(injectors.injectors().keySet());
        Plan rehearsal = new Plan(~config.seed(), config.regime(), possible, InjectionConfig.WARM_UP_ROUNDS);
        rehearse(possible);
        warmUp = phase(rehearsal);
        // The machine does not change the plan; injections that it does not allow are left out.
        measured = phase(asked);
        current = warmUp;
    }

    private Phase phase(Plan plan) {
        OptionalInt core = config.regime() == Regime.LABORATORY ? cores.helper(0) : OptionalInt.empty();
        return new Phase(plan.injections(), injectors.injectors(), config.regime(), core);
    }

    /** Runs all code of the injections, so that it is compiled and linked. */
    private void rehearse(List<Fault> possible) throws Exception {
        for (Injector injector : injectors.injectors().values()) {
            injector.warmUp();
        }
        List<PlannedInjection> injections =
                new Plan(config.seed() + 1, config.regime(), possible, REHEARSALS).injections();
        TruthLog scrap = new TruthLog(injections.size());
        Map<Fault, Integer> rounds = new EnumMap<>(Fault.class);
        for (PlannedInjection injection : injections) {
            int round = rounds.merge(injection.fault(), 1, Integer::sum);
            if (round <= FEW_REHEARSALS || config.regime() == Regime.LABORATORY && !FEW.contains(injection.fault())) {
                rehearse(injection, round <= FEW_REHEARSALS ? 200_000 : 20_000, scrap);
            }
        }
        for (int i = 0; i < 50_000; i++) {
            result = SlowCode.checksum(result);
        }
    }

    @SuppressWarnings("NullAway") // Only injections that are possible are planned.
    private void rehearse(PlannedInjection injection, long maxNs, TruthLog scrap) throws Exception {
        long sizeNs = Math.min(injection.sizeNs(), maxNs);
        Injector injector = injectors.injectors().get(injection.fault());
        injector.prepare(sizeNs, System.nanoTime() + 320_000);
        scrap.begin(injection.index(), 0, 0);
        injector.inject(sizeNs, scrap);
        scrap.surround(0, 0);
        injector.clearUp();
    }

    /** The warm-up is over. On the pacing thread. */
    void warmedUp() {
        warmUp.preparer.close();
        current = measured;
    }

    /**
     * Returns the injection of the next iteration; null if there is none. Once for each iteration, on the pacing
     * thread.
     */
    @Nullable
    Due due(long intendedNs) {
        return current.due(intendedNs);
    }

    /** Injection that one iteration is to suffer. */
    static final class Due {
        private final Phase phase;
        private final InjectionPreparer.Turn turn;
        private final long intendedNs;

        private Due(Phase phase, InjectionPreparer.Turn turn, long intendedNs) {
            this.phase = phase;
            this.turn = turn;
            this.intendedNs = intendedNs;
        }

        /** Place in the plan of the first injection, which is at random with respect to faults. */
        int index() {
            return turn.injections().get(0).index();
        }

        /**
         * Injects, one fault behind the other. On the thread that works on the iteration.
         *
         * @param startNs when that thread began to
         */
        void perform(long startNs) throws Exception {
            long beginNs = startNs;
            long lateNs = startNs - intendedNs;
            for (int i = 0; i < turn.injections().size(); i++) {
                PlannedInjection injection = turn.injections().get(i);
                phase.truth.begin(injection.index(), intendedNs, intendedNs + lateNs);
                phase.injector(injection).inject(injection.sizeNs(), phase.truth);
                long endNs = System.nanoTime();
                phase.truth.surround(beginNs, endNs);
                // The next injection of the iteration begins here, and did not start late.
                beginNs = endNs;
                lateNs = 0;
            }
            turn.performed();
        }
    }

    /** A phase of the run, the warm-up or the measurement. */
    private static final class Phase {
        private final List<PlannedInjection> injections;
        private final Map<Fault, Injector> injectors;
        private final TruthLog truth;
        private final InjectionPreparer preparer;
        private long iteration;

        Phase(List<PlannedInjection> injections, Map<Fault, Injector> injectors, Regime regime, OptionalInt core) {
            this.injections = injections;
            this.injectors = injectors;
            this.truth = new TruthLog(injections.size());
            this.preparer = new InjectionPreparer(injectors, injections, regime, core);
        }

        private @Nullable Due due(long intendedNs) {
            long number = iteration++;
            if (number == 0) {
                preparer.begin(intendedNs);
            }
            InjectionPreparer.Turn turn = preparer.turn();
            return turn.isDue(number) ? new Due(this, turn, intendedNs) : null;
        }

        @SuppressWarnings("NullAway") // Only injections that are possible are due.
        private Injector injector(PlannedInjection injection) {
            return injectors.get(injection.fault());
        }
    }

    private Map<Fault, String> places() {
        Map<Fault, String> places = new EnumMap<>(Fault.class);
        injectors.injectors().forEach((fault, injector) -> {
            if (!injector.place().isEmpty()) {
                places.put(fault, injector.place());
            }
        });
        return places;
    }

    /**
     * Writes down what is true of the measured part, after its last iteration.
     *
     * @throws Exception if preparing failed
     */
    void end() throws Exception {
        measured.preparer.close();
        Map<Fault, String> impossible = new EnumMap<>(Fault.class);
        impossible.putAll(injectors.impossible());
        Exception failure = measured.preparer.failure();
        new Truths(config.seed(), impossible, places(), PlannedTruths.of(measured.injections, measured.truth))
                .write(Path.of(config.truthFile()));
        injectors.close();
        if (failure != null) {
            throw failure;
        }
    }
}
