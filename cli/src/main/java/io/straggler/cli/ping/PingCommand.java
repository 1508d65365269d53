package io.straggler.cli.ping;

import io.straggler.RunFolder;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Messages;
import io.straggler.model.text.Rates;
import io.straggler.ping.PingException;
import io.straggler.ping.PingOptions;
import io.straggler.ping.PingServer;
import io.straggler.ping.PingTasks;
import io.straggler.ping.Transport;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code straggler ping}: what a round trip costs at least here, by each transport. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures round trips over the transports of this machine: no program that uses them can be faster. "
                        + "Each transport is a run like any other, with a report; the other end is a process of its own.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler ping",
            "  straggler ping --transport tcp-spin --pin 2 --server-pin 3 --out reference",
            "  straggler ping --server --listen 0.0.0.0",
            "  straggler ping --transport tcp-spin,udp --host 10.0.0.7"
        })
public final class PingCommand implements Callable<Integer> {
    private final Jvms jvms;

    private static final int USUAL_PORT = 7365;

    private static final List<String> OF_SERVER = List.of("--server", "--port", "--listen", "--server-pin");

    @Spec
    private CommandSpec spec;

    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--transport",
            paramLabel = "LIST",
            split = ",",
            description = "One or several, or all (default): empty, thread, mapped, unix, tcp-spin, tcp-selectnow,"
                    + " tcp-select, tcp-block, udp. With --host, all that can go there.")
    private List<String> transports = new ArrayList<>();

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "64",
            description = "Of a message, from 8 to 1048576, over UDP to 65507. Default: 64.")
    private int size;

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            defaultValue = "10k/s",
            description = "Pings per time. Default: 10k/s.")
    private String rate;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "For each transport. Default: 5s.")
    private String duration;

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "TIME",
            defaultValue = "3s",
            description = "Before that, not measured. Default: 3s.")
    private String warmup;

    @Option(
            names = {"-t", "--threshold"},
            paramLabel = "LATENCY",
            defaultValue = "auto",
            description = "From here on a ping is an outlier, as for run. Default: auto.")
    private String threshold;

    @Option(names = "--sampler", paramLabel = "MODE", defaultValue = "auto", description = "As for run. Default: auto.")
    private String sampler;

    @Option(names = "--pin", paramLabel = "CPU", description = "Binds the thread that pings to this core.")
    private Integer pin;

    @Option(
            names = "--server-pin",
            paramLabel = "CPU",
            description = "Binds the other end to this core: a server that this command starts, or --server.")
    private Integer serverPin;

    @Option(names = "--host", paramLabel = "HOST", description = "A server that runs already, by --server there.")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Of that server, or of this one with --server. Default: " + USUAL_PORT + ".")
    private Integer port;

    @Option(names = "--server", description = "Is the other end, until Ctrl-C.")
    private boolean server;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "Where the server listens. Default: the loopback address, for this machine alone.")
    private String listen;

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "Argument for the measured JVMs, such as --jvm-arg=-XX:+UseZGC. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for the files, new or empty; with several transports, one folder in it for each."
                    + " Default: straggler-runs/ping-TIME.")
    private Path out;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes ping.json there; - is standard output, and the table then goes to standard error.")
    private String json;

    /** @param jvms where the measured JVMs come from */
    public PingCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        check();
        return server ? serve() : ping();
    }

    private void check() {
        if (port != null && (port < 0 || port > HIGHEST_PORT || port == 0 && !server)) {
            throw new UsageException("--port=" + port + ": must be from " + (server ? 0 : 1) + " to 65535");
        }
        if (server && (host != null || !transports.isEmpty())) {
            throw new UsageException("Give --server, or what to ping: a server answers whatever it is asked.");
        }
        if (server) {
            refuseOptionsOfPinging();
        }
        if (!server && listen != null) {
            throw new UsageException("--listen=" + listen + ": is for --server");
        }
        if (!server && port != null && host == null) {
            throw new UsageException("--port=" + port + ": needs --host, or --server");
        }
        if (serverPin != null && host != null) {
            throw new UsageException("--server-pin: is for the server's own command line when --host is given");
        }
        requireCpu("pin", pin);
        requireCpu("server-pin", serverPin);
    }

    /** A server measures nothing. */
    private void refuseOptionsOfPinging() {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!OF_SERVER.contains(given.longestName())) {
                throw new UsageException(given.longestName() + ": is not for --server, which takes "
                        + String.join(", ", OF_SERVER.subList(1, OF_SERVER.size())));
            }
        }
    }

    private static void requireCpu(String option, Integer cpu) {
        try {
            if (cpu != null) {
                NativeThread.requireCpu(cpu);
            }
        } catch (IllegalArgumentException e) {
            throw OptionTexts.refusal(option, cpu.toString(), e);
        }
    }

    private OptionalInt serverCpu() {
        return serverPin == null ? OptionalInt.empty() : OptionalInt.of(serverPin);
    }

    private int serve() throws IOException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress(
                listen == null ? InetAddress.getLoopbackAddress().getHostAddress() : listen,
                port == null ? USUAL_PORT : port);
        try (PingServer running = PingServer.listen(address, serverCpu(), System.err::println)) {
            System.out.println("Listening on " + running.address().getAddress().getHostAddress() + ":"
                    + running.address().getPort() + " until Ctrl-C");
            System.out.flush();
            running.await();
        } catch (PingException e) {
            throw new UsageException(Messages.of(e));
        }
        return ExitCode.RUN_INVALID;
    }

    private int ping() throws Exception {
        PingPlan plan = plan();
        RunFolder folder = RunFolder.create(RunRequest.place(out, "ping"));
        try (Session session =
                Session.begin(jvms, new OutputOptions().terminal(), System.err, Session.USUAL_PATIENCE)) {
            PingRun run = new PingRun(plan, folder, session);
            List<PingResult> results = run.call();
            if (run.refused()) {
                Files.deleteIfExists(folder.path());
                return ExitCode.USAGE;
            }
            new PingReport(plan, results, json).write(run.last(), folder);
            return PingRun.sound(results) ? ExitCode.OK : ExitCode.RUN_INVALID;
        }
    }

    private PingPlan plan() throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("rate", rate);
        options.put("duration", duration);
        options.put("warmup", warmup);
        options.put("threshold", threshold);
        options.put("sampler", sampler);
        if (pin != null) {
            options.put("pin", pin.toString());
        }
        OptionTexts.parse(options);
        Optional<PingPlan.Address> given =
                Optional.ofNullable(host).map(name -> new PingPlan.Address(name, port == null ? USUAL_PORT : port));
        long intervalNs = (long) (1e9 / Rates.parsePerSecond(rate));
        PingPlan plan = new PingPlan(chosen(), size, given, serverCpu(), intervalNs, options, jvmArguments);
        requireServer(plan);
        return plan;
    }

    private List<Transport> chosen() {
        List<Transport> chosen = new ArrayList<>();
        boolean all = transports.isEmpty() || transports.equals(List.of("all"));
        for (String label : all ? Transport.labels() : transports) {
            Transport transport = Transport.of(label)
                    .orElseThrow(() -> new UsageException("--transport=" + label + ": must be some of "
                            + String.join(", ", Transport.labels()) + ", or all"));
            if (all && host != null && transport.reach() != Transport.Reach.NETWORK) {
                continue;
            }
            if (host != null && transport.reach() == Transport.Reach.PROCESS) {
                throw new UsageException("--host: " + transport.label() + " does not leave this process");
            }
            try {
                transport.requireSize(size);
            } catch (IllegalArgumentException e) {
                throw OptionTexts.refusal("size", Integer.toString(size), e);
            }
            if (!chosen.contains(transport)) {
                chosen.add(transport);
            }
        }
        return chosen;
    }

    /** Better to find out now than after the warm-up of a JVM. */
    private static void requireServer(PingPlan plan) throws IOException {
        if (plan.server().isEmpty()) {
            return;
        }
        PingPlan.Address address = plan.server().get();
        PingOptions options =
                new PingOptions(address.host(), address.port(), plan.bytes(), plan.intervalNs(), OptionalInt.empty());
        for (Transport transport : plan.transports()) {
            try {
                PingTasks.requireServer(transport, options);
            } catch (PingException e) {
                throw new UsageException(Messages.of(e));
            }
        }
    }
}
