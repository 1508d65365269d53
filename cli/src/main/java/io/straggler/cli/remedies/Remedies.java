package io.straggler.cli.remedies;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RunRequest;
import io.straggler.model.RunStatus;
import io.straggler.model.text.TerminalText;
import io.straggler.remedies.Change;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.result.Ranking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JVMs of a trial: one that shows what is late, those that prepare a remedy, and the sides that are measured beside each other. */
final class Remedies {
    private static final String AS_IT_IS = "as it is";

    /** Folders of the run that shows what is late, of the program as it is, and of what remedies need. */
    private static final String EXPLAINED = "explained";

    private static final String CONTROL = "as-it-is";
    private static final String FILES = "files";

    /** Folders that no remedy may be named after. */
    static final List<String> FOLDERS = List.of(CONTROL, EXPLAINED, FILES);

    private final RunRequest request;
    private final Path folder;
    private final Session session;
    private final HeardLines heard;
    private Map<String, String> options;

    Remedies(RunRequest request, Path folder, Session session, HeardLines heard) {
        this.request = request;
        this.folder = folder;
        this.session = session;
        this.heard = heard;
        this.options = request.given();
    }

    /**
     * Measures the program once, and says why its slowest iterations were slow.
     *
     * @return empty if the run is no good; why has been said
     */
    Optional<Analysis> explained() throws IOException, InterruptedException {
        RunFolder place = RunFolder.create(folder.resolve(EXPLAINED));
        ProgressLine progress = progress("what is late: ");
        ForkLauncher launcher = session.launcher(request, place, progress);
        try {
            launcher.run(1);
        } catch (ForkLauncher.ForkRejected | ForkLauncher.NoResults e) {
            launcher.discard();
            Files.delete(folder);
            throw e;
        }
        Analysis analysis = Analysis.of(place);
        analysis.write();
        if (analysis.run().status() != RunStatus.OK) {
            session.err()
                    .println("The task cannot be measured as it is: "
                            + analysis.run().reason());
            return Optional.empty();
        }
        return Optional.of(analysis);
    }

    /** Each JVM from now on measures for so long. */
    void measureFor(double seconds) {
        Map<String, String> changed = new LinkedHashMap<>(options);
        changed.put("duration", Math.round(seconds * 1_000) + "ms");
        options = changed;
    }

    /** How long a JVM takes that is measured from now on, with its warm-up. */
    long expectedNs() {
        return OptionTexts.parse(options).expectedNs();
    }

    /**
     * Measures remedies beside the program as it is.
     *
     * @param thresholdNs from which latency on an iteration is an outlier, in all JVMs
     */
    Ranking tried(TryPlan plan, List<Proposal> proposals, long thresholdNs) throws IOException, InterruptedException {
        Map<String, String> fixed = new LinkedHashMap<>(options);
        fixed.put("threshold", thresholdNs + "ns");
        options = fixed;
        session.err()
                .println("trying "
                        + String.join(
                                ", ", proposals.stream().map(Proposal::name).toList())
                        + " for a better " + plan.metric().label());
        TrySide asItIs = side(AS_IT_IS, CONTROL, request, Map.of());
        List<TrySide> sides = new ArrayList<>();
        List<Proposal> placed = new ArrayList<>();
        for (Proposal proposal : proposals) {
            Proposal one = proposal.in(folder.resolve(FILES).resolve(proposal.folder()));
            RunRequest changed = changed(one.change(), one.change().jvmArguments());
            sides.add(side(one.name(), one.folder(), changed, one.change().options()));
            placed.add(one);
        }
        TryRun run = new TryRun(plan, request.task().name(), placed, asItIs, sides, options, session, heard);
        for (int i = 0; i < placed.size(); i++) {
            if (!placed.get(i).change().preparation().isEmpty() && !session.interrupted()) {
                prepare(placed.get(i)).ifPresent(run.outAt(i));
            }
        }
        return run.run();
    }

    private RunRequest changed(Change change, List<String> more) {
        List<String> arguments = new ArrayList<>(request.jvmArguments());
        arguments.addAll(more);
        return new RunRequest(
                request.task(),
                request.given(),
                MeasuredTask.inFront(change.classPath(), request.classPath()),
                arguments,
                1,
                folder);
    }

    private TrySide side(String name, String place, RunRequest changed, Map<String, String> own) {
        RunFolder made = RunFolder.create(folder.resolve(place));
        ProgressLine progress = progress(name + ": ");
        return new TrySide(name, own, made, session.launcher(changed, made, progress), progress);
    }

    private ProgressLine progress(String name) {
        ProgressLine progress = session.progress(OptionTexts.parse(options).expectedNs());
        progress.name(name);
        return progress;
    }

    /**
     * Runs the JVM that a remedy needs to have run before.
     *
     * @return why the remedy is out, a sentence; empty if it is not
     */
    private Optional<String> prepare(Proposal proposal) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve(FILES).resolve(proposal.folder()));
        RunFolder place = RunFolder.create(folder.resolve(FILES).resolve(proposal.folder() + "-prepared"));
        ForkLauncher launcher = session.launcher(
                changed(proposal.change(), proposal.change().preparation()),
                place,
                progress("preparing " + TerminalText.visible(proposal.name()) + ": "));
        try {
            Optional<RunFolder> left = launcher.fork(0, options);
            return left.isPresent() ? Optional.empty() : Optional.of(launcher.lastMissing());
        } catch (ForkLauncher.ForkRejected e) {
            return Optional.of("The JVM that prepares it refused that: "
                    + heard.refusal().orElse("it said why above").strip() + ".");
        } finally {
            launcher.discard();
        }
    }
}
