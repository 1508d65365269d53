package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
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

/**
 * A task whose iterations take a few microseconds each, but for those that suffer an injection. At the end it writes {@code truth.json}.
 *
 * <p>Its orders are system properties, see {@link InjectionConfig}: a task is made without arguments.
 */
public final class InjectionTask implements Task {
    /**
     * Rounds of each injector before anything is paced: methods that have been called 200 times are compiled, and the JVM looks at every
     * 128th call.
     */
    private static final int REHEARSALS = 300;

    /** Rounds of the injectors in {@link #FEW}, and of all that are to be as cold as what seldom happens. */
    private static final int FEW_REHEARSALS = 12;

    /** Faults that take long, or that can be injected a few times only. */
    private static final Set<Fault> FEW = EnumSet.of(Fault.GC, Fault.DEOPTIMIZATION);

    private final InjectionConfig config = InjectionConfig.ofProperties();
    private final Cores cores = Cores.choose();
    private Injectors injectors;
    private Phase warmUp;
    private Phase measured;
    private Phase current;
    private Workload workload;
    private long result;

    /** A phase of the run, the warm-up or the measurement. */
    private static final class Phase {
        private final List<PlannedInjection> injections;
        private final TruthLog truth;
        private final InjectionPreparer preparer;
        private long iteration;

        Phase(List<PlannedInjection> injections, Injectors injectors, Regime regime, OptionalInt core) {
            this.injections = injections;
            this.truth = new TruthLog(injections.size());
            this.preparer = new InjectionPreparer(injectors.injectors(), injections, regime, core);
        }
    }

    @Override
    public void setUp(Harness harness) throws Exception {
        workload = config.regime() == Regime.LABORATORY ? new LaboratoryWorkload() : new ApplicationWorkload();
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
        return new Phase(plan.injections(), injectors, config.regime(), core);
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

    private void rehearse(PlannedInjection injection, long maxNs, TruthLog scrap) throws Exception {
        long sizeNs = Math.min(injection.sizeNs(), maxNs);
        Injector injector = injector(injection);
        injector.prepare(sizeNs, System.nanoTime() + 320_000);
        scrap.begin(injection.index(), 0, 0);
        injector.inject(sizeNs, scrap);
        scrap.surround(0, 0);
        injector.clearUp();
    }

    @SuppressWarnings("NullAway") // Only injections that are possible are planned or due.
    private Injector injector(PlannedInjection injection) {
        return injectors.injectors().get(injection.fault());
    }

    @Override
    public void warmedUp() {
        warmUp.preparer.close();
        current = measured;
    }

    @Override
    public void run(long intendedNs) throws Exception {
        long startNs = System.nanoTime();
        Phase phase = current;
        long iteration = phase.iteration++;
        if (iteration == 0) {
            phase.preparer.begin(intendedNs);
        }
        workload.work();
        long beginNs = startNs;
        long lateNs = startNs - intendedNs;
        InjectionPreparer.Turn turn = phase.preparer.turn();
        if (turn.isDue(iteration)) {
            for (int i = 0; i < turn.injections().size(); i++) {
                PlannedInjection injection = turn.injections().get(i);
                phase.truth.begin(injection.index(), intendedNs, intendedNs + lateNs);
                injector(injection).inject(injection.sizeNs(), phase.truth);
                long endNs = System.nanoTime();
                phase.truth.surround(beginNs, endNs);
                // The next injection of the iteration begins here, and did not start late.
                beginNs = endNs;
                lateNs = 0;
            }
            turn.performed();
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

    @Override
    public void tearDown() throws Exception {
        measured.preparer.close();
        Map<Fault, String> impossible = new EnumMap<>(Fault.class);
        impossible.putAll(injectors.impossible());
        Exception failure = measured.preparer.failure();
        new Truths(config.seed(), impossible, places(), PlannedTruths.of(measured.injections, measured.truth))
                .write(Path.of(config.truthFile()));
        injectors.close();
        workload.close();
        if (failure != null) {
            throw failure;
        }
    }
}
