package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.fork.Jvms;
import io.straggler.cli.option.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/**
 * The command line in this JVM, which has loaded and compiled it already: several seconds sooner than {@link CommandLineProcess}, which is for what
 * only a process can show, such as signals. What it measures runs in JVMs of its own all the same. One at a time.
 */
public final class CommandLineRun {
    private final int exitCode;
    private final String out;
    private final String err;

    private CommandLineRun(int exitCode, String out, String err) {
        this.exitCode = exitCode;
        this.out = out;
        this.err = err;
    }

    /** Runs it to its end. */
    public static CommandLineRun of(String... arguments) {
        return of(Jvms.PROCESSES, arguments);
    }

    /** @param jvms where the measured JVMs come from */
    public static CommandLineRun of(Jvms jvms, String... arguments) {
        return of(() -> Main.execute(jvms, QuickJvms.with(arguments)));
    }

    /** Has it checked, as the launcher does before it prepares anything. */
    static CommandLineRun checking(String... arguments) {
        return of(() -> Main.check(arguments));
    }

    private static CommandLineRun of(IntSupplier commandLine) {
        PrintStream systemOut = System.out;
        PrintStream systemErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int exitCode = commandLine.getAsInt();
            return new CommandLineRun(
                    exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(systemOut);
            System.setErr(systemErr);
        }
    }

    public int exitCode() {
        return exitCode;
    }

    public void shouldHaveMeasured() {
        shouldHaveMeasured(exitCode, err + out);
    }

    /**
     * It must have ended well. A machine that is busy with other things at the end of a run may not have kept the rate; then it must say
     * that.
     */
    public static void shouldHaveMeasured(int exitCode, String said) {
        assertThat(exitCode).as(said).isEqualTo(said.contains("saturated: ") ? ExitCode.RUN_INVALID : ExitCode.OK);
        assertThat(said).doesNotContain("failed: ");
    }

    public String out() {
        return out;
    }

    public String err() {
        return err;
    }
}
