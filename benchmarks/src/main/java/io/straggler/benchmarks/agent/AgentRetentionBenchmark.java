package io.straggler.benchmarks.agent;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Footprint;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.OwnFootprint;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * How disk and memory of a program grow while the agent is in it for long: many requests a second stand for many hours of a program that has fewer. Threads
 * come and go, and so do classes.
 */
public final class AgentRetentionBenchmark {
    private static final int SAMPLES_A_MINUTE = 6;
    private static final int LINES = 12;
    private static final double MEGABYTE = 1e6;
    private static final long DAY_S = 86_400;

    private AgentRetentionBenchmark() {}

    /** Sample at one moment: the JVM's figures, and what can be seen from outside. */
    private record Sample(double hours, double residentBytes, double diskBytes, double files, Map<String, Double> own) {
        double get(String figure) {
            return own.get(figure);
        }
    }

    /** Something that must not grow. */
    private record Measure(String name, ToDoubleFunction<Sample> of) {
        static Measure megabytes(String name, ToDoubleFunction<Sample> of) {
            return new Measure(name + ", MB", sample -> of.applyAsDouble(sample) / MEGABYTE);
        }

        static Measure megabytes(String name, String figure) {
            return megabytes(name, sample -> sample.get(figure));
        }

        static Measure count(String name, String figure) {
            return new Measure(name, sample -> sample.get(figure));
        }
    }

