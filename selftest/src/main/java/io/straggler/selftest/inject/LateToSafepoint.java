package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/**
 * One thread runs a loop that does not look whether it shall stop, another asks for a stop meanwhile: the measured thread, which
 * does look, waits for the loop to end.
 */
final class LateToSafepoint implements Injector {
    /** About what it takes to ask for the stop. */
    private static final long HEAD_START_NS = 30_000;

    private static final int CALIBRATION = 20_000_000;

    private final SafepointRequests requests;
    private final Assistant laggard;
    private final Assistant requester;
    private final OutsideAct act = new OutsideAct();
    private final Spectator spectator = new Spectator();
    private final Runnable request = this::request;
    private final double roundsPerNs;
    private volatile long loopEndNs;
    private volatile long result;

    LateToSafepoint(Cores cores, SafepointRequests requests) throws ImpossibleException {
        cores.requireSecond();
        LinuxCalls.require();
        this.requests = requests;
        this.laggard = new Assistant("selftest-laggard", cores.helper(1));
        this.requester = new Assistant("selftest-hasty", cores.helper(0));
        // With two cores the one who asks for the stop needs the laggard's.
        laggard.ask(LinuxCalls::giveWay);
        laggard.awaitIdle();
        for (int i = 0; i < 20_000; i++) {
            result += unstoppable(200);
        }
        long startNs = System.nanoTime();
        result += unstoppable(CALIBRATION);
        this.roundsPerNs = (double) CALIBRATION / (System.nanoTime() - startNs);
    }

    @Override
    public Fault fault() {
        return Fault.TIME_TO_SAFEPOINT;
    }

    @Override
    public void warmUp() {
        spectator.warmUp();
        for (int i = 0; i < 2_000; i++) {
            requests.shortest();
        }
    }

    @Override
    public void prepare(Cue cue, long intendedNs) {
        act.expect();
        int rounds = (int) ((cue.sizeNs() + HEAD_START_NS) * roundsPerNs);
        laggard.ask(() -> {
            Waits.exactly(intendedNs + cue.delayNs());
            // With two cores this gives way to the other one at once, and goes on while that one waits for the stop.
            requester.ask(request);
            long sum = unstoppable(rounds);
            loopEndNs = System.nanoTime();
            result = sum;
        });
    }

    private void request() {
        long startNs = System.nanoTime();
        requests.shortest();
        act.done(startNs, System.nanoTime());
    }

    /** A counted loop; with -XX:-UseCountedLoopSafepoints its compiled form has no safepoint poll. */
    private static long unstoppable(int rounds) {
        long sum = rounds;
        for (int i = 0; i < rounds; i++) {
            sum = sum * 6364136223846793005L + i;
        }
        return sum;
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        long startNs = spectator.gaps.begin(System.nanoTime());
        long endNs = spectator.watch(act, startNs);
        long totalNs = spectator.gaps.totalNs();
        long touchedNs = act.over() ? spectator.gaps.touchingNs(act.fromNs(), act.toNs()) : 0;
        long lateNs = act.over() ? spectator.gaps.withinNs(act.fromNs(), loopEndNs) : 0;
        sheet.add(Fault.TIME_TO_SAFEPOINT, lateNs);
        // What comes after the loop is the operation that was asked for.
        sheet.add(Fault.SAFEPOINT, touchedNs - lateNs);
        sheet.add(Fault.DISTURBED, totalNs - touchedNs);
        sheet.add(Fault.SLOW_CODE, endNs - startNs - totalNs);
        sheet.end(startNs, endNs);
    }

    @Override
    public void clearUp() {
        laggard.awaitIdle();
        requester.awaitIdle();
    }

    @Override
    public void close() {
        laggard.close();
        requester.close();
    }
}
