package io.straggler.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Content of {@code run.json}: task, options, environment, and how the run ended.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION} for files written by this version
 * @param task class name of the task, or the words of whoever ran it
 * @param optionsGiven as the user wrote them
 * @param optionsResolved every option with the value that was used, defaults included
 * @param settings those of the options that analysis and comparisons depend on
 * @param environment JVM, flags, CPU, kernel, cores, clock source and the like
 * @param runs one outcome per measured run, over all forks
 * @param sampler how stacks were taken
 * @param status the worst status of the runs, or {@code FAILED} when something outside them broke
 * @param reason why the status is not {@code OK}; empty when it is
 * @param notices what makes the figures weaker than they look
 * @param launch what its JVMs were started with; empty for programs that were started by others
 * @param use what its JVMs took of the machine; empty where that is not known
 */
public record RunDescription(
        int schemaVersion,
        String task,
        Map<String, String> optionsGiven,
        Map<String, String> optionsResolved,
        Settings settings,
        Map<String, String> environment,
        List<RunOutcome> runs,
        SamplerSummary sampler,
        RunStatus status,
        String reason,
        List<Notice> notices,
        Optional<Launch> launch,
        Optional<ProcessUse> use) {
    /** Raised when a field changes its meaning or goes away. */
    public static final int SCHEMA_VERSION = 3;

    /** The fact of the environment that names the methods whose calls are iterations. */
    public static final String METHODS = "methods";

    /** The fact of the environment that says between what the threshold was, where it followed the iterations. */
    public static final String THRESHOLDS = "thresholds";

    public RunDescription {
        Objects.requireNonNull(settings, "settings");
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

    /** Returns whether no harness of this project ran the program: there was no schedule. */
    public boolean ofAnyProgram() {
        return !runs.isEmpty() && runs.stream().noneMatch(RunOutcome::scheduled);
    }

    /** Whether the sampler was off in a quarter of the time, to show what it does to the percentiles. */
    public boolean measuresOverhead() {
        return settings.measuresOverhead();
    }

    /** Returns the field that iterations are grouped by, or {@code method}; empty without groups. */
    public String groupedBy() {
        return settings.groupedBy();
    }

    /** Warnings, a sentence each: they make the figures weaker than they look. */
    public List<String> warnings() {
        return notices.stream().map(Notice::sentence).distinct().toList();
    }

    /** Returns the number of outliers known only to have been late, as far as notices say it. */
    public long onlyCounted() {
        return notices.stream().mapToLong(Notice::onlyCounted).sum();
    }

    /** The sum of a count of the notices with a code. */
    public long counted(Notice.Code code, String count) {
        return notices.stream()
                .filter(notice -> notice.code() == code)
                .mapToLong(notice -> notice.counts().getOrDefault(count, 0L))
                .sum();
    }

    /** Returns this description as that of a failed run, for failures found after the run. */
    public RunDescription failed(String why) {
        return toBuilder().status(RunStatus.FAILED, why).build();
    }

    /** Returns this description with one more fact about where and how it was measured. */
    public RunDescription withFact(String name, String value) {
        Map<String, String> facts = new LinkedHashMap<>(environment);
        facts.put(name, value);
        return toBuilder().environment(facts).build();
    }

    /** This description with one more warning, which only its sentence tells. */
    public RunDescription warned(String warning) {
        return noted(Notice.of(warning));
    }

    /** This description with one more notice. */
    public RunDescription noted(Notice notice) {
        List<Notice> all = new ArrayList<>(notices);
        all.add(notice);
        return toBuilder().notices(all).build();
    }

    /** Starts from an {@code OK} run known by its task alone. */
    public static Builder of(String task) {
        return new Builder(SCHEMA_VERSION, task);
    }

    /** Starts from this one. */
    public Builder toBuilder() {
        return new Builder(schemaVersion, task)
                .optionsGiven(optionsGiven)
                .optionsResolved(optionsResolved)
                .settings(settings)
                .environment(environment)
                .runs(runs)
                .sampler(sampler)
                .status(status, reason)
                .notices(notices)
                .launch(launch)
                .use(use);
    }

    /** Names what would be thirteen arguments. What is not set is empty, or as {@link RunDescription#of} says. For one thread. */
    public static final class Builder {
        private final int schemaVersion;
        private String task;
        private Map<String, String> optionsGiven = Map.of();
        private Map<String, String> optionsResolved = Map.of();
        private Settings settings = Settings.UNKNOWN;
        private Map<String, String> environment = Map.of();
        private List<RunOutcome> runs = List.of();
        private SamplerSummary sampler = SamplerSummary.off("");
        private RunStatus status = RunStatus.OK;
        private String reason = "";
        private List<Notice> notices = List.of();
        private Optional<Launch> launch = Optional.empty();
        private Optional<ProcessUse> use = Optional.empty();

        private Builder(int schemaVersion, String task) {
            this.schemaVersion = schemaVersion;
            this.task = task;
        }

        public Builder task(String value) {
            task = value;
            return this;
        }

        public Builder optionsGiven(Map<String, String> value) {
            optionsGiven = value;
            return this;
        }

        public Builder optionsResolved(Map<String, String> value) {
            optionsResolved = value;
            return this;
        }

        public Builder settings(Settings value) {
            settings = value;
            return this;
        }

        public Builder environment(Map<String, String> value) {
            environment = value;
            return this;
        }

        public Builder runs(List<RunOutcome> value) {
            runs = value;
            return this;
        }

        public Builder sampler(SamplerSummary value) {
            sampler = value;
            return this;
        }

        /** @param why empty if the status is {@code OK} */
        public Builder status(RunStatus value, String why) {
            status = value;
            reason = why;
            return this;
        }

        public Builder notices(List<Notice> value) {
            notices = value;
            return this;
        }

        public Builder launch(Optional<Launch> value) {
            launch = value;
            return this;
        }

        public Builder use(Optional<ProcessUse> value) {
            use = value;
            return this;
        }

        public RunDescription build() {
            return new RunDescription(
                    schemaVersion,
                    task,
                    optionsGiven,
                    optionsResolved,
                    settings,
                    environment,
                    runs,
                    sampler,
                    status,
                    reason,
                    notices,
                    launch,
                    use);
        }
    }
}
