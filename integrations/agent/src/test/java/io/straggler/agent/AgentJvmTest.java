package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Shop;
import io.straggler.anyrecording.AgentStatus;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.IterationGroup;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a JVM of its own, against what the program counts itself. */
@Tag("jar")
@Timeout(120)
class AgentJvmTest {
    private static final String PLACE = "iterations=io.straggler.agent.users.Shop.place,threshold=30ms,out=";

    private static final int PLEDGES = 10;
    private static final int OVERFLOWS = 8;

    /** The slow ones of a round are slow at the same time, in which a busy machine may have no core for the agent. */
    private static final int ROUNDS = 10;

    @TempDir
    private Path folder;

    @Test
    void shouldExplainSlowCallsFromTheStartOnAndLeaveTheProgramAlone() throws Exception {
        Path out = folder.resolve("run");
        ForkedProgram.Counts counts;
        String never = "iterations=io.straggler.agent.users.Shop.work,iterations=com.acme.Missing.call,";
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, never + PLACE + out)) {
            counts = shop.counts("orders 100");
            // What is slow just before the JVM ends may only be counted.
            awaitIterations(new RunFolder(out), counts.calls());
            assertThat(shop.end()).isZero();
            assertThat(shop.err()).isEmpty();
        }

        Analysis analysis = FilledFolder.analysis(new RunFolder(out));

        assertThat(counts).isEqualTo(new ForkedProgram.Counts(400, 12, 40));
        assertThat(analysis.run().status()).isEqualTo(RunStatus.OK);
        assertThat(analysis.run().iterations()).isEqualTo(counts.calls());
        // On a busy machine others may wait for a core as long.
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(counts.slow());
        assertThat(analysis.conclusions().diagnosis().outliers())
                .hasSize((int) analysis.run().outliers());
        assertThat(analysis.run().warnings())
                .contains(
                        "No class with a method com.acme.Missing.call was loaded.",
                        "No call of io.straggler.agent.users.Shop.work counted: there was none, none is over, or all were made within other"
                                + " calls that count, as parts of those.")
                .anyMatch(
                        warning -> warning.matches(
                                "[0-9,]+ of the [0-9,]+ outliers came in the first .*, before the JVM's compilers were quiet.*"))
                .noneMatch(warning -> warning.contains("Shop.place counted"));
        assertThat(analysis.run().sampler().mode()).isEqualTo(SamplerMode.TRIGGERED);
        assertThat(analysis.conclusions().budget().causes())
                .extracting(sum -> sum.cause())
                .contains(Cause.SLEEP)
                // In a JVM as young as this one it may still be interpreted.
                .containsAnyOf(Cause.CODE, Cause.DEOPTIMIZATION);
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .anyMatch(stack -> stack.frames().stream()
                        .anyMatch(frame -> frame.name().equals("io.straggler.agent.users.Shop.work")));
        assertThat(Files.list(out).map(file -> file.getFileName().toString()))
                .contains("recording.jfr", "latency.hlog", "run.json")
                .doesNotContain("stacks.jfr", "unfinished.properties");
    }

    @Test
    void shouldComeAndGoWithoutATrace() throws Exception {
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            long before = shop.counts("orders 20").calls();
            for (int round = 0; round < 2; round++) {
                Path out = folder.resolve("run" + round);
                assertThat(shop.attach(PLACE + out)).isEqualTo(out.toString());
                long after = shop.counts("orders 20").calls();
                assertThat(shop.attach("stop")).isEqualTo(out.toString());
                assertThat(FilledFolder.filling(new RunFolder(out))).isFalse();

                Analysis analysis = FilledFolder.analysis(new RunFolder(out));
                assertThat(analysis.run().iterations()).isEqualTo(after - before);
                assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
                before = after;
            }
            assertThat(shop.ask("hooked")).isEqualTo("hooked 0");
            assertThat(openJars(shop)).isEmpty();
            assertTasks(shop, new RunFolder(folder.resolve("tasks")));
            assertOwnTasks(shop, new RunFolder(folder.resolve("own-tasks")));

            RunFolder brief = new RunFolder(folder.resolve("brief"));
            shop.attach(PLACE + brief.path() + ",duration=100ms");
            Awaited.finished(brief);
            assertThat(shop.ask("hooked")).isEqualTo("hooked 0");
            assertThat(shop.end()).isZero();
            assertThat(shop.err()).isEmpty();
        }
    }

    @Test
    void shouldSayHowItGoesAndGoOn() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            assertThat(shop.attach("status")).isEqualTo("!Straggler is not attached.");
            assertThat(property(shop)).isEmpty();
            long before = shop.counts("orders 1").calls();
            shop.attach(PLACE + run.path() + ",duration=10min");
            assertThat(property(shop)).isEqualTo(run.path().toString());

            long first = shop.counts("orders 20").calls() - before;
            AgentStatus status = awaitCalls(shop, first);
            assertThat(status.watched().iterations()).isEqualTo("io.straggler.agent.users.Shop.place");
            assertThat(status.watched().methods()).isEqualTo("io.straggler.agent.users.Shop.place");
            assertThat(status.calls().outliers()).isPositive().isLessThanOrEqualTo(first);
            assertThat(status.calls().worstNs()).isGreaterThan(status.watched().thresholdNs());
            assertThat(status.times().attachedEpochMs()).isLessThanOrEqualTo(System.currentTimeMillis());
            assertThat(status.times().countingEpochMs()).isPresent();
            assertThat(status.times().leftNs().orElseThrow()).isBetween(1L, 600_000_000_000L);
            assertThat(status.folder()).isEqualTo(run.path());

            long all = shop.counts("orders 20").calls() - before;
            assertThat(shop.attach("stop")).isEqualTo(run.path().toString());
            assertThat(run.readRun().iterations()).isEqualTo(all);
            assertThat(shop.attach("status")).isEqualTo("!Straggler is not attached.");
            assertThat(property(shop)).isEmpty();
            assertThat(shop.err()).isEmpty();
        }
    }

    /** Status once all of these calls are counted, which is so within a second. */
    private static AgentStatus awaitCalls(ForkedProgram shop, long calls) throws Exception {
        AgentStatus status;
        do {
            status = AgentStatus.read(shop.attach("status"));
        } while (status.calls().count() < calls);
        assertThat(status.calls().count()).isEqualTo(calls);
        return status;
    }

    private static String property(ForkedProgram shop) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(shop.pid()));
        try {
            return jvm.getSystemProperties().getProperty(AgentStatus.ATTACHED, "");
        } finally {
            jvm.detach();
        }
    }

    @Test
    void shouldGiveBackTheCodeOfAsManyMethodsAsItMayInstrument() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            shop.counts("recursive 1");
            shop.attach(PLACE + run.path() + ",yes-instrument-1");
            assertThat(shop.ask("hooked")).isEqualTo("hooked 1");
            shop.attach("stop");

            assertThat(shop.ask("hooked")).isEqualTo("hooked 0");
            assertThat(run.readRun().warnings()).noneMatch(warning -> warning.contains("left alone"));
        }
    }

    /** The jars that the agent has unpacked and that the program has open. */
    private List<String> openJars(ForkedProgram program) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + program.pid() + "/fd"))) {
            return open.map(AgentJvmTest::target)
                    .filter(target -> target.startsWith(folder.toString()) && target.endsWith(".jar"))
                    .toList();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // Closed meanwhile.
        }
    }

    /** Tasks of a pool that was there before the agent: each of its threads runs one, at most, that is not seen. */
    private static void assertTasks(ForkedProgram shop, RunFolder out) throws Exception {
        shop.attach("iterations=executor,threshold=30ms,out=" + out.path());
        long before = shop.counts("orders 1").calls();
        long deliveries = shop.counts("deliver 40").calls() - before;
        shop.attach("stop");

        Analysis analysis = FilledFolder.analysis(out);
        Map<String, IterationGroup> groups = analysis.conclusions().groups(analysis.series()).stream()
                .collect(Collectors.toMap(IterationGroup::name, Function.identity()));
        assertThat(deliveries).isEqualTo(40);
        assertThat(groups.keySet()).allMatch(name -> name.startsWith(Shop.class.getName() + "$"));
        IterationGroup slow = groups.get(Shop.class.getName() + "$Delivery.run");
        assertThat(slow.latencies().count()).isBetween(20L - Shop.THREADS, 20L);
        assertThat(groups.get(Shop.class.getName() + "$Return.call").latencies().count())
                .isBetween(20L - Shop.THREADS, 20L);
        assertThat(slow.leading()).isPresent();
        // On a busy machine more of their time may go to waits for a core than to sleep.
        assertThat(analysis.conclusions().diagnosis().outliers())
                .filteredOn(one -> one.outlier().group().equals(slow.name()))
                .anySatisfy(AgentJvmTest::assertSlept);
        // The first of a thread that the agent saw begin, and its last.
        assertThat(groups.get(Shop.class.getName() + "$BreakDown.run")
                        .latencies()
                        .count())
                .isEqualTo(1);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
    }

    /** Tasks that a fork-join pool runs, which was there before the agent, and those that have threads of their own, virtual ones where there are any. */
    private static void assertOwnTasks(ForkedProgram shop, RunFolder out) throws Exception {
        shop.counts("fork 4");
        shop.attach("iterations=executor,threshold=30ms,out=" + out.path());
        shop.counts("fork 40");
        for (int round = 0; round < ROUNDS; round++) {
            shop.counts("virtually 40");
        }
        shop.attach("stop");

        Analysis analysis = FilledFolder.analysis(out);
        Map<String, Long> counts = analysis.conclusions().groups(analysis.series()).stream()
                .collect(Collectors.toMap(
                        IterationGroup::name, group -> group.latencies().count()));
        boolean virtual = Runtime.version().feature() >= Shop.FIRST_WITH_VIRTUAL_THREADS;
        long each = virtual ? 20 + 20 * ROUNDS : 20;
        assertThat(counts)
                .containsEntry(Shop.class.getName() + "$Delivery.run", each)
                .containsEntry(Shop.class.getName() + "$Return.call", each)
                .containsEntry(Shop.class.getName() + "$Question.get", 1L)
                .containsKey(Shop.class.getName() + "$Halves.compute")
                .hasSize(4);
        assertThat(analysis.conclusions().diagnosis().outliers().stream()
                        .flatMap(outlier -> outlier.stacks().stream())
                        .anyMatch(stack -> stack.osThreadId() < 0 && !stack.ofEvent()))
                .as("stacks that were taken of virtual threads, which have no number of the system's")
                .isEqualTo(virtual);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
    }

    @Test
    void shouldCountTheOutermostCallAndSeeThreadsComeAndGo() throws Exception {
        Path out = folder.resolve("run");
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            shop.counts("recursive 1");
            shop.attach(
                    "iterations=io.straggler.agent.users.Shop.*Down,iterations=io.straggler.agent.users.Shop.pl*e,out="
                            + out);
            assertThat(shop.ask("hooked")).isEqualTo("hooked 2");
            long before = shop.counts("recursive 50").calls();
            shop.counts("recursive 50");
            for (int i = 0; i < PLEDGES; i++) {
                shop.counts("pledges");
            }
            long after = shop.counts("churn 100").calls();
            shop.attach("stop");

            // What the outermost call does when the others have returned is in its time.
            assertThat(new RunFolder(out).readRun().runs().get(0).worstNs()).isGreaterThanOrEqualTo(Shop.SLOW_NS);
            // One of those that count was made before the first answer.
            assertThat(new RunFolder(out).readRun().iterations()).isEqualTo(after - before + 1);
            assertByMethod(FilledFolder.analysis(new RunFolder(out)), after - before + 1 - 2 - PLEDGES);
            assertThat(Integer.parseInt(
                            new RunFolder(out).readRun().environment().get("threads")))
                    .isGreaterThan(100);
        }
    }

    /** A call whose end met a full stack does not hide those that its thread makes later. */
    @Test
    void shouldCountCallsOfAThreadWhoseStackWasFull() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            shop.counts("overflow 8");
            shop.counts("recursive 0");
            shop.attach(
                    "iterations=io.straggler.agent.users.Shop.step,iterations=io.straggler.agent.users.Shop.countDown,out="
                            + run.path());
            for (int i = 0; i < OVERFLOWS; i++) {
                shop.counts("overflow 8");
                shop.counts("recursive 0");
            }
            shop.attach("stop");

            Analysis analysis = FilledFolder.analysis(run);
            assertThat(analysis.conclusions().groups(analysis.series()))
                    .filteredOn(group -> group.name().endsWith(".countDown"))
                    .extracting(group -> group.latencies().count())
                    .containsExactly((long) OVERFLOWS);
            assertThat(shop.end()).isZero();
            assertThat(shop.err()).isEmpty();
        }
    }

    private static void assertSlept(DiagnosedOutlier outlier) {
        assertThat(outlier.evidence())
                .anyMatch(one -> one.kind() == Evidence.Kind.SLEEP && one.durationNs() > Shop.SLOW_NS * 9 / 10);
    }

    /** The two that counted down were slow, and slept. */
    private static void assertByMethod(Analysis analysis, long placed) {
        List<IterationGroup> groups = analysis.conclusions().groups(analysis.series());

        assertThat(analysis.run().groupedBy()).isEqualTo("method");
        assertThat(groups)
                .extracting(IterationGroup::name, group -> group.latencies().count())
                .containsExactlyInAnyOrder(
                        tuple(Shop.class.getName() + ".countDown", 2L),
                        tuple(Shop.class.getName() + ".pledge", (long) PLEDGES),
                        tuple(Shop.class.getName() + ".place", placed));
        IterationGroup countDown = groups.stream()
                .filter(group -> group.name().endsWith("countDown"))
                .findFirst()
                .orElseThrow();
        assertThat(countDown.latencies().maxNs()).isGreaterThanOrEqualTo(Shop.SLOW_NS);
        assertThat(countDown.outliers()).isEqualTo(2);
        assertThat(countDown.leading()).isPresent();
        assertThat(analysis.conclusions().diagnosis().outliers())
                .filteredOn(one -> one.outlier().group().equals(Shop.class.getName() + ".countDown"))
                .hasSize(2)
                .allSatisfy(AgentJvmTest::assertSlept);
        assertThat(analysis.conclusions().diagnosis().outliers())
                .filteredOn(one -> one.outlier().group().equals(Shop.class.getName() + ".pledge"))
                .hasSize(PLEDGES)
                // Whoever finds out who has the lock has to get a core meanwhile.
                .anySatisfy(one -> assertThat(one.evidence())
                        .filteredOn(evidence -> evidence.kind() == Evidence.Kind.PARK)
                        .anySatisfy(park -> assertThat(park.partner())
                                .hasValueSatisfying(
                                        owner -> assertThat(owner.thread()).isEqualTo("main"))));
    }

    @Test
    void shouldDoNothingWithoutOptions() throws Exception {
        try (ForkedProgram shop = ForkedProgram.waitingForTheAgent(Shop.class, folder)) {
            shop.counts("orders 1");
            assertThat(shop.attach("stop")).isEqualTo("!Straggler is not attached.");
            Path out = folder.resolve("run");
            assertThat(shop.attach(PLACE + out)).isEqualTo(out.toString());
            assertThat(shop.end()).isZero();
            assertThat(shop.err()).isEmpty();
        }
    }

    @Test
    void shouldLeaveWhatWasWrittenWhenTheProgramIsKilled() throws Exception {
        Path out = folder.resolve("run");
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, PLACE + out)) {
            ForkedProgram.Counts counts = shop.counts("orders 100");
            RunFolder run = new RunFolder(out);
            awaitIterations(run, counts.calls());
            Analysis soFar = awaitListed(run, counts.slow());
            assertThat(soFar.run().warnings()).anyMatch(warning -> warning.startsWith("The program was still running"));

            shop.kill();

            Analysis left = FilledFolder.analysis(run);
            assertThat(left.run().iterations()).isEqualTo(counts.calls());
            assertThat(left.run().warnings()).anyMatch(warning -> warning.contains("kill -9"));
            assertThat(left.conclusions().diagnosis().outliers()).hasSizeGreaterThanOrEqualTo((int) counts.slow());
            assertThat(FilledFolder.analysis(run).run().warnings()).anyMatch(warning -> warning.contains("kill -9"));
        }
    }

    /** The JVM writes what it records every second. */
    private static Analysis awaitListed(RunFolder run, long outliers) throws Exception {
        return Awaited.of(
                run,
                FilledFolder::analysis,
                soFar -> soFar.conclusions().diagnosis().outliers().size() >= outliers);
    }

    /** The agent writes every two seconds. */
    private static void awaitIterations(RunFolder run, long count) throws Exception {
        Awaited.of(run, RunFolder::readRun, one -> one.iterations() >= count);
    }

    @Test
    void shouldSayInALineWhatItRefuses() throws Exception {
        Path out = folder.resolve("run");
        try (ForkedProgram shop =
                new ForkedProgram(Shop.class, folder, "iterations=io.straggler.agent.users.Shop.place,thresold=5ms")) {
            assertThat(shop.err().strip())
                    .isEqualTo(
                            "straggler: The agent has no option thresold; did you mean threshold? It has iterations,"
                                    + " threshold, out, size, duration, begin, metrics, witness, label, until-return and yes-instrument-N. The program runs without Straggler.");
            shop.counts("orders 1");
            assertThat(shop.attach("stop")).isEqualTo("!Straggler is not attached.");
            assertThat(shop.attach("threshold=5ms"))
                    .isEqualTo("!Say which calls are iterations: iterations=com.acme.Orders.place, or a ready-made name"
                            + " such as iterations=jdbc.");
            assertThat(shop.attach("iterations=io.straggler.agent.users.Shop.plaice"))
                    .startsWith(
                            "!No class that is loaded has a method io.straggler.agent.users.Shop.plaice; did you mean"
                                    + " io.straggler.agent.users.Shop.place");
            assertThat(shop.attach("iterations=io.straggler.agent.users.Shop"))
                    .isEqualTo("!io.straggler.agent.users.Shop is a class: name a method of it, or all with"
                            + " io.straggler.agent.users.Shop.*.");
            assertThat(shop.attach("iterations=@com.acme.Timed"))
                    .startsWith("!No class that is loaded has a method with @com.acme.Timed.");
            assertThat(shop.attach(PLACE + Files.createFile(folder.resolve("file"))))
                    .startsWith("!The output folder is a file: ");
            assertThat(shop.attach("iterations=io.straggler.agent.users.Shop.*,yes-instrument-2"))
                    .matches("!iterations=io\\.straggler\\.agent\\.users\\.Shop\\.\\* means \\d+ methods, such as .*"
                            + " Name fewer, or add yes-instrument-\\d+\\.");
            shop.attach(PLACE + out);
            assertThat(shop.attach(PLACE + folder.resolve("second")))
                    .isEqualTo("!Straggler is attached already, to io.straggler.agent.users.Shop.place, into " + out
                            + ". End that first: straggler attach " + shop.pid() + " --stop.");
            assertThat(shop.end()).isZero();
        }
    }
}
