package io.straggler.remedies;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.MachineFacts;
import io.straggler.model.RunDescription;
import io.straggler.model.WaitedFor;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Evidence of a run for and against remedies.
 *
 * @param shares the part of the outliers' latency that each cause took, 0 to 1; what threads did that were waited for counts for its cause as well
 * @param coreHolders what had the cores while outliers waited for one, such as {@code GC} or {@code C2 compiler}, with the part of the latency that it had; none
 *     where nobody recorded that
 * @param collections kinds and reasons of the collections that made outliers late, as the JVM names them
 * @param collector names of the collectors, as the JVM has them
 * @param flags arguments that the JVM had
 * @param heapBytes the largest heap
 * @param cores processors that the JVM sees
 * @param feature release of the JDK
 * @param options as the user gave them
 */
public record Evidence(
        Map<Cause, Double> shares,
        Map<String, Double> coreHolders,
        Set<String> collections,
        String collector,
        List<String> flags,
        long heapBytes,
        int cores,
        int feature,
        Map<String, String> options) {
    private static final Pattern MEGABYTES = Pattern.compile("([0-9]{1,12}) MB");
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?([0-9]{1,4}).*");

    public Evidence {
        shares = Map.copyOf(shares);
        coreHolders = Map.copyOf(coreHolders);
        collections = Set.copyOf(collections);
        flags = List.copyOf(flags);
        options = Map.copyOf(options);
    }

    /** Returns the evidence in a run's files and diagnosis. */
    public static Evidence of(RunDescription run, Conclusions conclusions) {
        List<CauseSum> causes = conclusions.budget().causes();
        double all = causes.stream().mapToLong(CauseSum::totalNs).sum();
        Map<Cause, Double> shares = new EnumMap<>(Cause.class);
        Map<String, Double> holders = new HashMap<>();
        Set<String> collections = new HashSet<>();
        for (CauseSum sum : causes) {
            shares.merge(sum.cause(), sum.totalNs() / Math.max(1, all), Double::sum);
            for (Where where : sum.where()) {
                where.place()
                        .partner()
                        .flatMap(partner -> cause(partner.did()))
                        .ifPresent(cause -> shares.merge(cause, where.ns() / Math.max(1, all), Double::sum));
                if (sum.cause() == Cause.RUN_QUEUE) {
                    holders.merge(where.place().what(), where.ns() / Math.max(1, all), Double::sum);
                }
                if (sum.cause() == Cause.GC_PAUSE) {
                    collections.add(where.place().words());
                }
            }
        }
        Map<String, String> facts = run.environment();
        return new Evidence(
                shares,
                holders,
                collections,
                facts.getOrDefault("gc", ""),
                List.of(facts.getOrDefault("jvm flags", "").split(" ")),
                number(MEGABYTES, facts.getOrDefault("heap max", "")) << 20,
                (int) number(FEATURE, facts.getOrDefault(MachineFacts.CORES, "")),
                (int) number(FEATURE, facts.getOrDefault("java", "")),
                run.optionsGiven());
    }

    /** The cause by which a thread that was waited for was late itself. */
    private static Optional<Cause> cause(WaitedFor.Did did) {
        if (did instanceof WaitedFor.Blocked blocked) {
            return Optional.ofNullable(Cause.shownBy(blocked.kind()));
        }
        return did == WaitedFor.Running.WAITED_FOR_CORE ? Optional.of(Cause.RUN_QUEUE) : Optional.empty();
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** The part of the outliers' latency that any of some causes took. */
    public double share(Set<Cause> causes) {
        return causes.stream()
                .mapToDouble(cause -> shares.getOrDefault(cause, 0.0))
                .sum();
    }

    /** The part of the latency in which threads whose name has a word had the cores; that of all waiting for a core where nobody recorded who had them. */
    double heldBy(String word) {
        return coreHolders.isEmpty()
                ? share(Set.of(Cause.RUN_QUEUE))
                : coreHolders.entrySet().stream()
                        .filter(holder -> holder.getKey().contains(word))
                        .mapToDouble(Map.Entry::getValue)
                        .sum();
    }

    /** Whether a collection of outliers has a word in its kind or reason. */
    boolean collected(String word) {
        return collections.stream().anyMatch(collection -> collection.contains(word));
    }

    boolean collectedBy(String name) {
        return collector.contains(name);
    }

    /** Whether the JVM has any argument that begins like one of these. */
    boolean has(String... beginnings) {
        return flags.stream().anyMatch(flag -> Stream.of(beginnings).anyMatch(flag::startsWith));
    }
}
