package io.straggler.cli.ping;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.cli.fork.Session;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.model.RunStatus;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.Messages;
import io.straggler.ping.PingOptions;
import io.straggler.ping.PingTasks;
import io.straggler.ping.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a ping, one transport after the other, each with a server of its own unless one is given. Ctrl-C ends the run that is under way;
 * what it had measured by then is kept.
 */
final class PingRun implements Callable<List<PingResult>> {
    private final PingPlan plan;
    private final RunFolder folder;
    private final Session session;
    private @Nullable Analysis last;
    private boolean refused;

    PingRun(PingPlan plan, RunFolder folder, Session session) {
        this.plan = plan;
        this.folder = folder;
        this.session = session;
    }

    /** The last transport's run, as far as there is one. */
    Optional<Analysis> last() {
        return Optional.ofNullable(last);
    }

    /** Whether the measured JVM did not accept what it was asked for. */
    boolean refused() {
        return refused;
    }

    @Override
    public List<PingResult> call() throws IOException, InterruptedException {
        List<PingResult> results = new ArrayList<>();
        for (Transport transport : plan.transports()) {
            if (!session.interrupted() && !refused) {
                results.add(ping(transport));
            }
        }
        return results;
    }

    private PingResult ping(Transport transport) throws IOException, InterruptedException {
        RunFolder place = plan.transports().size() == 1
                ? folder
                : RunFolder.create(folder.path().resolve(transport.label()));
        try {
            if (transport.reach() == Transport.Reach.PROCESS) {
                return measure(transport, options("", 0), place);
            }
            if (plan.server().isPresent()) {
                PingPlan.Address address = plan.server().get();
                return measure(transport, options(address.host(), address.port()), place);
            }
            try (PingServerProcess server = PingServerProcess.start(plan.serverCpu())) {
                return measure(transport, options("127.0.0.1", server.port()), place);
            }
        } catch (ForkLauncher.ForkRejected e) {
            // It has said why.
            refused = true;
            Files.deleteIfExists(place.path());
            return PingResult.failed(transport, "refused", place.path());
        } catch (ForkLauncher.NoResults | RunFolderException e) {
            return PingResult.failed(transport, Messages.of(e), place.path());
        } catch (IOException e) {
            return PingResult.failed(transport, FileErrors.sentence(e), place.path());
        }
    }

    private PingOptions options(String host, int port) {
        OptionalInt partnerCpu = host.isEmpty() ? plan.serverCpu() : OptionalInt.empty();
        return new PingOptions(host, port, plan.bytes(), plan.intervalNs(), partnerCpu);
    }

    private PingResult measure(Transport transport, PingOptions options, RunFolder place)
            throws IOException, InterruptedException {
        ProgressLine progress =
                session.progress(OptionTexts.parse(plan.options()).expectedNs());
        progress.name(transport.label() + ": ");
        List<String> arguments = new ArrayList<>(options.jvmArguments());
        arguments.addAll(plan.jvmArguments());
        RunRequest request = new RunRequest(
                new TaskSpec.OfClass(PingTasks.of(transport).getName()),
                plan.options(),
                "",
                arguments,
                1,
                place.path());
        ForkLauncher launcher = session.launcher(request, place, progress);
        launcher.run(1);
        place.addFact("ping", plan.describe(transport));
        Analysis analysis = Analysis.of(place);
        analysis.write();
        last = analysis;
        return PingResult.of(transport, analysis, place.path());
    }

    /** Whether every figure means what it seems to. */
    static boolean sound(List<PingResult> results) {
        return results.stream().allMatch(result -> result.status() == RunStatus.OK);
    }
}
