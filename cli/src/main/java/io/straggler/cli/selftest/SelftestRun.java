package io.straggler.cli.selftest;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.accuracy.ThisMachine;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.OptionTexts;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Iteration;
import io.straggler.model.RunStatus;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.Messages;
import io.straggler.selftest.Medians;
import io.straggler.selftest.Score;
import io.straggler.selftest.Scoring;
import io.straggler.selftest.Selftest;
import io.straggler.selftest.Truth;
import io.straggler.selftest.Truths;
import io.straggler.selftest.Verdict;
import io.straggler.selftest.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * The runs of a self test, one after the other, and their scores. Ctrl-C ends the run that is under way; what it had done by
 * then is scored.
 */
final class SelftestRun implements Callable<Optional<Selftest>> {
    private final SelftestPlan plan;
    private final Sensitivity sensitivity;
    private final RunFolder folder;
    private final Session session;
    private final Map<Fault, String> impossible = new EnumMap<>(Fault.class);
    private final Set<String> notes = new LinkedHashSet<>();
    private Selftest.Ordinary ordinary = new Selftest.Ordinary(0, 0);
    private String jvm = "";
    private String problem = "";
    private boolean refused;

    SelftestRun(SelftestPlan plan, RunFolder folder, Session session) {
        this.plan = plan;
        this.sensitivity = new Sensitivity(plan);
        this.folder = folder;
        this.session = session;
    }

    /** Returns what the figures rest on, a sentence each. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns the sensitivity of the answers to the numbers in the rules. */
    Sensitivity sensitivity() {
        return sensitivity;
    }

    /** Why the result is not what was asked for; empty if it is. */
    String problem() {
        return problem;
    }

    /** Whether nothing could be measured because a JVM did not accept what it was asked for. */
    boolean refused() {
        return refused;
    }

    @Override
    public Optional<Selftest> call() throws Exception {
        long startEpochMs = System.currentTimeMillis();
        List<Long> done = new ArrayList<>();
        List<Score> scores = new ArrayList<>();
        for (long seed : plan.seeds()) {
            if (problem.isEmpty() && !session.interrupted()) {
                seed(seed).ifPresent(score -> {
                    done.add(seed);
                    scores.add(score);
                });
            }
        }
        if (session.interrupted()) {
            problem = "Interrupted: "
                    + (scores.isEmpty() ? "nothing was measured." : "the figures rest on what was done by then.");
        }
        if (scores.isEmpty() && problem.isEmpty()) {
            problem = nothingDone();
        }
        if (scores.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Selftest(
                startEpochMs,
                jvm,
                Runtime.version().feature(),
                ThisMachine.describe(),
                plan.regime(),
                done,
                plan.regime().thresholdNs(),
                ordinary,
                Medians.of(scores),
                scores));
    }

    private String nothingDone() {
        Map<String, String> faults = new LinkedHashMap<>();
        impossible.forEach((fault, why) -> faults.merge(why, fault.id(), (some, one) -> some + ", " + one));
        return "Nothing was injected"
                + (faults.isEmpty()
                        ? ": the run was over before anything was ready."
                        : ", because this machine does not allow it: "
                                + faults.entrySet().stream()
                                        .map(one -> one.getValue() + " (" + one.getKey() + ")")
                                        .collect(Collectors.joining("; "))
                                + ".");
    }

    private Optional<Score> seed(long seed) throws IOException, InterruptedException {
        List<Truths> truths = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        String which = plan.seeds().size() > 1 ? "seed " + seed + ": " : "";
        if (!plan.injected().isEmpty()) {
            SelftestFork fork =
                    SelftestFork.injections(seed, plan, folder.path().resolve("seed-" + seed));
            run(fork, which, truths, verdicts);
        }
        if (plan.bursts() && problem.isEmpty() && !session.interrupted()) {
            SelftestFork fork = SelftestFork.bursts(seed, plan, folder.path().resolve("seed-" + seed + "-bursts"));
            run(fork, which + "bursts: ", truths, verdicts);
        }
        return truths.stream().allMatch(one -> one.labelled().isEmpty())
                ? Optional.empty()
                : Optional.of(Scoring.of(
                        plan.faults(), truths, verdicts, plan.regime().thresholdNs()));
    }

