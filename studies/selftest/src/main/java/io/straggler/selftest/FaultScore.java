package io.straggler.selftest;

import io.straggler.selftest.fault.Fault;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Score of one fault. A figure without injections behind it is absent.
 *
 * @param fault which one
 * @param injections number of injections that took place and reached the threshold
 * @param ranked number of injections that were the largest part of their iteration, so that they had to be named first
 * @param precision share of the time given to the fault's causes, over all labelled iterations, that was rightly given
 * @param recall share of the injected time that was given to a cause that is right
 * @param firstRank share of the ranked injections whose largest answer is right
 * @param placed share of the right answers with a place that name the method first
 * @param medianNs the middle of their real lengths; zero without any
 * @param shortestNs the shortest
 * @param longestNs the longest
 * @param answers share of the time in these iterations by the name of the cause it was given to, the largest first; without what was
 *     rightly given to what else is known to have happened in them
 * @param note why there are no figures, or what weakens them; empty otherwise
 */
public record FaultScore(
        Fault fault,
        int injections,
        int ranked,
        OptionalDouble precision,
        OptionalDouble recall,
        OptionalDouble firstRank,
        OptionalDouble placed,
        long medianNs,
        long shortestNs,
        long longestNs,
        Map<String, Double> answers,
        String note) {
    public FaultScore {
        answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
    }
}
