package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.OwnFootprint;
import io.straggler.benchmarks.support.Work;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/**
 * Threads that come and go and serve requests in bursts, for {@link AgentRetentionBenchmark}. A thread lives for a second to three. One request in 200 is
 * slow, at one of 512 places: asleep, at work, or behind a lock. Once a second a class is loaded anew by a loader of its own, and left. Now and then it
 * prints what it takes. It knows nothing of the agent.
 *
 * <p>Arguments: threads at a time, requests a second, samples to print, seconds between two.
 */
public final class PassingThreads {
    /** Printed behind the figures of a sample. */
    static final String SAMPLED = "sampled";

    /** How many requests, slow ones and threads there were. */
    static final String REQUESTS = "requests";

    static final String SLOW = "slow";
    static final String STARTED = "started";

    private static final int TURNS = 9;
    private static final int SLOW_ONE_IN = 200;
    private static final int SLOW_NS = 6_000_000;
    private static final int SLOW_ROUNDS = 6_000_000;
    private static final int USUAL_ROUNDS = 2_000;
    private static final int SLOW_KINDS = 3;
    private static final int PERIOD_MS = 100;
    private static final int PERIODS_LEAST = 10;
    private static final int PERIODS_MORE = 20;

    private static final LongAdder REQUESTED = new LongAdder();
    private static final LongAdder SLOWED = new LongAdder();
    private static final LongAdder BEGUN = new LongAdder();
    private static final Object LOCK = new Object();

    private static volatile boolean over;
    private static volatile long kept;

    private PassingThreads() {}

    /** One of the threads; it starts the next when it ends. */
    private static final class Passing extends Thread {
        private final SplittableRandom random;
        private final int burst;

        private Passing(SplittableRandom random, int burst) {
            this.random = random;
            this.burst = burst;
            setDaemon(true);
        }

        @Override
        public void run() {
            BEGUN.increment();
            int periods = PERIODS_LEAST + random.nextInt(PERIODS_MORE);
            // No two bursts begin together because their threads did.
            long dueNs = System.nanoTime() + random.nextInt(PERIOD_MS) * 1_000_000L;
            for (int i = 0; i < periods && !over; i++) {
                LockSupport.parkNanos(dueNs - System.nanoTime());
                dueNs += PERIOD_MS * 1_000_000L;
                for (int request = 0; request < burst; request++) {
                    serve(random.nextInt(SLOW_ONE_IN) == 0 ? 1 + random.nextInt(SLOW_KINDS) : 0, random.nextInt());
                    REQUESTED.increment();
                }
            }
            if (!over) {
                new Passing(random.split(), burst).start();
            }
        }
    }

    /** A request: a call is an iteration. */
    static void serve(int slowKind, int place) {
        if (slowKind == 0) {
            kept = Work.rounds(place, USUAL_ROUNDS);
        } else {
            SLOWED.increment();
            turn(slowKind, place, TURNS);
        }
    }

    private static void turn(int slowKind, int place, int turns) {
        if (turns == 0) {
            beSlow(slowKind);
        } else if ((place & 1) == 0) {
            left(slowKind, place >> 1, turns - 1);
        } else {
            right(slowKind, place >> 1, turns - 1);
        }
    }

    private static void left(int slowKind, int place, int turns) {
        turn(slowKind, place, turns);
    }

    private static void right(int slowKind, int place, int turns) {
        turn(slowKind, place, turns);
    }

    private static void beSlow(int kind) {
        switch (kind) {
            case 1 -> LockSupport.parkNanos(SLOW_NS);
            case 2 -> kept = Work.rounds(kind, SLOW_ROUNDS);
            default -> {
                synchronized (LOCK) {
                    LockSupport.parkNanos(SLOW_NS);
                }
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[0]);
        long perSecond = Long.parseLong(arguments[1]);
        int samples = Integer.parseInt(arguments[2]);
        int everySeconds = Integer.parseInt(arguments[3]);
        int burst = Math.toIntExact(Math.max(1, perSecond * PERIOD_MS / 1000 / threads));
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < threads; i++) {
            new Passing(random.split(), burst).start();
        }
        long startNs = System.nanoTime();
        for (int second = 1; second <= samples * everySeconds; second++) {
            LockSupport.parkNanos(startNs + second * 1_000_000_000L - System.nanoTime());
            loadAnew();
            if (second % everySeconds == 0) {
                print();
            }
        }
        over = true;
    }

    /** The loader and its class can be collected when this returns. */
    private static void loadAnew() throws IOException, ReflectiveOperationException {
        URL own = PassingThreads.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {own}, ClassLoader.getPlatformClassLoader())) {
            LongUnaryOperator anew = (LongUnaryOperator) loader.loadClass(LoadedAnew.class.getName())
                    .getConstructor()
                    .newInstance();
            kept = anew.applyAsLong(kept);
        }
        REQUESTED.increment();
    }

    private static void print() throws Exception {
        OwnFootprint.print();
        Figures.print(REQUESTS, REQUESTED.sum());
        Figures.print(SLOW, SLOWED.sum());
        Figures.print(STARTED, BEGUN.sum());
        System.out.println(SAMPLED);
    }
}