    private void run(SelftestFork fork, String which, List<Truths> truths, List<Verdict> verdicts)
            throws IOException, InterruptedException {
        RunFolder place = RunFolder.create(fork.folder());
        ProgressLine progress =
                session.progress(OptionTexts.parse(fork.options()).expectedNs());
        progress.name(which);
        ForkLauncher launcher = session.launcher(fork.request(), place, progress);
        try {
            launcher.run(1);
            Analysis analysis = Analysis.of(place);
            Truths done = Truths.read(fork.truthFile());
            truths.add(done);
            impossible.putAll(done.impossible());
            verdicts.addAll(verdicts(analysis, analysis.conclusions().budget()));
            judge(analysis, fork);
            if (plan.sensitivity()) {
                sensitivity.add(analysis, done);
            }
            ordinary = ordinary.plus(ordinary(analysis, done));
        } catch (ForkLauncher.ForkRejected e) {
            refused = true;
            problem = "The measured JVM refused what it was asked for.";
            Files.deleteIfExists(place.path());
        } catch (ForkLauncher.NoResults | RunFolderException e) {
            problem = Messages.of(e);
        } catch (IOException e) {
            problem = FileErrors.sentence(e);
        }
    }

    private void judge(Analysis analysis, SelftestFork fork) {
        jvm = analysis.run().environment().getOrDefault("jvm", "");
        notes.add("sampler     " + analysis.run().sampler().mode().label() + " ("
                + analysis.run().sampler().why() + ")");
        RunStatus status = analysis.run().status();
        if (status != RunStatus.OK && !session.interrupted()) {
            // The rate of a self test cannot be lowered.
            String what = status == RunStatus.SATURATED
                    ? "could not keep its rate, because this machine is too busy or too slow: run it again when nothing else runs."
                    : "was " + status.label() + ": " + analysis.run().reason();
            problem = "A run " + what + " (" + fork.folder() + ")";
        }
    }

    private static Selftest.Ordinary ordinary(Analysis analysis, Truths truths) {
        if (truths.labelled().stream().anyMatch(truth -> truth.fault() == Fault.BURST)) {
            return new Selftest.Ordinary(0, 0);
        }
        Set<Long> labelled = truths.labelled().stream().map(Truth::intendedNs).collect(Collectors.toSet());
        TreeMap<Long, Long> injections = new TreeMap<>();
        truths.labelled().forEach(truth -> injections.merge(truth.intendedNs(), truth.endNs(), Math::max));
        long slow = analysis.conclusions().diagnosis().outliers().stream()
                .map(DiagnosedOutlier::outlier)
                .filter(outlier -> !outlier.victim()
                        && !labelled.contains(outlier.iteration().intendedNs())
                        && !inFlight(outlier.iteration(), injections))
                .count();
        return new Selftest.Ordinary(analysis.run().iterations() - labelled.size(), slow);
    }

    /** Whether an iteration was in flight together with one that suffered: of asynchronous iterations it may have waited for that one. */
    private static boolean inFlight(Iteration iteration, TreeMap<Long, Long> injections) {
        Map.Entry<Long, Long> last = injections.lowerEntry(iteration.endNs());
        return last != null && last.getValue() > iteration.intendedNs();
    }

    /** Returns the verdicts of a division of the outliers' time. */
    static List<Verdict> verdicts(Analysis analysis, RunBudget budget) {
        List<TimeBudget> budgets = budget.budgets();
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < budgets.size(); i++) {
            verdicts.add(Verdict.of(budgets.get(i), outliers.get(i)));
        }
        return verdicts;
    }
}
