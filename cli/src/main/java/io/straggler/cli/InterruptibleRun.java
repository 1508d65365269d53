package io.straggler.cli;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A run that Ctrl-C ends early without losing what was measured: the files are written and the summary is printed. */
final class InterruptibleRun implements Callable<Integer> {
    /** For the measured JVM to write what it has. A task may be stuck in setUp, and never come back. */
    private static final long GENTLE_S = 15;

    /** For this process to merge and report, after that. */
    private static final long PATIENCE_S = 60;

    private final ForkLauncher launcher;
    private final RunFolder folder;
    private final int forks;
    private final OutputOptions output;
    private final CountDownLatch finished = new CountDownLatch(1);

    InterruptibleRun(ForkLauncher launcher, RunFolder folder, int forks, OutputOptions output) {
        this.launcher = launcher;
        this.folder = folder;
        this.forks = forks;
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Thread hook = new Thread(this::interrupted, "straggler-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return measureAndReport();
        } catch (RunFolderException e) {
            System.err.println(e.getMessage());
            return ExitCode.RUN_INVALID;
        } finally {
            finished.countDown();
            if (!launcher.interrupted()) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        }
    }

    private int measureAndReport() throws IOException, InterruptedException {
        try {
            launcher.run(forks);
        } catch (ForkLauncher.Refused e) {
            discardEmptyFolder();
            return ExitCode.USAGE;
        } catch (ForkLauncher.NothingMeasured e) {
            System.err.println(e.getMessage());
            discardEmptyFolder();
            return ExitCode.RUN_INVALID;
        }
        Analysis analysis = Analysis.of(folder);
        try {
            analysis.write();
        } finally {
            Summary.print(analysis, output.summary());
        }
        output.write(analysis);
        return analysis.run().status() == RunStatus.OK ? ExitCode.OK : ExitCode.RUN_INVALID;
    }

    private void discardEmptyFolder() throws IOException {
        try (var entries = Files.list(folder.path())) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder.path());
    }

    /** On the shutdown hook's thread: the main thread goes on until everything is written. */
    private void interrupted() {
        launcher.interrupt();
        try {
            if (!finished.await(GENTLE_S, TimeUnit.SECONDS)) {
                launcher.kill();
                finished.await(PATIENCE_S, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
}
