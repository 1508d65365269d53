package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Kiosk;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.IterationGroup;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ready-made names and metrics in a JVM of its own, on a driver and an interface that nobody here wrote, against what the program counts itself. */
@Tag("jar")
@Timeout(120)
class ReadyMadeNameJvmTest {
    @TempDir
    private Path folder;

    @Test
    void shouldMeanWhateverImplementsThemAndShowFiguresMeanwhile() throws Exception {
        try (ForkedProgram kiosk = new ForkedProgram(Kiosk.class, folder, "", Driver.class, Servlet.class)) {
            // What is not loaded cannot be found.
            kiosk.counts("statements 1");
            long before = kiosk.counts("requests 1").calls();
            refuse(kiosk);

            RunFolder statements = new RunFolder(folder.resolve("statements"));
            int port = freePort();
            kiosk.attach("iterations=jdbc,threshold=30ms,metrics=" + port + ",out=" + statements.path());
            ForkedProgram.Counts counts = kiosk.counts("statements 100");
            String count = "straggler_call_seconds_count{iterations=\"jdbc\"} " + (counts.calls() - before) + "\n";
            String metrics = await(
                    () -> metrics(port),
                    text -> text.contains(count) && value(text, "straggler_outliers_total") >= counts.slow());
            assertThat(metrics)
                    .contains(count, "straggler_threshold_seconds{iterations=\"jdbc\"} 0.03\n")
                    .contains("method=\"call pause(?)\"} ");
            // The slow ones are a statement of their own.
            assertThat(metrics)
                    .contains("straggler_method_call_seconds_count{iterations=\"jdbc\",method=\"call pause(?)\"} "
                            + counts.slow() + "\n");
            long outliers = value(metrics, "straggler_outliers_total");
            assertThat(outliers).isGreaterThanOrEqualTo(counts.slow());
            // A program may choose the kind of its server for beans when it starts: the agent makes none.
            assertThat(kiosk.ask("beans")).isEqualTo("beans 0");
            kiosk.attach("stop");
            assertThat(metrics(port)).isEmpty();
            Analysis analysis = FilledFolder.analysis(statements);
            assertThat(analysis.run().iterations()).isEqualTo(counts.calls() - before);
            assertThat(analysis.run().outliers()).isEqualTo(outliers);
            // Without a core for a while, the agent may find that timers bring no stacks, or set one too late.
            SamplerSummary sampler = analysis.run().sampler();
            assertThat(value(metrics, "straggler_outliers_with_stack_total"))
                    .as(sampler.toString())
                    .isBetween(sampler.mode() == SamplerMode.TRIGGERED ? 1L : 0L, outliers);
            assertThat(analysis.run().task()).isEqualTo("jdbc");
            assertThat(analysis.run().groupedBy()).isEqualTo("statement");
            assertThat(analysis.conclusions().diagnosis().outliers())
                    .extracting(one -> one.outlier().group())
                    .contains("call pause(?)")
                    .isSubsetOf("call pause(?)", "insert into sold values(?)");
            assertThat(analysis.conclusions().groups(analysis.series()))
                    .extracting(IterationGroup::name)
                    .containsExactlyInAnyOrder("call pause(?)", "insert into sold values(?)");
            assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));

            RunFolder requests = new RunFolder(folder.resolve("requests"));
            kiosk.attach(
                    "iterations=servlet,iterations=jdbc,threshold=30ms,metrics=" + port + ",out=" + requests.path());
            long served = kiosk.counts("requests 60").calls() - counts.calls();
            String outliersOfDoor = "straggler_method_outliers_total{iterations=\"servlet jdbc\","
                    + "method=\"io.straggler.agent.users.Kiosk$Door.doFilter\"} ";
            assertThat(await(
                            () -> metrics(port),
                            text -> value(text, "straggler_call_seconds_count") == served
                                    && text.contains(outliersOfDoor)))
                    .contains(outliersOfDoor)
                    .contains("straggler_call_seconds_count{iterations=\"servlet jdbc\"} " + served + "\n");
            kiosk.attach("stop");
            assertThat(metrics(port)).isEmpty();
            // A statement within a request is none of its own.
            assertThat(requests.readRun().iterations()).isEqualTo(served);
            assertThat(kiosk.end()).isZero();
            assertThat(kiosk.err()).isEmpty();
        }
    }

    private static void refuse(ForkedProgram kiosk) throws Exception {
        assertThat(kiosk.attach("iterations=jbdc")).startsWith("!There is no ready-made name jbdc; did you mean jdbc?");
        assertThat(kiosk.attach("iterations=netty"))
                .isEqualTo("!No class that is loaded has a method netty"
                        + " (io.netty.channel.ChannelInboundHandler+.channelRead). A class is loaded when it is first"
                        + " used.");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(kiosk.attach("iterations=jdbc,metrics=" + taken.getLocalPort()))
                    .isEqualTo("!Port " + taken.getLocalPort()
                            + " cannot be had for metrics: Address already in use. Name another one.");
        }
        assertThat(kiosk.attach("stop")).isEqualTo("!Straggler is not attached.");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Nothing if nobody answers. */
    private static String metrics(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/metrics"))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (ConnectException e) {
            return "";
        }
    }

    private static long value(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Metrics are a second old at most. Returns what was asked last. */
    private static String await(Callable<String> asked, Predicate<String> awaited) throws Exception {
        long untilNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String answer = asked.call();
        while (!awaited.test(answer) && System.nanoTime() - untilNs < 0) {
            Thread.sleep(50);
            answer = asked.call();
        }
        return answer;
    }
}
