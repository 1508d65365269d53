package io.straggler.cli;

import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.Retention;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** The command line with made-up JVMs, of which the last waits for an interrupt. For tests of what a signal does to a command. */
final class OnFakes implements Jvms {
    /** Text on standard error when a made-up JVM waits. */
    static final String WAITING = "a made-up JVM waits for an interrupt";

    private final int ending;
    private boolean waited;
    private final FakeJvms fakes =
            new FakeJvms((fork, run) -> waited ? FakeJvms.failed(run, "interrupted") : FakeJvms.ok(run));

    private OnFakes(int ending) {
        this.ending = ending;
    }

    /** @param args the number of JVMs that leave a run before one waits, then the command line */
    public static void main(String[] args) {
        Jvms jvms = new OnFakes(Integer.parseInt(args[0]));
        System.exit(Main.execute(jvms, Arrays.copyOfRange(args, 1, args.length)));
    }

    @Override
    public Jvm prepare(RunRequest request, Path place, ProgressLine progress, PrintStream err) {
        Jvm fake = fakes.prepare(request, place, progress, err);
        CountDownLatch interrupted = new CountDownLatch(1);
        return new Jvm() {
            @Override
            public int run(int fork, int of) throws IOException, InterruptedException {
                if (fakes.started().size() == ending) {
                    err.println(WAITING);
                    interrupted.await();
                    waited = true;
                }
                return fake.run(fork, of);
            }

            @Override
            public void interrupt() {
                interrupted.countDown();
            }

            @Override
            public void kill() {
                interrupted.countDown();
            }

            @Override
            public Retention retention() {
                return fake.retention();
            }
        };
    }
}
