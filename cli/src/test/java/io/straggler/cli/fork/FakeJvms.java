package io.straggler.cli.fork;

import io.straggler.StragglerOptions;
import io.straggler.WrittenRuns;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * No JVMs at all: each leaves, at once, the run folder that a test wants it to leave. They follow each other on a wall clock of their own, a minute
 * apart, so that their order can be read from what they left. For one thread.
 */
public final class FakeJvms implements Jvms {
    private static final long EPOCH_MS = 1_700_000_000_000L;
    private static final long EACH_MS = 60_000;

    private final Measured measured;
    private final List<Fork> started = new ArrayList<>();
    private IntToLongFunction usableBytes = jvms -> Long.MAX_VALUE;

    /** @param measured what each is to leave */
    public FakeJvms(Measured measured) {
        this.measured = measured;
    }

    /** What a JVM measures. */
    @FunctionalInterface
    public interface Measured {
        /** Sets what is not usual about the run that a JVM leaves; its exit code, with which it leaves nothing unless it is 0 or 2. */
        int leave(Fork fork, WrittenRuns run);
    }

    /**
     * A JVM.
     *
     * @param number among those of its launcher
     * @param options as the user wrote them
     * @param jvmArguments that the user gave
     * @param place where it leaves its run
     */
    public record Fork(
            String task,
            int number,
            double perSecond,
            Map<String, String> options,
            List<String> jvmArguments,
            Path place) {}

    /** A run that kept its rate, each a little different. */
    public static int ok(WrittenRuns run) {
        run.status(RunStatus.OK, "");
        return ExitCode.OK;
    }

    public static int failed(WrittenRuns run, String reason) {
        run.status(RunStatus.FAILED, reason);
        return ExitCode.RUN_INVALID;
    }

    public static int saturated(Fork fork, WrittenRuns run, double achievedPerSecond) {
        run.rate(fork.perSecond(), achievedPerSecond).status(RunStatus.SATURATED, "the rate was not kept");
        return ExitCode.RUN_INVALID;
    }

    /**
     * Sets the room that is left on the disk, which is plenty otherwise.
     *
     * @param afterJvms bytes that are left when so many JVMs have run
     */
    public FakeJvms usableBytes(IntToLongFunction afterJvms) {
        usableBytes = afterJvms;
        return this;
    }

    @Override
    public long usableBytes(Path folder) {
        return usableBytes.applyAsLong(started.size());
    }

    /** Those that ran, in their order. */
    public List<Fork> started() {
        return started;
    }

    @Override
    public Jvm prepare(RunRequest request, Path place, ProgressLine progress, PrintStream err) {
        return new Jvm() {
            @Override
            public int run(int number, int of) throws IOException {
                ForkRequest asked = ForkRequest.read(place);
                StragglerOptions options = OptionTexts.parse(asked.options());
                Fork fork = new Fork(
                        asked.task().name(),
                        number,
                        options.schedule().perSecond(),
                        asked.options(),
                        request.jvmArguments(),
                        place);
                WrittenRuns run = new WrittenRuns()
                        .task(asked.task().name())
                        .given(asked.options())
                        .schedule(options.schedule().toString())
                        .rate(fork.perSecond(), fork.perSecond())
                        .firstFork(number)
                        .startMs(EPOCH_MS + EACH_MS * started.size())
                        .seed(started.size());
                started.add(fork);
                int exitCode = measured.leave(fork, run);
                if (exitCode == ExitCode.OK || exitCode == ExitCode.RUN_INVALID) {
                    run.write(place);
                }
                return exitCode;
            }

            @Override
            public void interrupt() {
                // It has ended already.
            }

            @Override
            public void kill() {
                // It has ended already.
            }

            @Override
            public Retention retention() {
                return Retention.nothing();
            }
        };
    }
}
