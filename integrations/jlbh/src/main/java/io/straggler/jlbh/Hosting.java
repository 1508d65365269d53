package io.straggler.jlbh;

import io.straggler.HostedFork;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import io.straggler.jlbh.samples.Samples;
import io.straggler.jlbh.shadow.HostedBenchmark;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import net.openhft.affinity.AffinityLock;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResult.ProbeResult;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark, as JLBH would run it, with Straggler's pacing and measuring: what stands behind the class {@code JLBH} that a
 * benchmark makes.
 *
 * <p>Threads: {@link #sample}, {@link #probe} and {@link #abort} may be called by any; everything else by the one that starts the
 * benchmark, on which the task is called too. {@code sample} allocates and locks nothing; {@code JlbhCostBenchmark} measures it.
 */
final class Hosting implements HostedBenchmark<JLBH> {
    private final JlbhSettings settings;
    private final Function<List<double[]>, ProbeResult> results;
    private final Consumer<JLBHResult> consumer;
    private final Recordings recordings;
    private final Samples endToEnd;
    private HostedFork fork = new InProcess();
    private volatile @Nullable Thread caller;
    private volatile boolean aborted;
    private volatile @Nullable SampledElsewhere inFlight;
    private @Nullable AffinityLock lock;
    private @Nullable StragglerOptions options;

    /**
     * @param results makes of a probe's percentiles, in nanoseconds, what JLBH shows of them
     * @param consumer or null
     */
    Hosting(
            JlbhSettings settings,
            PrintStream out,
            Function<List<double[]>, ProbeResult> results,
            Consumer<JLBHResult> consumer) {
        this.settings = settings;
        this.results = results;
        this.consumer = consumer;
        this.recordings = new Recordings(settings, out);
        this.endToEnd = recordings.endToEnd();
    }

    @Override
    public NanoSampler probe(String name) {
        return recordings.probe(name);
    }

    @Override
    public List<double[]> percentiles() {
        return recordings.percentiles();
    }

    @Override
    public Map<String, List<double[]>> probePercentiles() {
        return recordings.probePercentiles();
    }

    @Override
    public void printSummary(String label, List<double[]> runs, Appendable target) {
        recordings.summary(label, runs, target);
    }

    @Override
    public void sample(long durationNs) {
        endToEnd.sampleNanos(durationNs);
        SampledElsewhere elsewhere = inFlight;
        if (elsewhere != null) {
            elsewhere.sampled(durationNs);
        }
    }

    @Override
    public void abort() {
        aborted = true;
        Thread running = caller;
        if (running != null && running != Thread.currentThread()) {
            running.interrupt();
        }
    }

    void throwIfAborted() {
        if (aborted) {
            throw EndedEarly.aborted();
        }
    }

    @Override
    public void start(JLBH benchmark) {
        fork = Hosted.begin();
        try {
            run(benchmark);
        } finally {
            Hosted.end();
        }
    }

    private void run(JLBH benchmark) {
        caller = Thread.currentThread();
        recordings.owner(caller);
        settings.notHonoured().forEach(recordings::say);
        Preparation prepared = new Preparation(settings, fork, endToEnd, () -> aborted);
        prepared.run(benchmark, this::endWith);
        CallersThread pacing = new CallersThread();
        try {
            Task task = task(prepared);
            StragglerResult result = pacing.during(
                    () -> fork.measure(options -> set(options.pacingOn(pacing), prepared), task), this::lost);
            conclude(result);
        } catch (ExecutionException e) {
            throw Failed.rethrown(Objects.requireNonNull(e.getCause(), "an execution fails for a reason"));
        } finally {
            // Clears the interrupt of an attempt to wake the task up.
            Thread.interrupted();
            if (lock != null) {
                lock.release();
            }
        }
    }

    private Task task(Preparation prepared) {
        Throwable failure = prepared.failure();
        if (failure != null) {
            return new Failed(failure);
        }
        if (!prepared.hasWarmUp()) {
            recordings.say("The benchmark has no warm-up (warmUpIterations 0): "
                    + prepared.plan().atOnce()
                    + " iterations that are not measured were run at once, to see where they end.");
        }
        recordings.say(
                prepared.completion() == Completion.INSIDE
                        ? "Paced by Straggler: an iteration is over when run returns."
                        : "Paced by Straggler: an iteration is over when another thread samples it.");
        if (prepared.completion() == Completion.INSIDE) {
            return new Sequential(this, Started.at(settings));
        }
        inFlight = new SampledElsewhere(
                prepared.perSecond(), prepared.timeout().toNanos(), prepared.sampledSeveralTimes(), () -> aborted);
        return new Overlapping(this, Started.at(settings), inFlight);
    }

    private @Nullable AffinityLock acquireLock() {
        if (fork.given("pin").isPresent()) {
            return null;
        }
        AffinityLock acquired = settings.acquireLock().get();
        if (acquired != null && acquired.cpuId() >= 0) {
            recordings.say("The thread that runs the task is bound to core " + acquired.cpuId() + " (acquireLock).");
        }
        return acquired;
    }

    /** Before what the user gave on the command line, which has precedence. */
    private void set(StragglerOptions given, Preparation prepared) {
        options = given;
        options.schedule(Distribution.schedule(settings))
                .count(settings.iterations())
                .runs(settings.runs())
                .timeout(prepared.timeout())
                .warmUpIterations(prepared.plan().paced())
                .jitter(settings.osJitter() ? Duration.ofMillis(1) : Duration.ZERO);
        prepared.threshold().ifPresent(options::threshold);
    }

    /** The harness is about to pace. Its threads are running: bound to a core before, this one would hand that on to them. */
    void paced(Harness harness) {
        lock = acquireLock();
        recordings.harness(
                harness,
                Objects.requireNonNull(options, "options are set before anything is paced")
                        .schedule());
    }

    void warmedUp() throws InterruptedException {
        if (inFlight != null) {
            recordings.say(inFlight.matching() + ".");
        }
        if (settings.pauseAfterWarmUpMs() > 0) {
            recordings.say("Pausing after warmup for " + settings.pauseAfterWarmUpMs() + "ms");
            Thread.sleep(settings.pauseAfterWarmUpMs());
        }
        settings.task().warmedUp();
        recordings.warmedUp();
    }

    void runComplete() {
        recordings.runComplete();
        settings.task().runComplete();
        throwIfAborted();
    }

    private void conclude(StragglerResult result) {
        boolean broken =
                result.cause().filter(cause -> !(cause instanceof EndedEarly)).isPresent();
        Histogram jitter = recordings.conclude(result);
        keep();
        if (broken) {
            throw Failed.rethrown(result.cause().orElseThrow());
        }
        if (consumer != null && !percentiles().isEmpty()) {
            consumer.accept(new HostedResult(
                    results.apply(percentiles()),
                    recordings.results(results),
                    Optional.of(jitter)
                            .filter(hiccups -> settings.osJitter())
                            .map(hiccups -> results.apply(List.of(recordings.percentiles(hiccups))))));
        }
        settings.task().complete();
    }

    private void keep() {
        try {
            fork.keep("jlbh.txt", recordings.printed());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On the measuring thread: the task did not come back, and neither does its thread. */
    private void lost() {
        recordings.say("The run was ended, because the task did not come back.");
        fork.giveUp();
    }

    /** On the warm-up's own thread: nothing can be run on the benchmark's any more. */
    private void endWith(WarmUp.Stuck stuck) {
        recordings.say(Messages.of(stuck));
        fork.measure(options -> options.count(1), new Failed(stuck));
        fork.giveUp();
    }
}
