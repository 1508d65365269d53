package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.ExternalInjection;
import io.straggler.selftest.inject.GapObserver;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.LinuxCalls;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;
import io.straggler.selftest.inject.Waits;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A loop without safepoint polls on another thread, while all threads are asked to stop: the measured thread waits for the loop to end.
 *
 * <p>With three cores a third thread asks for the stop. With two cores the measured thread asks: a third thread would get a core only when
 * the loop is over.
 */
public final class LateToSafepoint implements Injector {
    private static final long TIMEOUT_NS = 10_000_000;
    private static final int CALIBRATION = 5_000_000;

    private final Cores cores;
    private final SafepointRequests requests;
    private final OptionalInt vmThread;
    private final HelperThread laggard;

    /** Null if the measured thread asks itself. */
    private final @Nullable HelperThread requester;

    private final ExternalInjection act = new ExternalInjection();
    private final GapObserver observer = new GapObserver();
    private final Runnable request = this::request;
    private final double roundsPerNs;
    private volatile boolean looping;
    private volatile long loopEndNs;
    private volatile long result;

    public LateToSafepoint(InjectionSite site) throws ImpossibleException {
        this.cores = site.cores();
        cores.requireSecond();
        this.vmThread = cores.measured().isPresent() ? LinuxCalls.vmThread() : OptionalInt.empty();
        this.requests = site.fixture(SafepointRequests.class);
        this.laggard = new HelperThread("selftest-laggard", cores.helper(1));
        this.requester = cores.others().size() < 2 ? null : new HelperThread("selftest-hasty", cores.helper(0));
        for (int i = 0; i < 20_000; i++) {
            result += unstoppable(200);
        }
        this.roundsPerNs = calibrate();
    }

    /** Rounds per nanosecond of the fastest of several runs: slower ones are not compiled yet, or were disturbed. */
    private double calibrate() {
        double fastest = 0;
        for (int i = 0; i < 8; i++) {
            long startNs = System.nanoTime();
            result += unstoppable(CALIBRATION);
            fastest = Math.max(fastest, (double) CALIBRATION / (System.nanoTime() - startNs));
        }
        return fastest;
    }

    @Override
    public void warmUp() {
        observer.warmUp();
        for (int i = 0; i < 2_000; i++) {
            requests.shortest();
        }
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        act.expect();
        if (requester == null) {
            // Otherwise the VM thread might wake up on the loop's core, and wait there.
            cores.measured().ifPresent(core -> vmThread.ifPresent(thread -> LinuxCalls.bind(thread, List.of(core))));
        }
        looping = false;
        int rounds = (int) (sizeNs * roundsPerNs);
        laggard.ask(() -> {
            Waits.exactly(atNs);
            if (requester != null) {
                requester.ask(request);
            }
            looping = true;
            result = unstoppable(rounds);
        });
    }

    private void request() {
        long startNs = System.nanoTime();
        requests.shortest();
        act.done(startNs, System.nanoTime());
    }

    /** A counted loop; with -XX:-UseCountedLoopSafepoints its compiled form has no safepoint poll. */
    private long unstoppable(int rounds) {
        long sum = rounds;
        for (int i = 0; i < rounds; i++) {
            sum = sum * 6364136223846793005L + i;
        }
        // Here, because the thread is stopped on its return.
        loopEndNs = System.nanoTime();
        return sum;
    }

    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = observer.gaps.begin(System.nanoTime());
        if (requester == null) {
            ask(startNs, truth);
        } else {
            watch(startNs, truth);
        }
    }

    private void ask(long startNs, TruthLog truth) {
        long nowNs = startNs;
        while (!looping && nowNs - startNs < TIMEOUT_NS) {
            nowNs = System.nanoTime();
            observer.gaps.look(nowNs);
        }
        long askedNs = nowNs;
        requests.shortest();
        long endNs = System.nanoTime();
        long lateNs = looping ? Math.max(0, Math.min(loopEndNs, endNs) - askedNs) : 0;
        truth.add(Part.INJECTED, lateNs);
        // The time after the loop is the operation that was asked for.
        truth.add(Part.SAFEPOINT, endNs - askedNs - lateNs);
        truth.add(Part.DISTURBED, observer.gaps.totalNs());
        truth.add(Part.CODE, askedNs - startNs - observer.gaps.totalNs());
        truth.end(startNs, endNs);
    }

    private void watch(long startNs, TruthLog truth) {
        long endNs = observer.watch(act, startNs);
        long totalNs = observer.gaps.totalNs();
        long touchedNs = act.over() ? observer.gaps.touchingNs(act.fromNs(), act.toNs()) : 0;
        long lateNs = act.over() ? observer.gaps.withinNs(act.fromNs(), loopEndNs) : 0;
        truth.add(Part.INJECTED, lateNs);
        truth.add(Part.SAFEPOINT, touchedNs - lateNs);
        truth.add(Part.DISTURBED, totalNs - touchedNs);
        truth.add(Part.CODE, endNs - startNs - totalNs);
        truth.end(startNs, endNs);
    }

    @Override
    public void clearUp() {
        laggard.awaitIdle();
        vmThread.ifPresent(thread -> LinuxCalls.bind(thread, cores.all()));
        if (requester != null) {
            requester.awaitIdle();
        }
    }

    @Override
    public void close() {
        laggard.close();
        if (requester != null) {
            requester.close();
        }
    }
}
