package io.straggler.selftest.inject;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import io.straggler.selftest.Fault;
import io.straggler.selftest.Truths;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A task whose iterations take a few microseconds each, but for those that suffer an injection. What was done to which iteration is
 * written to {@code truth.json} at the end.
 *
 * <p>What it is to do comes as system properties, see {@link Script}: a task is made without arguments.
 */
public final class InjectionTask implements Task {
    /**
     * Rounds of each injector before anything is paced: methods that have been called 200 times are compiled, and the JVM looks at every
     * 128th call.
     */
    private static final int REHEARSALS = 300;

    /** Rounds of those that take long, or that can be done a few times only. */
    private static final int FEW_REHEARSALS = 12;

    private static final Set<Fault> FEW = EnumSet.of(Fault.GC, Fault.DEOPTIMIZATION);

    private static final int ROUNDS = 4;

    private final Script script = Script.ofProperties();
    private final Cores cores = Cores.choose();
    private Cast cast;
    private Act warmUp;
    private Act measured;
    private Act current;
    private long result;

    /** One phase of the run: its plan, what was done, and who prepares it. */
    private static final class Act {
        private final List<Cue> cues;
        private final Sheet sheet;
        private final Stagehand stagehand;
        private long iteration;
        private int next;

        Act(List<Cue> cues, Cast cast, Cores cores) {
            this.cues = cues;
            this.sheet = new Sheet(cues);
            this.stagehand = new Stagehand(cast.injectors(), cues, Script.INTERVAL_NS, cores.helper(0));
        }
    }

    @Override
    public void setUp(Harness harness) throws Exception {
        Plan asked = new Plan(script.seed(), script.faults(), script.each());
        cast = new Cast(script, cores, asked);
        List<Fault> possible = List.copyOf(cast.injectors().keySet());
        Plan rehearsal = new Plan(~script.seed(), possible, Script.WARM_UP_ROUNDS);
        rehearse(possible);
        warmUp = new Act(rehearsal.cues(), cast, cores);
        // The plan is the same whatever the machine allows; what it does not allow is left out of it.
        measured = new Act(asked.cues(), cast, cores);
        current = warmUp;
    }

    /** Makes all code run that the injections run, so that it is compiled and linked. */
    private void rehearse(List<Fault> possible) throws Exception {
        for (Injector injector : cast.injectors().values()) {
            injector.warmUp();
        }
        List<Cue> cues = new Plan(script.seed() + 1, possible, REHEARSALS).cues();
        Sheet scrap = new Sheet(cues);
        Map<Fault, Integer> rounds = new EnumMap<>(Fault.class);
        for (Cue cue : cues) {
            int round = rounds.merge(cue.fault(), 1, Integer::sum);
            if (round <= FEW_REHEARSALS || !FEW.contains(cue.fault())) {
                rehearse(cue, round <= FEW_REHEARSALS ? 200_000 : 20_000, scrap);
            }
        }
        for (int i = 0; i < 50_000; i++) {
            result = SlowCode.checksum(result);
        }
    }

    private void rehearse(Cue cue, long mostNs, Sheet scrap) throws Exception {
        Cue small = new Cue(cue.index(), cue.iteration(), cue.fault(), Math.min(cue.sizeNs(), mostNs), 20_000);
        Injector injector = cast.injectors().get(cue.fault());
        injector.prepare(small, System.nanoTime() + 300_000);
        scrap.begin(small, 0, 0);
        injector.inject(small, scrap);
        scrap.surround(0, 0);
        injector.clearUp();
    }

    @Override
    public void warmedUp() {
        warmUp.stagehand.close();
        current = measured;
    }

    @Override
    public void run(long intendedNs) throws Exception {
        long startNs = System.nanoTime();
        Act act = current;
        long iteration = act.iteration++;
        if (iteration == 0) {
            act.stagehand.begin(intendedNs);
        }
        work();
        if (act.next < act.cues.size() && act.cues.get(act.next).iteration() == iteration) {
            Cue cue = act.cues.get(act.next++);
            Injector injector = cast.injectors().get(cue.fault());
            if (injector != null && act.stagehand.isReady(cue)) {
                act.sheet.begin(cue, intendedNs, startNs);
                injector.inject(cue, act.sheet);
                act.sheet.surround(startNs, System.nanoTime());
            }
            act.stagehand.performed(cue);
        }
    }

    /** What every iteration does: some microseconds. */
    private void work() {
        for (int i = 0; i < ROUNDS; i++) {
            result = SlowCode.checksum(result);
        }
    }

    @Override
    public void tearDown() throws Exception {
        measured.stagehand.close();
        Map<Fault, String> impossible = new EnumMap<>(Fault.class);
        impossible.putAll(cast.impossible());
        Exception failure = measured.stagehand.failure();
        new Truths(script.seed(), impossible, measured.sheet.truths()).write(Path.of(script.truthFile()));
        cast.close();
        if (failure != null) {
            throw failure;
        }
    }
}
