package io.straggler;

import io.straggler.harness.HarnessResult;
import io.straggler.harness.PacedRun;
import io.straggler.harness.Task;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.RunSeries;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.RunDescription;
import io.straggler.model.RunListener;
import io.straggler.model.SamplerSummary;
import io.straggler.model.text.Messages;
import io.straggler.sampler.Sampler;
import io.straggler.sampler.linux.MemoryStalls;
import io.straggler.sampler.linux.SystemFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The wiring of one measured JVM: harness, sampler and recording, from the options to the files.
 *
 * <p>Files are written when the measuring is over. What can be written is written, whatever happened before.
 */
final class MeasuredJvm {
    /** A JVM that is asked to exit gives the run this long to write its files. */
    private static final long EXIT_PATIENCE_S = 20;

    private final StragglerOptions options;
    private final Task task;
    private final String taskName;
    private final Listeners listeners = new Listeners();
    private final OutlierList outliers = new OutlierList();
    private final CountDownLatch written = new CountDownLatch(1);
    private final boolean debugged = Debugger.present();
    private volatile @Nullable PacedRun running;
    private volatile @Nullable String stopReason;

    MeasuredJvm(StragglerOptions options, Task task, String taskName) {
        options.requireCores();
        this.options = options;
        this.task = task;
        this.taskName = taskName;
    }

    /** Adds a listener, before {@link #run}. */
    void observe(RunListener observer) {
        listeners.add(observer);
    }

    /** Ends the run early; what was measured is kept. From any thread. */
    void stop(String reason) {
        stopReason = reason;
        PacedRun current = running;
        if (current != null) {
            current.stop(reason);
        }
    }

    /** Measures, writes the files if a folder was given, and analyses them unless this JVM is one of several. */
    StragglerResult run() {
        RunFolder folder = options.out().map(RunFolder::create).orElse(null);
        StragglerResult result = measure(folder);
        if (folder == null || !Files.exists(folder.runJson())) {
            return result;
        }
        try {
            Analysis.of(folder).write();
            return result;
        } catch (RunFolderException e) {
            return result.warned(Messages.of(e));
        }
    }

    /** Measures without analysis: leaves the files of one JVM in {@code folder}, which may be null. */
    StragglerResult measure(@Nullable RunFolder folder) {
        PacedRun paced = new PacedRun(task, options.harness(Debugger.watchdog(debugged)), listeners);
        Thread hook = new Thread(this::exiting, "straggler-exit");
        running = paced;
        if (stopReason != null) {
            paced.stop(stopReason);
        }
        ExitHooks.add(hook);
        try {
            return measure(paced, folder);
        } finally {
            written.countDown();
            ExitHooks.remove(hook);
        }
    }

    private StragglerResult measure(PacedRun paced, @Nullable RunFolder folder) {
        try (EventEmitter emitter = new EventEmitter(options.fork());
                FlightRecording flight = FlightRecording.start(options, folder)) {
            Map<String, String> environment = Environment.describe(SystemFiles.ofThisMachine());
            CoreConditions.describe(SystemFiles.ofThisMachine(), options.pinned(), environment);
            environment.putAll(options.labels());
            emitter.environment(environment);
            Sampler sampler = Sampler.start(
                    paced.inFlight(), paced.normalSamples(), options.samplerOptions(flight.stacksFile()), emitter);
            MemoryWatch memory = new MemoryWatch(new MemoryStalls(SystemFiles.ofThisMachine()));
            HarnessResult measured;
            try {
                paced.hook(sampler.hook());
                List.of(emitter, sampler, flight, outliers, memory).forEach(listeners::add);
                measured = options.pacing().isPresent()
                        ? paced.execute(options.pacing().get())
                        : paced.execute();
            } finally {
                // Its recording is complete, and its summary too, only when it is closed.
                sampler.close();
            }
            SamplerSummary summary = sampler.summary();
            RunDescription run = describe(measured, environment, summary);
            run = memory.notice().map(run::noted).orElse(run);
            emit(emitter, measured, summary);
            run = Debugger.warning(debugged).map(run::warned).orElse(run);
            for (String warning : flight.finish()) {
                run = run.warned(warning);
            }
            if (folder != null) {
                try {
                    writeFiles(folder, run, measured);
                } catch (RunFolderException e) {
                    run = run.failed(Messages.of(e));
                }
            }
            return new StragglerResult(
                    run, measured, outliers.list(run.thresholdNs()), folder == null ? null : folder.path());
        }
    }

    private RunDescription describe(HarnessResult measured, Map<String, String> environment, SamplerSummary sampler) {
        return RunDescription.of(taskName)
                .optionsGiven(options.given())
                .optionsResolved(options.resolved())
                .settings(options.settings())
                .environment(environment)
                .runs(measured.runs())
                .sampler(sampler)
                .status(measured.status(), measured.reason())
                .notices(measured.notices())
                .use(Environment.use(SystemFiles.ofThisMachine()))
                .build();
    }

    private void emit(EventEmitter emitter, HarnessResult measured, SamplerSummary summary) {
        measured.runs().forEach(outcome -> emitter.outcome(taskName, outcome));
        emitter.sampler(summary);
        for (RunSeries series : measured.series()) {
            try {
                series.intervals().forEach(interval -> emitter.interval(LatencyLog.record(interval)));
            } catch (IOException e) {
                throw new UncheckedIOException("histograms in memory must be readable", e);
            }
        }
    }

    private static void writeFiles(RunFolder folder, RunDescription run, HarnessResult measured) {
        try {
            LatencyLog.write(
                    folder.latencyLog(),
                    measured.series().stream().map(RunSeries::intervals).toList());
        } catch (IOException e) {
            throw RunFolder.cannotWrite(folder.latencyLog(), e);
        }
        // Last: a folder with this file has all that it speaks of.
        folder.write(run);
    }

    /** The JVM was asked to exit: end the run, and let the thread that runs it write what there is. */
    private void exiting() {
        stop("interrupted: the JVM was asked to exit, by a signal or by System.exit");
        try {
            written.await(EXIT_PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
