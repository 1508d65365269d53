package io.straggler.cli.selftest;

import io.straggler.RunFolder;
import io.straggler.accuracy.Accuracy;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.JsonDestination;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import io.straggler.model.VirtualThreads;
import io.straggler.model.file.WholeFile;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.MessageLine;
import io.straggler.selftest.Selftest;
import io.straggler.selftest.SelftestFormat;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.page.SelftestPage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code straggler selftest}: how often the diagnosis is right on this machine. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Makes iterations slow in known ways, at random, and counts how often the diagnosis says what was done. "
                        + "The machine should have nothing else to do meanwhile.",
        footerHeading = "%nExample:%n",
        footer = "  straggler selftest --seeds 5")
public final class SelftestCommand implements Callable<Integer> {
    private final Jvms jvms;

    private static final int MAX_INJECTIONS = 10_000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What kinds, moments and sizes are drawn from. Default: 1.")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Repeats with the next seeds, and reports medians. Default: 1.")
    private int seeds;

    @Option(
            names = "--injections",
            paramLabel = "N",
            defaultValue = "40",
            description = "Of each kind, for each seed. Default: 40, which takes about 50 s.")
    private int injections;

    @Option(
            names = "--regime",
            paramLabel = "NAME",
            defaultValue = "laboratory",
            description = "What surrounds the injections. laboratory: one thing at a time, on a core of its own. "
                    + "application: thousands of iterations a second on any core, garbage, other threads at work, "
                    + "faults out of library calls. combined: as application, two faults an iteration. "
                    + "pipeline: as application, iterations that are handed from thread to thread. "
                    + "virtual: as application, iterations on virtual threads, from JDK 21 on. "
                    + "Default: laboratory.")
    private String regimeName;

    @Option(
            names = "--faults",
            paramLabel = "LIST",
            split = ",",
            description =
                    "Only these: gc, park, slow-code and so on. Default: all; without --jvm-arg the result is then kept for reports.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "Argument for the measured JVM, such as --jvm-arg=-XX:+UseZGC. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: straggler-runs/selftest-TIME.")
    private Path out;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes selftest.json there; - is standard output, and the table then goes to standard error.")
    private String json;

    @Option(names = "--confusion", description = "Also prints what each kind was taken for.")
    private boolean confusion;

    @Option(
            names = "--sensitivity",
            description = "Also prints how many answers change when a number that the rules use is halved or doubled.")
    private boolean sensitivity;

    /** @param jvms where the measured JVMs come from */
    public SelftestCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        SelftestPlan plan = plan();
        RunFolder folder = RunFolder.create(RunRequest.place(out, "selftest"));
        try (Session session =
                Session.begin(jvms, new OutputOptions().terminal(), System.err, Session.USUAL_PATIENCE)) {
            SelftestRun run = new SelftestRun(plan, folder, session);
            Optional<Selftest> result = run.call();
            if (result.isEmpty()) {
                if (!run.refused()) {
                    System.err.println(MessageLine.of(run.problem()));
                }
                discardIfEmpty(folder);
                return run.refused() ? ExitCode.USAGE : ExitCode.RUN_INVALID;
            }
            report(result.get(), run, folder);
            return run.problem().isEmpty() ? ExitCode.OK : ExitCode.RUN_INVALID;
        }
    }

    private static void discardIfEmpty(RunFolder folder) throws IOException {
        try (var entries = Files.list(folder.path())) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder.path());
    }

    private SelftestPlan plan() {
        if (seeds < 1 || seeds > 100) {
            throw new UsageException("--seeds=" + seeds + ": must be from 1 to 100");
        }
        if (injections < 1 || injections > MAX_INJECTIONS) {
            throw new UsageException("--injections=" + injections + ": must be from 1 to " + MAX_INJECTIONS);
        }
        Regime regime = Arrays.stream(Regime.values())
                .filter(one -> one.id().equals(regimeName))
                .findFirst()
                .orElseThrow(() -> new UsageException("--regime=" + regimeName + ": must be one of "
                        + Arrays.stream(Regime.values()).map(Regime::id).collect(Collectors.joining(", "))));
        if (regime.virtual() && !VirtualThreads.supported()) {
            throw new UsageException(
                    "--regime=" + regimeName + ": this JDK has no virtual threads; use JDK 21 or newer");
        }
        List<Fault> all = Fault.of(regime);
        List<Fault> chosen = new ArrayList<>();
        for (String id : faults) {
            chosen.add(all.stream()
                    .filter(fault -> fault.id().equals(id.trim().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--faults=" + id + ": must be some of "
                            + String.join(", ", all.stream().map(Fault::id).toList()))));
        }
        return new SelftestPlan(
                LongStream.range(seed, seed + seeds).boxed().toList(),
                regime,
                chosen.isEmpty() ? all : chosen.stream().distinct().sorted().toList(),
                injections,
                sensitivity,
                jvmArguments);
    }

    private void report(Selftest selftest, SelftestRun run, RunFolder folder) throws IOException {
        JsonDestination destination = new JsonDestination(json);
        PrintStream people = destination.people();
        SelftestTable.print(selftest, run.notes(), people);
        if (confusion) {
            SelftestTable.printAnswers(selftest.score(), people);
        }
        if (sensitivity) {
            run.sensitivity().print(people);
        }
        people.flush();
        String text = SelftestFormat.write(selftest);
        Path file = folder.path().resolve("selftest.json");
        WholeFile.write(file, text);
        Path page = folder.path().resolve("selftest.html");
        SelftestPage.write(text, run.notes(), run.problem(), page);
        people.println();
        if (!run.problem().isEmpty()) {
            people.println("  " + run.problem());
        } else if (faults.isEmpty()) {
            people.println(keepUnlessOfLittleUse(selftest));
        }
        people.println("  page        " + page);
        people.println("  files       " + file);
        people.flush();
        destination.copy(file);
    }

    private String keepUnlessOfLittleUse(Selftest selftest) {
        if (selftest.score().ranked() == 0) {
            return "  note: the result is not kept for reports, because no injection counts.";
        }
        // Other runs have other JVMs.
        return jvmArguments.isEmpty()
                ? keep(selftest)
                : "  note: the result is not kept for reports, because it holds for these --jvm-arg.";
    }

    private static String keep(Selftest selftest) {
        try {
            SelftestFormat.keep(selftest);
            return "  kept        "
                    + Accuracy.file(selftest.feature(), selftest.regime().id()) + ", which run and report quote";
        } catch (IOException e) {
            return "  note: the result is not kept for reports. " + FileErrors.sentence(e);
        }
    }
}
