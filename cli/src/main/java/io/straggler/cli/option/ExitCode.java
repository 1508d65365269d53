package io.straggler.cli.option;

/** Exit codes of the process. */
public final class ExitCode {
    public static final int OK = 0;

    /** The command was not understood, or asks for something that is not there. */
    public static final int USAGE = 1;

    /** There are figures, perhaps, but they do not mean what they seem to: the run failed or was saturated. */
    public static final int RUN_INVALID = 2;

    /** A gate failed: the statistics say that a limit was exceeded. */
    public static final int GATE_FAILED = 3;

    /** A gate is undecided: too little was measured. */
    public static final int UNDECIDED = 4;

    /** Ctrl-C, as shells count it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
