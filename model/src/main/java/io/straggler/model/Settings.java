package io.straggler.model;

import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a run that its analysis and comparisons depend on, as values. {@link RunDescription#optionsResolved} has all options, for people.
 *
 * @param schedule name of the schedule with its rate, such as {@code uniform 2,000/s}: equal where rate and arrivals are equal; empty
 *     without a schedule
 * @param threshold how the threshold was asked for; empty where that is not known
 * @param measuresOverhead whether the sampler was off in a quarter of the time, to show what it does to the percentiles
 * @param groupedBy what groups of iterations differ in: a field of their events, the method that is called, or the statement that is executed; empty without groups
 */
public record Settings(
        String schedule, Optional<AskedThreshold> threshold, boolean measuresOverhead, String groupedBy) {
    public Settings {
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(threshold, "threshold");
        Objects.requireNonNull(groupedBy, "groupedBy");
    }

    /** Nothing is known, as of a recording on its own. */
    public static final Settings UNKNOWN = new Settings("", Optional.empty(), false, "");

    /** Value of {@link #groupedBy} where iterations are calls of methods. */
    public static final String BY_METHOD = "method";

    /** Value of {@link #groupedBy} where they are statements of JDBC. */
    public static final String BY_STATEMENT = "statement";
}
