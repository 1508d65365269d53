package io.straggler.rates.result;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A task measured at one rate after the other: what the table on a terminal, {@code sweep.json} and the page of a sweep say.
 *
 * @param task its class name
 * @param asked iterations per second that were to be measured, growing
 * @param rounds how often each of them was to be measured
 * @param orderSeed what the order within rounds was drawn from
 * @param steps those that were measured, lowest rate first
 * @param ending how the measuring went and why it ended, in a sentence
 */
public record SweptRates(
        String task, List<Double> asked, int rounds, long orderSeed, List<SweptStep> steps, String ending) {
    public SweptRates {
        asked = List.copyOf(asked);
        steps = List.copyOf(steps);
    }

    /**
     * Where the rate can no longer be kept.
     *
     * @param saturated the lowest rate that was not kept, in one round or more
     * @param kept the highest below that was; empty if there is none
     * @param keptAbove rates above {@code saturated} that were kept in all rounds all the same
     */
    public record Saturation(SweptStep saturated, Optional<SweptStep> kept, List<SweptStep> keptAbove) {}

    /**
     * A cause that takes more of the outliers' latency than any other at one rate or at several in a row.
     *
     * @param perSecond the first rate at which it does
     * @param toPerSecond the last of them before another cause does; the same where it is one rate
     */
    public record Lead(Cause cause, double perSecond, double toPerSecond) {}

    /** Empty if every rate was kept. */
    public Optional<Saturation> saturation() {
        Optional<SweptStep> saturated = steps.stream()
                .filter(step -> step.status() == RunStatus.SATURATED)
                .findFirst();
        return saturated.map(first -> new Saturation(
                first,
                kept().stream()
                        .filter(step -> step.perSecond() < first.perSecond())
                        .reduce((lower, higher) -> higher),
                kept().stream()
                        .filter(step -> step.perSecond() > first.perSecond())
                        .toList()));
    }

    /** The steps whose latencies mean something. */
    public List<SweptStep> kept() {
        return steps.stream().filter(step -> step.status() == RunStatus.OK).toList();
    }

    /** The largest causes, as the load grows; a step with few outliers has none, and is passed over. */
    public List<Lead> leads() {
        List<Lead> leads = new ArrayList<>();
        for (SweptStep step : steps) {
            step.budget().largest().ifPresent(cause -> {
                Lead last = leads.isEmpty() ? null : leads.get(leads.size() - 1);
                if (last != null && last.cause() == cause) {
                    leads.set(leads.size() - 1, new Lead(cause, last.perSecond(), step.perSecond()));
                } else {
                    leads.add(new Lead(cause, step.perSecond(), step.perSecond()));
                }
            });
        }
        return leads;
    }
}