    private static final List<Measure> MEASURES = List.of(
            Measure.megabytes("resident", Sample::residentBytes),
            Measure.megabytes("native by the JVM's account", OwnFootprint.COMMITTED_BYTES),
            Measure.megabytes("direct buffers", OwnFootprint.DIRECT_BYTES),
            Measure.megabytes("live on the heap", OwnFootprint.LIVE_BYTES),
            Measure.count("classes", OwnFootprint.CLASSES),
            Measure.count("objects of the agent", OwnFootprint.OWN_OBJECTS),
            Measure.count("threads that it knows", OwnFootprint.KNOWN_THREADS),
            Measure.megabytes("on disk", Sample::diskBytes),
            new Measure("files", Sample::files));

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args, Map.of("minutes", 30L, "rate", 20_000L, "threads", 200L, "size-mb", 40L), Map.of("minutes", 1L));
        Path agent = AgentJar.require();
        System.out.println("agent-retention " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<Sample> samples = sample(agent, folder.path(), arguments);
            table(samples);
            slopes(samples);
            check(FilledFolder.analysis(new RunFolder(folder.path().resolve("run"))), samples, arguments);
        }
    }

    private static List<Sample> sample(Path agent, Path folder, Arguments arguments)
            throws IOException, InterruptedException {
        int count = SAMPLES_A_MINUTE * arguments.count("minutes");
        List<Sample> samples = new ArrayList<>();
        long startNs = System.nanoTime();
        try (ChildJvm child = ChildJvm.startBare(
                flags(agent, folder, arguments),
                PassingThreads.class,
                arguments.number("threads"),
                arguments.number("rate"),
                count,
                60 / SAMPLES_A_MINUTE)) {
            for (int i = 0; i < count; i++) {
                child.awaitLine(PassingThreads.SAMPLED);
                samples.add(new Sample(
                        (System.nanoTime() - startNs) / 3600e9,
                        Footprint.resident(child.processId()),
                        Footprint.disk(folder),
                        files(folder),
                        child.soFar().all()));
            }
            child.figures();
        }
        return samples;
    }

    /** The heap has one size, and all of it is touched when the JVM starts: what grows is not the heap. */
    private static List<String> flags(Path agent, Path folder, Arguments arguments) {
        return List.of(
                "-Xms192m",
                "-Xmx192m",
                "-XX:+AlwaysPreTouch",
                "-XX:NativeMemoryTracking=summary",
                // Where JFR has its repository, and the agent what it unpacks.
                "-Djava.io.tmpdir=" + folder,
                "-javaagent:" + agent + "=iterations=" + PassingThreads.class.getName() + ".serve,iterations="
                        + LoadedAnew.class.getName() + ".applyAsLong,threshold=5ms,size="
                        + arguments.number("size-mb") + "m,out=" + folder.resolve("run"));
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            long files = 0;
            for (Path each : all.toList()) {
                files += Files.isDirectory(each) ? files(each) : 1;
            }
            return files;
        } catch (NoSuchFileException e) {
            return 0; // deleted meanwhile
        }
    }

    private static void table(List<Sample> samples) {
        List<String> heads = new ArrayList<>(List.of("minutes", "million requests", "threads so far"));
        MEASURES.forEach(measure -> heads.add(measure.name()));
        MarkdownTable table = new MarkdownTable(heads.toArray(String[]::new));
        int step = Math.max(1, samples.size() / LINES);
        for (int i = step - 1; i < samples.size(); i += step) {
            Sample one = samples.get(i);
            List<String> cells = new ArrayList<>(List.of(
                    MarkdownTable.number(60 * one.hours(), 1),
                    MarkdownTable.number(one.get(PassingThreads.REQUESTS) / 1e6, 1),
                    MarkdownTable.number(one.get(PassingThreads.STARTED), 0)));
            MEASURES.forEach(measure -> cells.add(value(measure, one)));
            table.row(cells.toArray());
        }
    }

    private static String value(Measure measure, Sample sample) {
        return MarkdownTable.number(measure.of().applyAsDouble(sample), decimals(measure));
    }

    private static int decimals(Measure measure) {
        return measure.name().endsWith("MB") ? 1 : 0;
    }

    /** Least squares over the second half, when what is bounded has come to its bounds. */
    private static void slopes(List<Sample> samples) {
        List<Sample> half = samples.subList(samples.size() / 2, samples.size());
        MarkdownTable table =
                new MarkdownTable("second half: " + half.size() + " samples", "lowest", "highest", "slope, an hour");
        for (Measure measure : MEASURES) {
            SimpleRegression line = new SimpleRegression();
            half.forEach(one -> line.addData(one.hours(), measure.of().applyAsDouble(one)));
            var range = half.stream().mapToDouble(measure.of()).summaryStatistics();
            table.row(
                    measure.name(),
                    MarkdownTable.number(range.getMin(), decimals(measure)),
                    MarkdownTable.number(range.getMax(), decimals(measure)),
                    MarkdownTable.number(line.getSlope(), 1) + " ± "
                            + MarkdownTable.number(2 * line.getSlopeStdErr(), 1));
        }
        System.out.printf(
                Locale.ROOT,
                "%nSlope: least squares over %.1f minutes, ± two standard errors, as if samples did not depend on each"
                        + " other; neighbours do, so it is less sure.%n",
                60 * (half.get(half.size() - 1).hours() - half.get(0).hours()));
    }

    /** Checks that the agent was there all the time: otherwise the retained data are worth nothing. */
    private static void check(Analysis analysis, List<Sample> samples, Arguments arguments) {
        Sample last = samples.get(samples.size() - 1);
        double requests = last.get(PassingThreads.REQUESTS);
        System.out.printf(
                Locale.ROOT,
                "requests %,.0f, %,.0f of them slow, on %,.0f threads: as many as %,.0f/s make in a day;"
                        + " the program had %.0f%% of a core%n",
                requests,
                last.get(PassingThreads.SLOW),
                last.get(PassingThreads.STARTED),
                requests / DAY_S,
                100 * last.get(OwnFootprint.CPU_SECONDS) / (3600 * last.hours()));
        System.out.printf(
                Locale.ROOT,
                "the agent counted %,d, %,d of them outliers, of which the recording holds the last %,d%n",
                analysis.run().iterations(),
                analysis.run().outliers(),
                analysis.conclusions().diagnosis().outliers().size());
        analysis.run().warnings().forEach(warning -> System.out.println("note: " + warning));
        if (analysis.run().status() != RunStatus.OK || analysis.run().iterations() < requests) {
            throw new IllegalStateException("the agent must have counted all requests: " + arguments);
        }
    }
}
