package io.straggler.selftest.inject.laboratory;

import io.straggler.sampler.linux.SerialCollector;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.LinuxCalls;
import io.straggler.selftest.inject.SharedInjection;
import io.straggler.selftest.inject.TruthLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process stops this one with SIGSTOP and lets it go on with SIGCONT. */
public final class StoppedProcess implements Injector {
    private final GapObserver observer = new GapObserver();
    private final Path shared;
    private final SharedInjection act;
    private final Process stopper;
    private final OutputStream requests;

    public StoppedProcess(InjectionSite site) throws ImpossibleException {
        ImpossibleException.ifMissing(LinuxCalls.missing());
        site.cores().requireSecond();
        try {
            shared = Files.createTempFile(site.folder(), ".stop-", null);
            act = SharedInjection.map(shared);
            stopper = new ProcessBuilder(command(site.cores()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            requests = stopper.getOutputStream();
        } catch (IOException e) {
            throw new ImpossibleException("needs a second process: " + e.getMessage());
        }
        require();
    }

    private List<String> command(Cores cores) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SerialCollector.FLAGS);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Xmx16m",
                "-cp",
                System.getProperty("java.class.path"),
                Stopper.class.getName(),
                Long.toString(ProcessHandle.current().pid()),
                shared.toAbsolutePath().toString(),
                Integer.toString(cores.helper(0).orElse(Stopper.ANY_CORE))));
        return command;
    }

    /** Tries some stops: they show whether stopping is allowed, and warm the other side up. */
    private void require() throws ImpossibleException {
        try {
            for (int i = 0; i < 20; i++) {
                ask(System.nanoTime() + 500_000, 20_000);
                if (!awaitOver()) {
                    throw new ImpossibleException("needs a process that may stop this one");
                }
            }
        } catch (IOException e) {
            throw new ImpossibleException("needs a process that may stop this one: " + e.getMessage());
        }
    }

    /** Waits until the stop is over; returns whether it was in time. */
    private boolean awaitOver() {
        long untilNs = System.nanoTime() + 10_000_000_000L;
        while (!act.over()) {
            if (!stopper.isAlive() || System.nanoTime() - untilNs > 0) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private void ask(long atNs, long sizeNs) throws IOException {
        act.expect();
        requests.write((atNs + " " + sizeNs + "\n").getBytes(StandardCharsets.US_ASCII));
        requests.flush();
    }

    @Override
    public void warmUp() {
        observer.warmUp();
    }

    @Override
    public void prepare(long sizeNs, long atNs) throws IOException {
        ask(atNs, sizeNs);
    }

    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        long endNs = observer.watch(act, startNs);
        // The stop ends after it was reported.
        endNs = Math.max(endNs, System.nanoTime());
        observer.gaps.look(endNs);
        observer.write(act, startNs, endNs, truth);
    }

    /** Waits for a stop that no iteration has waited for, so that the next one does not take it for its own. */
    @Override
    public void clearUp() {
        awaitOver();
    }

    @Override
    public void close() {
        try {
            requests.close();
            if (!stopper.waitFor(1, TimeUnit.SECONDS)) {
                stopper.destroyForcibly();
            }
            Files.deleteIfExists(shared);
        } catch (IOException e) {
            stopper.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
