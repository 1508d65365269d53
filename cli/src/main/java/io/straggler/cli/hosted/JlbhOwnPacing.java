package io.straggler.cli.hosted;

import io.straggler.ExitHooks;
import io.straggler.StragglerOptions;
import io.straggler.cli.fork.ProcessOutput;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RunRequest;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A benchmark in a JVM of its own that JLBH itself paces, and its figures beside those of the hosted run. */
final class JlbhOwnPacing {
    /** What the hosted run leaves, written by the adapter. */
    static final String HOSTED_TABLES = "jlbh.txt";

    static final String OWN_TABLES = "jlbh-own-pacing.txt";

    private static final String MAIN = "io.straggler.jlbh.OwnPacing";

    /** JLBH waits for a sample that never comes until somebody ends it. */
    private static final long LEAST_TIMEOUT_S = 60;

    private final RunRequest benchmark;
    private final List<String> jvmArguments;
    private final Adapter adapter;

    /** @param benchmark as the user asked for it */
    JlbhOwnPacing(RunRequest benchmark, List<String> jvmArguments, Adapter adapter) {
        this.benchmark = benchmark;
        this.jvmArguments = jvmArguments;
        this.adapter = adapter;
    }

    /** @param hostedNs how long the same took when it was hosted, start and analysis included */
    void run(long hostedNs, PrintStream out) throws IOException, InterruptedException {
        System.err.println("The same under JLBH's own pacing:");
        long timeoutS = Math.max(LEAST_TIMEOUT_S, 3 * hostedNs / 1_000_000_000);
        Process process =
                new ProcessBuilder(command()).redirectErrorStream(true).start();
        // What it has measured is lost anyway.
        Thread end = new Thread(process::destroyForcibly);
        ExitHooks.add(end);
        Thread watch = killAfter(process, timeoutS);
        StringBuffer printed = new StringBuffer();
        ProcessOutput output = ProcessOutput.read(process.getInputStream(), line -> {
            System.err.println(line);
            printed.append(line).append('\n');
        });
        process.waitFor();
        ExitHooks.remove(end);
        watch.interrupt();
        output.awaitEnd(System.err);
        Files.writeString(benchmark.out().resolve(OWN_TABLES), printed);
        Path hosted = benchmark.out().resolve(HOSTED_TABLES);
        List<String> comparison =
                JlbhTables.sideBySide(Files.exists(hosted) ? Files.readString(hosted) : "", printed.toString());
        comparison.forEach(out::println);
    }

    private static Thread killAfter(Process process, long timeoutS) {
        Thread watch = new Thread(() -> {
            try {
                if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
                    System.err.println("JLBH had not ended after " + timeoutS
                            + " s, and was killed: it waits for samples that never come.");
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(jvmArguments);
        command.add("-cp");
        // The adapter last: its class of the name JLBH must not be the one that is found.
        command.add(adapter.behind(benchmark.classPath()) + File.pathSeparator + adapter.classes());
        command.add(MAIN);
        command.add(benchmark.task().name());
        command.addAll(overrides());
        return command;
    }

    /** What was given on the command line, in the units of JLBH's options. */
    private List<String> overrides() {
        Map<String, String> given = benchmark.given();
        StragglerOptions options = OptionTexts.parse(given);
        List<String> overrides = new ArrayList<>();
        if (given.containsKey("rate")) {
            overrides.add("throughput=" + throughput(options.schedule().perSecond()));
        }
        if (given.containsKey("count") || given.containsKey("duration")) {
            overrides.add("iterations=" + options.iterations());
        }
        if (given.containsKey("runs")) {
            overrides.add("runs=" + options.runs());
        }
        return overrides;
    }

    /** A whole number per unit, as JLBH wants it: by the shortest unit that makes it one. */
    private static String throughput(double perSecond) {
        double perMinute = perSecond * 60;
        if (perSecond == Math.rint(perSecond)) {
            return Math.round(perSecond) + "/" + TimeUnit.SECONDS;
        }
        return perMinute == Math.rint(perMinute)
                ? Math.round(perMinute) + "/" + TimeUnit.MINUTES
                : Math.round(perSecond * 3600) + "/" + TimeUnit.HOURS;
    }
}
