package io.straggler.remedies;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.PairedEffect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Several remedies against the program as it is, measured in rounds: in each, one JVM as it is and one with each remedy that is not decided yet. Pure
 * but for what it is given; for one thread.
 *
 * <p>All remedies together get a verdict for nothing in at most {@value #LEVEL} of trials in which none does anything. That chance is divided among
 * the looks, which come after numbers of rounds that are fixed before (K. Lan and D. DeMets, Discrete Sequential Boundaries for Clinical Trials, Biometrika
 * 70, 1983; here the looks share it by Bonferroni, so that it holds whatever the looks have in common). Within a look it is divided among the remedies by
 * S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979. Remedies that are left out early, because they cannot be worth it or cannot
 * be the best, still count in Holm's division: so whatever leaves them out does not change the level. {@code TrialTest} simulates it.
 */
public final class Trial {
    /** The chance that a trial in which nothing does anything has a verdict. */
    public static final double LEVEL = 0.05;

    /** The probability with which the interval of one remedy, looked at alone, misses. */
    private static final double ALONE = 0.05;

    /** The probability with which the interval misses that shows a remedy to be behind the best one so far. */
    private static final double BEHIND = 0.2;

    /** Rounds after which the remedies are looked at, and each look's part of the level. Fewer rounds would be looked at with next to no power. */
    private static final Map<Integer, Double> LOOKS =
            Map.of(4, 0.15, 6, 0.25, 8, 0.25, 12, 0.20, 16, 0.08, 24, 0.04, 32, 0.02, 48, 0.01);

    private final Metric.Percentile metric;
    private final double worth;
    private final List<Fork> before = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();

    /** Standing of a remedy in the trial. */
    public enum Standing {
        /** Nothing certain yet. */
        OPEN,
        /** It helps, and that is not chance. */
        HELPS,
        /** It makes the percentile worse, and that is not chance. */
        HARMS,
        /** An improvement that would be worth it would have been seen. */
        NOT_WORTH_IT,
        /** Nothing is certain, and another remedy is most probably better. */
        BEHIND,
        /** Its JVMs refused it, failed or could not keep the rate. */
        OUT
    }

    private static final class Candidate {
        private final List<Fork> forks = new ArrayList<>();
        private Standing standing = Standing.OPEN;
        private Optional<PairedEffect> effect = Optional.empty();
        private Optional<Estimate> change = Optional.empty();
    }

    /**
     * Begins.
     *
     * @param remedies how many
     * @param metric that is to become better
     * @param worth the relative improvement that would be worth having, 0.2 for 20%
     */
    public Trial(int remedies, Metric.Percentile metric, double worth) {
        this.metric = metric;
        this.worth = worth;
        for (int i = 0; i < remedies; i++) {
            candidates.add(new Candidate());
        }
    }

    /** The remedies that have a JVM in the next round, by number. */
    public List<Integer> open() {
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).standing == Standing.OPEN) {
                open.add(i);
            }
        }
        return open;
    }

    /** Leaves a remedy out, because it cannot be measured. */
    public void out(int remedy) {
        candidates.get(remedy).standing = Standing.OUT;
    }

    /**
     * Adds a round, and looks at the remedies if it is time to.
     *
     * @param asItIs the JVM without any remedy
     * @param with the JVMs of the open remedies
     */
    public void add(Fork asItIs, Map<Integer, Fork> with) {
        before.add(asItIs);
        with.forEach((remedy, fork) -> candidates.get(remedy).forks.add(fork));
        Double share = LOOKS.get(before.size());
        if (share != null) {
            look(LEVEL * share);
        }
    }

    /** Rounds so far. */
    public int rounds() {
        return before.size();
    }

    /** Whether another round could decide anything. */
    public boolean over() {
        int last = LOOKS.keySet().stream().max(Comparator.naturalOrder()).orElseThrow();
        return open().isEmpty() || before.size() >= last;
    }

    public Standing standing(int remedy) {
        return candidates.get(remedy).standing;
    }

    /** Rounds in which a remedy took part. */
    public int rounds(int remedy) {
        return candidates.get(remedy).forks.size();
    }

    /**
     * The percentile without and with a remedy, of the rounds in which it took part.
     *
     * @return empty while it is not measurable
     */
    public Optional<PairedEffect> effect(int remedy) {
        Candidate candidate = candidates.get(remedy);
        return candidate.effect.or(() -> effect(candidate));
    }

    /**
     * The relative change with an interval. For a remedy that helps or harms, the interval allows for all remedies and looks, so it holds for all of them
     * together with 95%; for all others it is of 95% for this remedy alone.
     */
    public Optional<Estimate> change(int remedy) {
        Optional<Estimate> decided = candidates.get(remedy).change;
        return decided.isPresent() ? decided : effect(remedy).map(effect -> effect.relative(ALONE));
    }

    /**
     * Returns the remedies: those that help most first, then the undecided ones, then those that harm, and last those
     * that are out.
     */
    public List<Integer> ranking() {
        List<Integer> ranking = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            ranking.add(i);
        }
        ranking.sort(Comparator.comparing((Integer remedy) -> place(standing(remedy)))
                .thenComparingDouble(
                        remedy -> change(remedy).map(Estimate::value).orElse(0.0)));
        return ranking;
    }

    private static int place(Standing standing) {
        return switch (standing) {
            case HELPS -> 0;
            case BEHIND, OPEN -> 1;
            case NOT_WORTH_IT -> 2;
            case HARMS -> 3;
            case OUT -> 4;
        };
    }

    private Optional<PairedEffect> effect(Candidate candidate) {
        int rounds = candidate.forks.size();
        return rounds < 2 ? Optional.empty() : PairedEffect.of(before.subList(0, rounds), candidate.forks, metric);
    }

    private void look(double level) {
        Map<Candidate, PairedEffect> measured = new TreeMap<>(Comparator.comparingInt(candidates::indexOf));
        long undecided = 0;
        for (Candidate candidate : candidates) {
            if (candidate.standing != Standing.HELPS && candidate.standing != Standing.HARMS) {
                undecided++;
            }
            if (candidate.standing == Standing.OPEN) {
                effect(candidate).ifPresent(effect -> measured.put(candidate, effect));
            }
        }
        List<Map.Entry<Candidate, PairedEffect>> byChance = measured.entrySet().stream()
                .sorted(Comparator.comparingDouble(one -> one.getValue().chance()))
                .toList();
        for (Map.Entry<Candidate, PairedEffect> one : byChance) {
            double chance = level / undecided;
            if (one.getValue().chance() >= chance) {
                break;
            }
            decide(one.getKey(), one.getValue(), chance);
            undecided--;
        }
        leaveOut(measured);
    }

    private static void decide(Candidate candidate, PairedEffect effect, double chance) {
        candidate.standing = effect.b() < effect.a() ? Standing.HELPS : Standing.HARMS;
        candidate.effect = Optional.of(effect);
        candidate.change = Optional.of(effect.relative(chance));
    }

    /** Ends what another round would be wasted on. */
    private void leaveOut(Map<Candidate, PairedEffect> measured) {
        double leader = candidates.stream()
                .filter(candidate -> candidate.standing == Standing.HELPS || candidate.standing == Standing.OPEN)
                .flatMap(candidate -> Optional.ofNullable(measured.get(candidate)).or(() -> candidate.effect).stream())
                .mapToDouble(effect -> effect.relative(ALONE).value())
                .min()
                .orElse(Double.NEGATIVE_INFINITY);
        measured.forEach((candidate, effect) -> {
            if (candidate.standing != Standing.OPEN) {
                return;
            }
            if (effect.relative(ALONE).low() > -worth) {
                candidate.standing = Standing.NOT_WORTH_IT;
            } else if (effect.relative(BEHIND).low() > leader) {
                candidate.standing = Standing.BEHIND;
            } else {
                return;
            }
            candidate.effect = Optional.of(effect);
        });
    }
}
