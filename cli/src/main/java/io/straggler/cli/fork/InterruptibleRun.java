package io.straggler.cli.fork;

import io.straggler.Analysis;
import io.straggler.ReferenceRun;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.text.Summary;
import io.straggler.compare.RunSet;
import io.straggler.model.RunStatus;
import io.straggler.model.text.MessageLine;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A run that Ctrl-C ends early without losing what was measured: the files are written and the summary is printed. */
public final class InterruptibleRun implements Callable<Integer> {
    private final Jvms jvms;
    private final RunRequest request;
    private final RunFolder folder;
    private final GateOptions gates;
    private final OutputOptions output;
    private Optional<ReferenceRun> reference = Optional.empty();

    private InterruptibleRun(Jvms jvms, RunRequest request, RunFolder folder, GateOptions gates, OutputOptions output) {
        this.jvms = jvms;
        this.request = request;
        this.folder = folder;
        this.gates = gates;
        this.output = output;
    }

    /** Makes the run's folder. */
    public static InterruptibleRun of(Jvms jvms, RunRequest request, GateOptions gates, OutputOptions output) {
        OptionTexts.parse(request.given());
        gates.requireOneRun();
        return new InterruptibleRun(jvms, request, RunFolder.create(request.out()), gates, output);
    }

    /** Sets what the run's latencies are to be shown as multiples of. */
    public InterruptibleRun relativeTo(Optional<ReferenceRun> value) {
        reference = value;
        return this;
    }

    @Override
    public Integer call() throws Exception {
        try (Session session = Session.begin(jvms, output.terminal(), output.progress(), Session.USUAL_PATIENCE)) {
            return measureAndReport(session);
        } catch (RunFolderException e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            if (Files.exists(folder.runJson())) {
                System.err.println("What was measured is in " + folder.path() + ": straggler report " + folder.path()
                        + " writes what is missing, when that is possible.");
            }
            return ExitCode.RUN_INVALID;
        }
    }

    private int measureAndReport(Session session) throws IOException, InterruptedException {
        ProgressLine progress =
                session.progress(OptionTexts.parse(request.given()).expectedNs());
        ForkLauncher launcher = session.launcher(request, folder, progress);
        try {
            launcher.run(request.forks());
        } catch (ForkLauncher.ForkRejected e) {
            launcher.discard();
            return ExitCode.USAGE;
        } catch (ForkLauncher.NoResults e) {
            System.err.println(MessageLine.of(Messages.of(e)));
            launcher.discard();
            return ExitCode.RUN_INVALID;
        }
        reference.ifPresent(run -> run.addTo(folder));
        Analysis analysis = Analysis.of(folder);
        try {
            analysis.write();
        } finally {
            Summary.print(analysis, output.summary());
        }
        output.write(analysis);
        if (analysis.run().status() != RunStatus.OK) {
            return ExitCode.RUN_INVALID;
        }
        return gates.any()
                ? gates.judge(RunSet.read(analysis.run().task(), List.of(folder)), output.people())
                : ExitCode.OK;
    }
}
