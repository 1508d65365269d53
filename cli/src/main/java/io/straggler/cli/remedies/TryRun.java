package io.straggler.cli.remedies;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.Session;
import io.straggler.compare.InterleavedRuns;
import io.straggler.compare.MetricText;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.PairedEffect;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.Trial;
import io.straggler.remedies.Trial.Standing;
import io.straggler.remedies.result.Ranking;
import io.straggler.remedies.result.TriedRemedy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The trial: rounds of JVMs, one as the program is and one with each remedy that is still open, until each remedy is decided or time is up.
 *
 * <p>For one thread.
 */
final class TryRun {
    private final TryPlan plan;
    private final String task;
    private final List<Proposal> proposals;
    private final TrySide asItIs;
    private final List<TrySide> sides;
    private final Session session;
    private final HeardLines heard;
    private final Trial trial;
    private final Costs costs = new Costs();

    /** No other trial's, even if that has the same seed and a folder of the same name. */
    private final String series = "trial " + UUID.randomUUID();

    private Map<String, String> options;
    private String failure = "";
    private String ending = "";

    /**
     * Prepares.
     *
     * @param task for people
     * @param asItIs the program without a remedy
     * @param sides the program with each of the remedies, in their order
     * @param options of every JVM; a threshold that the first one resolves holds for all
     * @param heard what the JVMs print
     */
    TryRun(
            TryPlan plan,
            String task,
            List<Proposal> proposals,
            TrySide asItIs,
            List<TrySide> sides,
            Map<String, String> options,
            Session session,
            HeardLines heard) {
        this.plan = plan;
        this.task = task;
        this.proposals = proposals;
        this.asItIs = asItIs;
        this.sides = sides;
        this.options = options;
        this.session = session;
        this.heard = heard;
        this.trial = new Trial(proposals.size(), plan.metric(), plan.worth());
    }

    /** Takes why a remedy is out before it was measured. */
    Consumer<String> outAt(int remedy) {
        return why -> {
            sides.get(remedy).out(why);
            trial.out(remedy);
        };
    }

