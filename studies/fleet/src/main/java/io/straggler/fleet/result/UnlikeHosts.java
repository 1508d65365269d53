package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.statistics.math.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which hosts are unlike the rest, and by which cause.
 *
 * <p>For each cause, the logarithm of what an iteration loses is taken in each block of each host. So differences become ratios, and a few
 * huge pauses do not decide. Before that, a constant is added: what the average host loses to the cause, or a hundredth of what it loses to
 * all causes, whichever is more. So causes that cost next to nothing yield no large ratios. Two tests compare a host's mean with that of
 * the host in the middle, and the larger of the two p-values counts:
 *
 * <ul>
 *   <li>against the spread between hosts: the median absolute deviation, which special hosts do not move. A spread of less than
 *       {@value #MIN_SPREAD} counts as {@value #MIN_SPREAD}, so a host that loses a tenth more is never special;
 *   <li>against the spread between the host's own blocks, because what happened once is no property of a host. Few blocks show that spread
 *       badly, so the median of all hosts' spreads counts as much: G. Smyth, Linear Models and Empirical Bayes Methods, 2004, with as many
 *       degrees of freedom for the common spread as for the host's own.
 * </ul>
 *
 * <p>Every host is tested for every cause, so some test would find something by chance: S. Holm, A Simple Sequentially Rejective Multiple
 * Test Procedure, 1979, keeps the probability that any host is named in a fleet without a special host below {@value #LEVEL}.
 * {@code UnlikeHostsTest} simulates it.
 *
 * @param judged how many hosts could be compared: those with at least {@value #MIN_BLOCKS} blocks
 * @param unlike those that stand out, the one that costs an iteration most first
 * @param refusal why nothing is concluded, a sentence, when it is not
 */
public record UnlikeHosts(int judged, List<UnlikeHost> unlike, Optional<String> refusal) {
    /** The highest probability that a host is named in a fleet in which no host is special. */
    public static final double LEVEL = 0.05;

    /** Smallest number of hosts; fewer do not tell how far hosts usually differ. */
    public static final int MIN_HOSTS = 8;

    /** Smallest number of blocks; fewer do not tell how far a host differs from itself. */
    public static final int MIN_BLOCKS = 4;

    /** Smallest spread of logarithms. */
    static final double MIN_SPREAD = 0.1;

    private static final double DEVIATIONS_OF_NORMAL = 1.4826;
    private static final double NEGLIGIBLE = 0.01;

    public UnlikeHosts {
        unlike = List.copyOf(unlike);
    }

    /** Compares hosts. The same hosts always give the same result, in whatever order. */
    public static UnlikeHosts of(List<HostMetrics> hosts) {
        List<HostMetrics> judged = hosts.stream()
                .filter(host -> host.blocks().size() >= MIN_BLOCKS)
                .sorted(Comparator.comparing(HostMetrics::host))
                .toList();
        if (judged.size() < MIN_HOSTS) {
            return new UnlikeHosts(
                    judged.size(),
                    List.of(),
                    Optional.of("At least " + MIN_HOSTS + " hosts are needed to say which is unlike the rest, each with"
                            + " iterations in " + MIN_BLOCKS + " parts of its time; there "
                            + (judged.size() == 1 ? "is 1." : "are " + judged.size() + ".")));
        }
        List<Suspicion> suspicions = new ArrayList<>();
        double allNs = allNs(judged);
        for (Cause cause : Cause.values()) {
            suspicions.addAll(suspicions(judged, cause, allNs));
        }
        return new UnlikeHosts(judged.size(), named(beyondChance(suspicions)), Optional.empty());
    }

    /** What an iteration loses to all causes, on the average host. */
    private static double allNs(List<HostMetrics> hosts) {
        return hosts.stream()
                .mapToDouble(host -> Arrays.stream(Cause.values())
                        .mapToDouble(host::perIterationNs)
                        .sum())
                .average()
                .orElse(0);
    }

    /** One host and one cause. */
    private record Suspicion(HostMetrics host, Cause cause, double usualNs, double chance) {}

    private static List<Suspicion> suspicions(List<HostMetrics> hosts, Cause cause, double allNs) {
        double meanNs = hosts.stream()
                .mapToDouble(host -> host.perIterationNs(cause))
                .average()
                .orElse(0);
        if (meanNs == 0) {
            return List.of();
        }
        double addedNs = Math.max(meanNs, NEGLIGIBLE * allNs);
        double[] means = new double[hosts.size()];
        double[] errors = new double[hosts.size()];
        for (int i = 0; i < means.length; i++) {
            double[] logs = hosts.get(i).blocks().stream()
                    .mapToDouble(block -> Math.log(block.perIterationNs(cause) + addedNs))
                    .toArray();
            means[i] = Arrays.stream(logs).average().orElseThrow();
            errors[i] = standardError(logs, means[i]);
        }
        double middle = median(means);
        double spread = Math.max(
                MIN_SPREAD,
                DEVIATIONS_OF_NORMAL
                        * median(Arrays.stream(means)
                                .map(mean -> Math.abs(mean - middle))
                                .toArray()));
        double usualError = median(errors);
        double usualNs = median(
                hosts.stream().mapToDouble(host -> host.perIterationNs(cause)).toArray());
        List<Suspicion> suspicions = new ArrayList<>();
        for (int i = 0; i < means.length; i++) {
            double further = means[i] - middle;
            double error = Math.sqrt((errors[i] * errors[i] + usualError * usualError) / 2);
            int degreesOfFreedom = 2 * (hosts.get(i).blocks().size() - 1);
            double chance =
                    Math.max(chance(further, spread, means.length - 1), chance(further, error, degreesOfFreedom));
            suspicions.add(new Suspicion(hosts.get(i), cause, usualNs, chance));
        }
        return suspicions;
    }

    /** Returns the one-sided probability by chance: a host that loses less is no problem. */
    private static double chance(double further, double error, int degreesOfFreedom) {
        if (further <= 0) {
            return 1;
        }
        return error == 0 ? 0 : StudentT.chance(further / error, degreesOfFreedom) / 2;
    }

    private static double standardError(double[] values, double mean) {
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }

    private static double median(double[] values) {
        double[] ordered = values.clone();
        Arrays.sort(ordered);
        int half = ordered.length / 2;
        return ordered.length % 2 == 1 ? ordered[half] : (ordered[half - 1] + ordered[half]) / 2;
    }

    /**
     * Returns the suspicions beyond chance, with the probability that any would be as far: from the clearest on, each
     * among those that are left.
     */
    private static List<Suspicion> beyondChance(List<Suspicion> suspicions) {
        List<Suspicion> clearestFirst = new ArrayList<>(suspicions);
        clearestFirst.sort(Comparator.comparingDouble(Suspicion::chance));
        List<Suspicion> beyond = new ArrayList<>();
        double together = 0;
        for (Suspicion one : clearestFirst) {
            together = Math.max(together, one.chance() * (suspicions.size() - beyond.size()));
            if (together >= LEVEL) {
                break;
            }
            beyond.add(new Suspicion(one.host(), one.cause(), one.usualNs(), together));
        }
        return beyond;
    }

    private static List<UnlikeHost> named(List<Suspicion> beyond) {
        Map<String, UnlikeHost> byHost = new HashMap<>();
        for (Suspicion one : beyond) {
            UnlikeHost unlike = new UnlikeHost(
                    one.host().host(),
                    one.cause(),
                    one.host().perIterationNs(one.cause()),
                    one.usualNs(),
                    one.chance());
            byHost.merge(unlike.host(), unlike, (a, b) -> a.excessNs() >= b.excessNs() ? a : b);
        }
        return byHost.values().stream()
                .sorted(Comparator.comparingDouble(UnlikeHost::excessNs)
                        .reversed()
                        .thenComparing(UnlikeHost::host))
                .toList();
    }
}
