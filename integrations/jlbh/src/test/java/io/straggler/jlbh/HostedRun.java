package io.straggler.jlbh;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The command with a benchmark for JLBH, in a folder of its own for each test. */
abstract class HostedRun {
    @TempDir
    private Path scratch;

    /** What it printed last. */
    String out;

    String err;

    /** @return the exit code */
    int run(String benchmark, String... more) {
        List<String> command = new ArrayList<>(List.of("run", "--jlbh", benchmark, "--out", folder().toString()));
        command.addAll(List.of(more));
        CommandLineRun run = CommandLineRun.of(command.toArray(String[]::new));
        out = run.out();
        err = run.err();
        return run.exitCode();
    }

    Path folder() {
        return scratch.resolve("run");
    }

    Analysis analysis() {
        return Analysis.of(new RunFolder(folder()));
    }
}