    /**
     * Measures, and leaves a run folder with its report for the program as it is and for each remedy that was measured.
     *
     * @throws ForkLauncher.ForkRejected if the very first JVM refused what it was asked for; it has said why
     * @throws ForkLauncher.NoResults if it was interrupted, or the program could not be measured as it is, before a round was whole
     */
    Ranking run() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        while (ending.isEmpty() && failure.isEmpty()) {
            long roundNs = System.nanoTime();
            if (!round()) {
                break;
            }
            long nowNs = System.nanoTime();
            decide(nowNs - startNs, nowNs - roundNs);
        }
        if (session.interrupted()) {
            if (trial.rounds() == 0) {
                discard();
                throw new ForkLauncher.NoResults("Interrupted before a round of JVMs was measured.");
            }
            ending = "Interrupted after " + TerminalText.counted(trial.rounds(), "round") + ".";
        }
        if (!failure.isEmpty() && trial.rounds() == 0) {
            discard();
            throw new ForkLauncher.NoResults("The task cannot be measured as it is. " + failure);
        }
        if (!failure.isEmpty()) {
            ending = "Ended after " + TerminalText.counted(trial.rounds(), "round")
                    + ", because the task could no longer be measured as it is. " + failure;
        }
        return ranking();
    }

    /** @return false if it is not to go on */
    private boolean round() throws IOException, InterruptedException {
        Map<Integer, RunFolder> left = new LinkedHashMap<>();
        for (int remedy : plan.order(trial.rounds(), trial.open())) {
            Optional<RunFolder> one = fork(remedy);
            if (session.interrupted()) {
                // Whole rounds are compared.
                left.forEach((number, folder) -> side(number).launcher().discard(folder));
                return false;
            }
            if (one.isPresent()) {
                left.put(remedy, one.get());
            } else if (remedy == TryPlan.AS_IT_IS) {
                failure = asItIs.reason();
                return false;
            } else {
                trial.out(remedy);
            }
        }
        Fork before = costs.read(asItIs, Objects.requireNonNull(left.get(TryPlan.AS_IT_IS), "every round has one"));
        Map<Integer, Fork> with = new LinkedHashMap<>();
        for (Map.Entry<Integer, RunFolder> one : left.entrySet()) {
            if (one.getKey() != TryPlan.AS_IT_IS) {
                with.put(one.getKey(), costs.read(side(one.getKey()), one.getValue()));
            }
        }
        trial.add(before, with);
        return true;
    }

    private TrySide side(int remedy) {
        return remedy == TryPlan.AS_IT_IS ? asItIs : sides.get(remedy);
    }

    /** @return what it left; empty if that is no good, and then its side says why */
    private Optional<RunFolder> fork(int remedy) throws IOException, InterruptedException {
        TrySide side = side(remedy);
        side.progress().name("round " + (trial.rounds() + 1) + ", " + side.name() + ": ");
        heard.refusal();
        Optional<RunFolder> left;
        try {
            left = side.launcher().fork(0, side.options(options));
        } catch (ForkLauncher.ForkRejected e) {
            if (remedy == TryPlan.AS_IT_IS && trial.rounds() == 0) {
                throw e;
            }
            side.out("The JVM refused it: "
                    + heard.refusal().orElse("it said why above").strip() + ".");
            return Optional.empty();
        }
        if (session.interrupted()) {
            left.ifPresentOrElse(side.launcher()::discard, side.launcher()::discardMissing);
            return Optional.empty();
        }
        if (left.isEmpty()) {
            side.out(heard.refusal()
                    .map(line -> "The JVM refused it: " + line.strip() + ".")
                    .orElseGet(() -> side.launcher().lastMissing()));
            return left;
        }
        RunDescription run = left.get().readRun();
        if (run.status() != RunStatus.OK) {
            side.out("A run " + (run.status() == RunStatus.FAILED ? "failed" : "could not keep its rate") + ": "
                    + run.reason());
            return Optional.empty();
        }
        fixThreshold(run);
        return left;
    }

    /** The threshold that the first JVM found in its warm-up is every other's: what is counted must be the same. */
    private void fixThreshold(RunDescription run) {
        Map<String, String> fixed = new LinkedHashMap<>(options);
        fixed.put("threshold", run.thresholdNs() + "ns");
        options = fixed;
    }

    private void decide(long elapsedNs, long roundNs) {
        int rounds = trial.rounds();
        List<Integer> open = trial.open();
        session.err().println("after " + TerminalText.counted(rounds, "round") + ": " + state());
        if (trial.over()) {
            ending = open.isEmpty()
                    ? "Ended after " + TerminalText.counted(rounds, "round") + ", because every remedy was decided."
                    : "Ended after " + TerminalText.counted(rounds, "round") + ", the most that are made.";
            return;
        }
        // The next round has no more JVMs than this one had.
        if (elapsedNs + roundNs > plan.maxNs()) {
            ending = "Ended after " + TerminalText.counted(rounds, "round") + ", because "
                    + Durations.format(plan.maxNs()) + " were over (--max-duration) before "
                    + (open.size() == 1 ? "a remedy" : open.size() + " remedies") + " could be decided.";
            return;
        }
        long left = Math.max(1, Math.round((double) (plan.maxNs() - elapsedNs) / roundNs));
        session.err()
                .println("at most " + Durations.format((plan.maxNs() - elapsedNs) / 1_000_000_000 * 1_000_000_000)
                        + " to go, about " + TerminalText.counted(left, "round") + " of this length");
    }

    /** Returns what is known about each remedy, in few words. */
    private String state() {
        List<String> parts = new ArrayList<>();
        for (int remedy : trial.ranking()) {
            String change = trial.change(remedy)
                    .map(one -> MetricText.change(one.value()))
                    .orElse("not known yet");
            parts.add(proposals.get(remedy).name() + " " + (trial.standing(remedy) == Standing.OUT ? "out" : change)
                    + (trial.standing(remedy) == Standing.HELPS ? " (helps)" : ""));
        }
        return String.join(", ", parts);
    }

    private void discard() throws IOException {
        asItIs.launcher().discard();
        for (TrySide side : sides) {
            side.launcher().discard();
        }
    }

    private Ranking ranking() throws IOException {
        Optional<Analysis> before = finish(asItIs);
        List<TriedRemedy> tried = new ArrayList<>();
        for (int remedy : trial.ranking()) {
            TrySide side = sides.get(remedy);
            Optional<Analysis> after = finish(side);
            Optional<PairedEffect> effect = trial.effect(remedy);
            Proposal proposal = proposals.get(remedy);
            tried.add(new TriedRemedy(
                    proposal,
                    trial.standing(remedy),
                    side.reason(),
                    trial.rounds(remedy),
                    effect.map(PairedEffect::a),
                    effect.map(PairedEffect::b),
                    trial.change(remedy),
                    before.flatMap(was -> after.flatMap(is -> Predictions.check(
                            proposal.against(),
                            plan.metric(),
                            was.conclusions(),
                            is.conclusions(),
                            was.run(),
                            is.run()))),
                    costs.of(asItIs, side),
                    after.isPresent() ? side.folder().path().getFileName().toString() : ""));
        }
        return new Ranking(task, plan.metric(), plan.worth(), trial.rounds(), tried, ending);
    }

    /** Brings the files of a side together and reports on them; what cannot be reported on costs the report only. */
    private Optional<Analysis> finish(TrySide side) throws IOException {
        if (side.launcher().hasNoResults()) {
            side.launcher().discard();
            return Optional.empty();
        }
        try {
            side.launcher().merge();
            InterleavedRuns.mark(side.folder(), series);
            Analysis analysis = Analysis.of(side.folder());
            analysis.write();
            return Optional.of(analysis);
        } catch (RunFolderException e) {
            session.err().println(e.getMessage());
            return Optional.empty();
        }
    }
}
