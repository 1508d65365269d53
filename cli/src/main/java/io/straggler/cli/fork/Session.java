package io.straggler.cli.fork;

import io.straggler.RunFolder;
import io.straggler.cli.option.RunRequest;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The measured JVMs of one command, and what Ctrl-C does to them: the one that runs is asked to end, and killed if it does not listen; no other
 * starts; this process goes on until everything is written.
 *
 * <p>Lifecycle: {@link #begin}, the work, {@link #close} when all is written and printed. For one thread, but for {@link #interrupted}.
 */
public final class Session implements AutoCloseable {
    /** Time for this process to merge and report one run after Ctrl-C. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    private final Jvms jvms;
    private final boolean terminal;
    private final PrintStream err;
    private final List<ForkLauncher> launchers = new CopyOnWriteArrayList<>();
    private final Interruption interruption;

    private Session(Jvms jvms, boolean terminal, PrintStream err, Duration patience) {
        this.jvms = jvms;
        this.terminal = terminal;
        this.err = err;
        this.interruption = new Interruption(
                () -> launchers.forEach(ForkLauncher::interrupt),
                () -> launchers.forEach(ForkLauncher::kill),
                patience);
    }

    /**
     * From now on Ctrl-C is answered.
     *
     * @param jvms where measured JVMs come from
     * @param terminal whether {@code err} is one
     * @param err for progress and what the JVMs say
     * @param patience for this process to merge and report after Ctrl-C
     */
    public static Session begin(Jvms jvms, boolean terminal, PrintStream err, Duration patience) {
        Session session = new Session(jvms, terminal, err, patience);
        session.interruption.begin();
        return session;
    }

    /** Whether Ctrl-C has come. From any thread. */
    public boolean interrupted() {
        return interruption.come();
    }

    public PrintStream err() {
        return err;
    }

    /** A line that shows how far a JVM is. */
    public ProgressLine progress(long expectedNs) {
        return new ProgressLine(err, terminal, expectedNs);
    }

    /** Starts JVMs for a folder. */
    public ForkLauncher launcher(RunRequest request, RunFolder folder, ProgressLine progress) {
        ForkLauncher launcher = new ForkLauncher(jvms, request, folder, progress, err);
        launchers.add(launcher);
        if (interrupted()) {
            launcher.interrupt();
        }
        return launcher;
    }

    /** Everything is printed and written: from now on this process may end. */
    @Override
    public void close() {
        interruption.over();
    }
}
