package io.straggler.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code run.json} holds: what was run, where, and how it ended.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION} for files written by this version
 * @param task class name of the task, or the words of whoever ran it
 * @param optionsGiven as the user wrote them
 * @param optionsResolved every option with the value that was used, defaults included
 * @param environment JVM, flags, CPU, kernel, cores, clock source and the like
 * @param runs one outcome per measured run, over all forks
 * @param sampler how stacks were taken
 * @param status the worst status of the runs, or {@code FAILED} when something outside them broke
 * @param reason why the status is not {@code OK}; empty when it is
 * @param notices what makes the figures weaker than they look
 */
public record RunDescription(
        int schemaVersion,
        String task,
        Map<String, String> optionsGiven,
        Map<String, String> optionsResolved,
        Map<String, String> environment,
        List<RunOutcome> runs,
        SamplerSummary sampler,
        RunStatus status,
        String reason,
        List<Notice> notices) {
    /** Raised when a field changes its meaning or goes away. */
    public static final int SCHEMA_VERSION = 3;

    /** The fact of the environment that names the methods whose calls are iterations. */
    public static final String METHODS = "methods";

    /** The fact of the environment that says between what the threshold was, where it followed the iterations. */
    public static final String THRESHOLDS = "thresholds";

    public RunDescription {
        runs = List.copyOf(runs);
        notices = List.copyOf(notices);
    }

    public long iterations() {
        return runs.stream().mapToLong(RunOutcome::iterations).sum();
    }

    public long outliers() {
        return runs.stream().mapToLong(RunOutcome::outliers).sum();
    }

    /** The threshold of the first run; forks choose their own when it is a percentile of the warm-up. Zero without runs. */
    public long thresholdNs() {
        return runs.isEmpty() ? 0 : runs.get(0).thresholdNs();
    }

    /** Whether it is a recording of a program that no harness of ours ran: there was no schedule. */
    public boolean ofAnyProgram() {
        return !runs.isEmpty() && runs.stream().noneMatch(RunOutcome::scheduled);
    }

    /** Whether the sampler was off in a quarter of the time, to show what it does to the percentiles. */
    public boolean measuresOverhead() {
        return "on".equals(optionsResolved.get("measure-overhead"));
    }

    /** What groups of iterations differ in: the field that was asked for, or the method that is called; empty without groups. */
    public String groupedBy() {
        return optionsResolved.getOrDefault("by", environment.containsKey(METHODS) ? "method" : "");
    }

    /** The same with another status, for whoever finds out later that something broke. */
    public RunDescription failed(String why) {
        return new RunDescription(
                schemaVersion,
                task,
                optionsGiven,
                optionsResolved,
                environment,
                runs,
                sampler,
                RunStatus.FAILED,
                why,
                notices);
    }

    /** The same with one fact more about where and how it was measured. */
    public RunDescription withFact(String name, String value) {
        Map<String, String> facts = new LinkedHashMap<>(environment);
        facts.put(name, value);
        return new RunDescription(
                schemaVersion, task, optionsGiven, optionsResolved, facts, runs, sampler, status, reason, notices);
    }

    /** What makes the figures weaker than they look, a sentence each. */
    public List<String> warnings() {
        return notices.stream().map(Notice::sentence).distinct().toList();
    }

    /** Outliers of which nothing is known but that they were late, as far as notices say how many. */
    public long onlyCounted() {
        return notices.stream().mapToLong(Notice::onlyCounted).sum();
    }

    /** The same with one warning more that only its sentence tells. */
    public RunDescription warned(String warning) {
        return noted(Notice.of(warning));
    }

    /** The same with one notice more. */
    public RunDescription noted(Notice notice) {
        List<Notice> all = new ArrayList<>(notices);
        all.add(notice);
        return new RunDescription(
                schemaVersion, task, optionsGiven, optionsResolved, environment, runs, sampler, status, reason, all);
    }
}
