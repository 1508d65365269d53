package io.straggler;

import io.straggler.harness.HarnessOptions;
import io.straggler.harness.Task;
import io.straggler.harness.Threshold;
import io.straggler.harness.Watchdog;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.Settings;
import io.straggler.model.Witness;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.RunLabel;
import io.straggler.sampler.SamplerOptions;
import io.straggler.sampler.linux.NativeThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How to run a task in this JVM. Every method sets one option and returns the same object; {@link #run} uses them. Not for use
 * by several threads.
 */
public final class StragglerOptions extends HarnessOptions.Builder<StragglerOptions> {
    /** Whether JDK Flight Recorder takes part. */
    public enum Jfr {
        /** Records, and joins the recordings that are running already. */
        ON,
        /** Records nothing: percentiles and counts remain, stacks and causes do not. */
        OFF
    }

    private SamplerMode sampler = SamplerMode.TRIGGERED;
    private Witness witness = Witness.AUTO;
    private double normalSamplesPerSecond = 5;
    private Duration samplePeriod = Duration.ofMillis(1);
    private OptionalInt cpu = OptionalInt.empty();
    private Jfr jfr = Jfr.ON;
    private @Nullable Executor pacing;
    private @Nullable Path out;
    private @Nullable String name;
    private OverheadCheck overheadCheck = OverheadCheck.NONE;
    private final Map<String, String> labels = new LinkedHashMap<>();
    private int fork;
    private Map<String, String> given = Map.of();

    StragglerOptions() {}

    /** The way of sampling to try first; {@link SamplerMode#TRIGGERED} unless set. */
    public StragglerOptions sampler(SamplerMode value) {
        sampler = value;
        return this;
    }

    /** Sets the questions to the kernel about threads without a core; {@link Witness#AUTO} unless set. */
    public StragglerOptions witness(Witness value) {
        witness = value;
        return this;
    }

    /** Normal samples a second, to compare outliers with; 5 unless set, zero for none. */
    public StragglerOptions normalSamples(double perSecond) {
        normalSamplesPerSecond = perSecond;
        return this;
    }

    /** Period of continuous sampling; 1 ms unless set. */
    public StragglerOptions samplePeriod(Duration value) {
        samplePeriod = value;
        return this;
    }

    /** Binds the pacing thread to a core; not bound unless set. */
    public StragglerOptions pin(int cpuNumber) {
        cpu = OptionalInt.of(cpuNumber);
        return this;
    }

    /** {@link Jfr#ON} unless set. */
    public StragglerOptions jfr(Jfr value) {
        jfr = value;
        return this;
    }

    /** When the sampler is off, to show what sampling does to the run; {@link OverheadCheck#NONE} unless set. */
    public StragglerOptions overheadCheck(OverheadCheck value) {
        overheadCheck = value;
        return this;
    }

    /**
     * Sets the thread for a task that is bound to one; a new thread unless set.
     *
     * @param value runs what it is given at once, on a thread other than the one that calls {@link #run}
     */
    public StragglerOptions pacingOn(Executor value) {
        pacing = value;
        return this;
    }

    /** Folder for the run's files, new or empty; no files unless set. */
    public StragglerOptions out(Path folder) {
        out = folder;
        return this;
    }

    /** Sets the name of the task in files; the name of its class unless set. */
    public StragglerOptions name(String value) {
        name = value;
        return this;
    }

    /**
     * Says of the run what its files cannot know, such as the version of the program; another value of the same name replaces it. Reports
     * and comparisons show it, and fleets can be grouped by it.
     *
     * @throws IllegalArgumentException unless {@link RunLabel} can have both
     */
    public StragglerOptions label(String labelName, String value) {
        labels.put(new RunLabel(labelName, value).fact(), value);
        return this;
    }

    /** Number of this JVM among several that measure the same. */
    StragglerOptions fork(int value) {
        fork = value;
        return this;
    }

    /** The options as the user wrote them, to be kept with the run. */
    StragglerOptions given(Map<String, String> asWritten) {
        given = Map.copyOf(asWritten);
        return this;
    }

    /**
     * Runs a task: warm-up, measured runs, and, when {@link #out} is set, the report.
     *
     * @throws IllegalArgumentException if options contradict each other, or ask for a core that this process may not use
     * @throws RunFolderException if the folder cannot be used
     */
    public StragglerResult run(Task task) {
        return new MeasuredJvm(this, task, name == null ? task.getClass().getName() : name).run();
    }

    /**
     * Checks that the options go together.
     *
     * @throws IllegalArgumentException saying which do not
     */
    public void check() {
        harness();
        samplerOptions(Path.of("unused"));
    }

    HarnessOptions harness(Watchdog watchdog) {
        HarnessOptions options = build(watchdog, overheadCheck(), fork);
        if (cpu.isPresent() && options.jitterCpus().contains(cpu.getAsInt())) {
            throw new OptionException(
                    "jitter cores",
                    "must not be the pacing thread's own, where they would watch the task",
                    "cpu=" + cpu.getAsInt());
        }
        return options;
    }

    /** Returns the options of the harness, once they go together. */
    private HarnessOptions harness() {
        return harness(Watchdog.ON);
    }

    SamplerOptions samplerOptions(Path recording) {
        return new SamplerOptions(
                // Stacks that nobody records would only disturb.
                jfr == Jfr.OFF ? SamplerMode.OFF : sampler,
                witness,
                recording,
                normalSamplesPerSecond,
                samplePeriod.toNanos(),
                cpu,
                overheadCheck(),
                harness().armDelayNs() == 0,
                fork);
    }

    /** The core to bind the pacing thread to. */
    OptionalInt pinned() {
        return cpu;
    }

    /**
     * Checks that threads can be bound to the cores that were asked for.
     *
     * @throws IllegalArgumentException if this process may not use one of them
     */
    void requireCores() {
        cpu.ifPresent(NativeThread::requireCpu);
        harness().jitterCpus().forEach(NativeThread::requireCpu);
    }

    /** A first guess, until the warm-up has one: what the recording's event settings start from. */
    Duration provisionalArmDelay() {
        HarnessOptions options = harness();
        if (options.armDelayNs() > 0) {
            return Duration.ofNanos(options.armDelayNs());
        }
        return options.threshold() instanceof Threshold.Fixed fixed
                ? Duration.ofNanos(Math.max(1, fixed.thresholdNs() / 10))
                : Duration.ofMillis(1);
    }

    /** There is nothing to be off where nothing samples on demand. */
    private OverheadCheck overheadCheck() {
        boolean samples = jfr == Jfr.ON && (sampler == SamplerMode.TRIGGERED || sampler == SamplerMode.JAVA);
        return samples ? overheadCheck : OverheadCheck.NONE;
    }

    Optional<Executor> pacing() {
        return Optional.ofNullable(pacing);
    }

    Jfr jfr() {
        return jfr;
    }

    Optional<Path> out() {
        return Optional.ofNullable(out);
    }

    int fork() {
        return fork;
    }

    /** Labels as facts of the environment. */
    Map<String, String> labels() {
        return labels;
    }

    Map<String, String> given() {
        return given;
    }

    /** The expected length of everything that one JVM paces. */
    public long expectedNs() {
        HarnessOptions options = harness();
        Schedule schedule = options.schedule();
        long warmUpNs = options.warmUp().empty() ? 0 : options.warmUp().expectedNs(schedule.warmUp());
        return warmUpNs
                + options.runs() * options.length().expectedNs(schedule)
                + (options.runs() - 1L) * options.pauseNs();
    }

    /** Measured runs, as it stands. */
    public int runs() {
        return harness().runs();
    }

    /** Options that analysis and comparisons depend on, as values. */
    Settings settings() {
        HarnessOptions options = harness();
        return new Settings(
                options.schedule().toString(),
                Optional.of(options.threshold().asked()),
                !overheadCheck().equals(OverheadCheck.NONE),
                "");
    }

    /** Every option with the value that is used, for people. */
    Map<String, String> resolved() {
        Map<String, String> all = harness().texts();
        all.put("sampler", sampler.label());
        all.put("witness", witness.label());
        all.put("normal-samples", normalSamplesPerSecond + "/s");
        all.put("sample-period", Durations.format(samplePeriod.toNanos()));
        all.put("pin", cpu.isPresent() ? "cpu " + cpu.getAsInt() : "not pinned");
        all.put("measure-overhead", overheadCheck().equals(OverheadCheck.NONE) ? "off" : "on");
        all.put("jfr", jfr == Jfr.ON ? "on" : "off");
        return all;
    }
}
