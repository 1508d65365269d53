package io.straggler.cli.ping;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineProcess;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.fork.FakeJvms;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.tasks.Quick;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.LineWidth;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command in processes of its own, with real servers on the loopback address. No latency is asserted. */
class PingCommandTest {
    private static final Pattern LISTENING = Pattern.compile("Listening on 127\\.0\\.0\\.1:([0-9]+) until Ctrl-C");

    @TempDir
    private Path scratch;

    private Path folder() {
        return scratch.resolve("ping");
    }

    private Analysis analysis(Path folder) {
        return Analysis.of(new RunFolder(folder));
    }

    /** A short ping at a rate at which the pinging thread spins little, but for what {@code more} says otherwise. */
    private String[] arguments(String... more) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--out", folder().toString());
        options.put("--rate", "100/s");
        options.put("--warmup", "300ms");
        options.put("--duration", "600ms");
        options.put("--threshold", "1s");
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        List<String> arguments = new ArrayList<>(List.of("ping"));
        options.forEach((name, value) -> arguments.addAll(List.of(name, value)));
        return arguments.toArray(String[]::new);
    }

    @Test
    void shouldPingByOneTransportLikeAnyRun() throws Exception {
        CommandLineRun ping =
                CommandLineRun.of(arguments("--transport", "tcp-block", "--size", "100", "--server-pin", "0"));

        ping.shouldHaveMeasured();
        try (var files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "run.json", "latency.hlog", "recording.jfr", "diagnosis.json", "report.html", "ping.json");
        }
        Analysis analysis = analysis(folder());
        assertThat(analysis.run().task()).isEqualTo("io.straggler.ping.TcpBlockPing");
        assertThat(analysis.run().iterations()).isBetween(1L, 60L);
        assertThat(analysis.run().environment().get("ping"))
                .isEqualTo("tcp-block, 100 bytes, to a process of its own on this machine, other end bound to cpu 0");
        assertThat(ping.out())
                .contains("io.straggler.ping.TcpBlockPing", "Round trips of 100 bytes, 100/s, on this machine")
                .containsPattern("\n  tcp-block +.* [0-9]+ +0\n");
        assertThat(ping.out().lines()).allMatch(line -> line.length() <= LineWidth.USUAL.columns());
    }

    @Test
    void shouldBeAReferenceRunForOthers() throws Exception {
        FakeJvms jvms = new FakeJvms((fork, run) -> FakeJvms.ok(run));
        CommandLineRun.of(jvms, arguments("--transport", "empty,tcp-block")).shouldHaveMeasured();
        List<String> arguments = new ArrayList<>(List.of(arguments("--out", scratch + "/run")));
        arguments.set(0, "run");
        arguments.addAll(List.of(Quick.class.getName(), "--relative-to"));

        arguments.add(folder().toString());
        CommandLineRun refused = CommandLineRun.of(jvms, arguments.toArray(String[]::new));
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .isEqualTo("relative-to must be the folder of one run: relative-to=" + folder()
                        + " (it holds several: empty, tcp-block)\n");

        arguments.set(arguments.size() - 1, folder().resolve("tcp-block").toString());
        CommandLineRun run = CommandLineRun.of(jvms, arguments.toArray(String[]::new));
        run.shouldHaveMeasured();
        assertThat(run.out())
                .containsPattern("\n {2}reference {3}50% [0-9.]+x")
                .containsPattern("of\\s+the\\s+reference\\s+run:\\s+tcp-block,\\s+64\\s+bytes,");
        JsonNode json = new JsonMapper().readTree(Files.readString(scratch.resolve("run/diagnosis.json")));
        JsonNode median = json.get("reference").get("multiples").get(0);
        assertThat(median.get("multiple").asDouble())
                .isEqualTo((double) median.get("latencyNs").asLong()
                        / median.get("referenceNs").asLong());
    }

    @Test
    void shouldPingAServerThatIsGivenBySeveralTransportsAndKeepWhatWasMeasuredWhenItDies() throws Exception {
        CommandLineProcess server = CommandLineProcess.startAndAwait("until", "ping", "--server", "--port", "0");
        String port = port(server);

        CommandLineRun good = CommandLineRun.of(arguments(
                "--transport", "Unix,UDP", "--host", "127.0.0.1", "--port", port, "--duration", "2s", "--json", "-"));
        good.shouldHaveMeasured();
        shouldHaveWrittenTwoTransportsAsJson(good);

        Path second = scratch.resolve("second");
        CommandLineProcess orphaned = CommandLineProcess.startAndAwait(
                "measuring",
                arguments(
                        "--transport",
                        "tcp-select",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        port,
                        "--duration",
                        "60s",
                        "--out",
                        second.toString()));
        server.signal("KILL");

        assertThat(orphaned.exitCode()).as(orphaned.err()).isEqualTo(ExitCode.RUN_INVALID);
        Analysis analysis = analysis(second);
        assertThat(analysis.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().reason()).matches("iteration [0-9]+ threw java\\.(io|net)\\..*");
        assertThat(orphaned.out()).contains("FAILED", "failed: iteration");
        server.exitCode();
    }

    private void shouldHaveWrittenTwoTransportsAsJson(CommandLineRun ping) throws IOException {
        JsonNode json = new JsonMapper().readTree(ping.out());
        assertThat(json.get("pings").size()).isEqualTo(2);
        for (JsonNode one : json.get("pings")) {
            assertThat(one.get("status").asString()).isIn("ok", "saturated");
            assertThat(one.get("count").asLong() + one.get("lost").asLong()).isBetween(1L, 200L);
            assertThat(one.get("latency").get(0).get("percentile").asDouble()).isEqualTo(50);
            Analysis analysis = analysis(folder().resolve(one.get("transport").asString()));
            assertThat(analysis.series())
                    .filteredOn(series -> series.name().equals("latency"))
                    .extracting(Series::count)
                    .containsExactly(one.get("count").asLong() + one.get("lost").asLong());
        }
        assertThat(Files.readString(folder().resolve("ping.json"))).isEqualTo(ping.out());
        assertThat(ping.err()).contains("udp: measuring, run 1", "Round trips of 64 bytes", "to 127.0.0.1");
    }

    private static String port(CommandLineProcess server) {
        Matcher listening = LISTENING.matcher(server.out());
        assertThat(listening.find()).as(server.out() + server.err()).isTrue();
        return listening.group(1);
    }

    @Test
    void shouldEndEverythingAndKeepWhatWasMeasuredOnInterrupt() throws Exception {
        CommandLineProcess ping = CommandLineProcess.startAndAwait(
                "tcp-block: measuring", arguments("--transport", "thread,tcp-block,udp", "--duration", "6s"));
        List<ProcessHandle> started = ping.descendants();
        assertThat(started).as("a server and a measured JVM").hasSize(2);
        ping.interrupt();

        assertThat(ping.exitCode()).as(ping.err()).isEqualTo(ExitCode.INTERRUPTED);
        shouldHaveEnded(started);
        assertThat(analysis(folder().resolve("thread")).run().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis(folder().resolve("tcp-block")).run().reason()).isEqualTo("interrupted");
        assertThat(folder().resolve("udp")).doesNotExist();
        assertThat(ping.out()).contains("  thread ", "  tcp-block ", "failed: interrupted");
    }

    @Test
    void shouldLeaveNobodyBehindWhenItIsKilled() throws Exception {
        CommandLineProcess ping =
                CommandLineProcess.startAndAwait("measuring", arguments("--transport", "mapped", "--duration", "60s"));
        List<ProcessHandle> started = ping.descendants();
        assertThat(started).as("a server and a measured JVM").hasSize(2);
        ping.signal("KILL");

        ping.exitCode();
        shouldHaveEnded(started);
    }

    private static void shouldHaveEnded(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            process.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldRefuseInOneLineWhatCannotBe() throws Exception {
        shouldRefuse(
                "--transport=pigeon: must be some of empty, thread, mapped, unix, tcp-spin, tcp-selectnow, tcp-select, tcp-block,"
                        + " udp, or all",
                "--transport",
                "tcp-spin,pigeon");
        shouldRefuse("--size=65508: must be from 8 to 65507 bytes over udp", "--transport", "udp", "--size", "65508");
        shouldRefuse("--size=7: must be from 8 to 1048576 bytes over mapped", "--size", "7");
        shouldRefuse("--port=7: needs --host, or --server", "--port", "7");
        shouldRefuse("--port=65536: must be from 1 to 65535", "--host", "localhost", "--port", "65536");
        shouldRefuse(
                "--server-pin=1023: must be one that this process may use, of " + NativeThread.allowedCpus(0),
                "--server-pin",
                "1023");
        shouldRefuse("--pin=1024: must be from 0 to 1023", "--pin", "1024");
        shouldRefuse("--host: thread does not leave this process", "--host", "localhost", "--transport", "thread");
        shouldRefuse("--listen=0.0.0.0: is for --server", "--listen", "0.0.0.0");
        shouldRefuse(
                "no ping server at no.such.host.invalid:7365: the host is not known", "--host", "no.such.host.invalid");
    }

    @Test
    void shouldRefuseWhatAServerHasNoUseFor() {
        CommandLineRun server = CommandLineRun.of("ping", "--server", "--rate", "1k");

        assertThat(server.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(server.err()).isEqualTo("--rate: is not for --server, which takes --port, --listen, --server-pin\n");
    }

    @Test
    void shouldRefuseAServerThatIsNotThereOrNone() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        shouldRefuse(
                "no ping server at 127.0.0.1:" + free + ": Connection refused",
                "--host",
                "127.0.0.1",
                "--port",
                Integer.toString(free));
        try (ServerSocket web = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = web.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The test is over.
                }
            });
            thread.setDaemon(true);
            thread.start();
            shouldRefuse(
                    "127.0.0.1:" + web.getLocalPort()
                            + " must be a straggler ping server, but it answered \"HTTP/1.1\"",
                    "--host",
                    "127.0.0.1",
                    "--port",
                    Integer.toString(web.getLocalPort()),
                    "--transport",
                    "tcp-spin");
        }
    }

    private void shouldRefuse(String message, String... more) throws Exception {
        CommandLineRun ping = CommandLineRun.of(arguments(more));

        assertThat(ping.exitCode()).as(ping.err()).isEqualTo(ExitCode.USAGE);
        assertThat(ping.err()).isEqualTo(message + "\n");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void shouldSayThatTheServersPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            CommandLineRun server = CommandLineRun.of("ping", "--server", "--port", port);

            assertThat(server.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(server.err()).isEqualTo("cannot listen on 127.0.0.1:" + port + ": Address already in use\n");
        }
    }

    @Test
    void shouldSayThatTheMeasuredJvmRefusedItsArguments() throws Exception {
        CommandLineRun ping = CommandLineRun.of(Stream.concat(
                        Stream.of(arguments("--transport", "tcp-spin,udp")), Stream.of("--jvm-arg=-XX:+NoSuchFlag"))
                .toArray(String[]::new));

        assertThat(ping.exitCode()).as(ping.out()).isEqualTo(ExitCode.USAGE);
        assertThat(ping.err()).contains("NoSuchFlag");
        assertThat(folder()).doesNotExist();
    }

    /** And does not wait for anything that is over. */
    @Test
    void shouldEndAtOnceIfWhatItMeasuredCannotBeWritten() throws Exception {
        CommandLineProcess ping = CommandLineProcess.startOnFakes(
                CommandLineProcess.ALL,
                arguments(
                        "--transport",
                        "thread",
                        "--json",
                        scratch.resolve("none/x.json").toString()));

        assertThat(ping.exitCode()).as(ping.err()).isEqualTo(2);
        assertThat(ping.err()).contains("there is no folder " + scratch.resolve("none"));
    }
}
