package io.straggler;

import io.straggler.harness.HarnessOptions;
import io.straggler.harness.RunLength;
import io.straggler.harness.Task;
import io.straggler.harness.Threshold;
import io.straggler.harness.Watchdog;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.Settings;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import io.straggler.model.text.RunLabel;
import io.straggler.sampler.SamplerOptions;
import io.straggler.sampler.linux.NativeThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * How to run a task in this JVM. Every method sets one option and returns the same object; {@link #run} uses them. Not for use
 * by several threads.
 */
public final class StragglerOptions {
    /** Whether JDK Flight Recorder takes part. */
    public enum Jfr {
        /** Records, and joins the recordings that are running already. */
        ON,
        /** Records nothing: percentiles and counts remain, stacks and causes do not. */
        OFF
    }

    /** What the harness is asked for, with its defaults. */
    private final HarnessOptions.Builder harness = HarnessOptions.builder();

    private SamplerMode sampler = SamplerMode.TRIGGERED;
    private double normalSamplesPerSecond = 5;
    private Duration samplePeriod = Duration.ofMillis(1);
    private OptionalInt cpu = OptionalInt.empty();
    private Jfr jfr = Jfr.ON;
    private Executor pacing;
    private Path out;
    private String name;
    private OverheadCheck overheadCheck = OverheadCheck.NONE;
    private final Map<String, String> labels = new LinkedHashMap<>();
    private int fork;
    private Map<String, String> given = Map.of();

    StragglerOptions() {}

    /** Evenly spread iterations; 10,000 a second unless set. */
    public StragglerOptions rate(double perSecond) {
        return schedule(Schedule.uniform(perSecond));
    }

    /** Any schedule, instead of {@link #rate}. */
    public StragglerOptions schedule(Schedule value) {
        harness.schedule(value);
        return this;
    }

    /** A rate that changes linearly over each measured run, instead of {@link #rate}. The warm-up has the first rate. */
    public StragglerOptions ramp(double fromPerSecond, double toPerSecond) {
        harness.ramp(fromPerSecond, toPerSecond);
        return this;
    }

    /** The schedule as it stands. */
    public Schedule schedule() {
        return harness.schedule();
    }

    /** Length of a measured run; 10 s unless set. */
    public StragglerOptions duration(Duration value) {
        harness.length(RunLength.lasting(value));
        return this;
    }

    /** Number of iterations of a measured run, instead of {@link #duration}. */
    public StragglerOptions count(long iterations) {
        harness.length(RunLength.of(iterations));
        return this;
    }

    /** Length of the warm-up, which is paced like a run; 5 s unless set, zero for none. */
    public StragglerOptions warmUp(Duration value) {
        harness.warmUp(value.isZero() ? RunLength.NONE : RunLength.lasting(value));
        return this;
    }

    /** Number of iterations of the warm-up, instead of {@link #warmUp}; zero for none. */
    public StragglerOptions warmUpIterations(long iterations) {
        harness.warmUp(RunLength.of(iterations));
        return this;
    }

    /** Measured runs, one after the other; 1 unless set. */
    public StragglerOptions runs(int value) {
        harness.runs(value);
        return this;
    }

    /** Between runs; none unless set. */
    public StragglerOptions pause(Duration value) {
        harness.pause(value);
        return this;
    }

    /** How long before an intended start is spun and not slept; 1 ms unless set. */
    public StragglerOptions spin(Duration value) {
        harness.spin(value);
        return this;
    }

    /** An iteration in flight for longer is stuck; 10 s unless set. */
    public StragglerOptions timeout(Duration value) {
        harness.timeout(value);
        return this;
    }

    /** {@code 50us}, {@code p99.9} of the warm-up, or {@code auto}, which is the default. */
    public StragglerOptions threshold(String text) {
        harness.threshold(Threshold.parse(text));
        return this;
    }

    /** How late an iteration is when it is sampled; derived from threshold and warm-up unless set. */
    public StragglerOptions armDelay(Duration value) {
        harness.armDelay(value);
        return this;
    }

    /** The way of sampling to try first; {@link SamplerMode#TRIGGERED} unless set. */
    public StragglerOptions sampler(SamplerMode value) {
        sampler = value;
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

    /** Sleep of the jitter thread; 1 ms unless set, zero for no such thread. */
    public StragglerOptions jitter(Duration value) {
        harness.jitter(value);
        return this;
    }

    /**
     * Gives each of these cores a jitter thread of its own, whose hiccups are recorded one by one. Unless set there is one such thread, and
     * the scheduler chooses where it runs.
     */
    public StragglerOptions jitterCores(int... cpuNumbers) {
        harness.jitterCpus(Arrays.stream(cpuNumbers).boxed().toList());
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
     * The thread to run the task on, for a task that is bound to one; a thread of its own unless set.
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

    /** What the files call the task; the name of its class unless set. */
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
        HarnessOptions options = harness.watchdog(watchdog)
                .overheadCheck(overheadCheck())
                .fork(fork)
                .build();
        if (cpu.isPresent() && options.jitterCpus().contains(cpu.getAsInt())) {
            throw new OptionException(
                    "jitter cores",
                    "must not be the pacing thread's own, where they would watch the task",
                    "cpu=" + cpu.getAsInt());
        }
        return options;
    }

    /** As they stand, once they go together. */
    private HarnessOptions harness() {
        return harness(Watchdog.ON);
    }

    SamplerOptions samplerOptions(Path recording) {
        return new SamplerOptions(
                // Stacks that nobody records would only disturb.
                jfr == Jfr.OFF ? SamplerMode.OFF : sampler,
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
        HarnessOptions options = harness();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("schedule", options.schedule().toString());
        all.put("length", options.length().toString());
        all.put("warm-up", options.warmUp().empty() ? "none" : options.warmUp().toString());
        all.put("runs", Integer.toString(options.runs()));
        all.put("pause", Durations.format(options.pauseNs()));
        all.put("spin", Durations.format(options.spinNs()));
        all.put("timeout", Durations.format(options.timeoutNs()));
        all.put("threshold", options.threshold().toString());
        all.put("sample-after", options.armDelayNs() == 0 ? "derived" : Durations.format(options.armDelayNs()));
        all.put("sampler", sampler.label());
        all.put("normal-samples", normalSamplesPerSecond + "/s");
        all.put("sample-period", Durations.format(samplePeriod.toNanos()));
        all.put("jitter", options.jitterNs() == 0 ? "off" : Durations.format(options.jitterNs()));
        all.put(
                "jitter-cores",
                options.jitterCpus().isEmpty()
                        ? "whichever"
                        : options.jitterCpus().stream().map(String::valueOf).collect(Collectors.joining(",")));
        all.put("pin", cpu.isPresent() ? "cpu " + cpu.getAsInt() : "not pinned");
        all.put("measure-overhead", overheadCheck().equals(OverheadCheck.NONE) ? "off" : "on");
        all.put("jfr", jfr == Jfr.ON ? "on" : "off");
        return all;
    }
}
