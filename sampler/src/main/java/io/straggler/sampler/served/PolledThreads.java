package io.straggler.sampler.served;

import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.StackSample;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.Carriers;
import io.straggler.sampler.carrier.LateVirtual;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.carrier.VirtualSampling;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.JavaStacks;
import io.straggler.sampler.stack.PolledIteration;
import java.util.Iterator;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The threads that no timer can be set on: virtual ones, those for which the system has no timer left, and all of them where the profiler does not run.
 * The JVM is asked for their stacks. It knows that of a virtual thread also while no thread of the system carries it; of one that runs it
 * shows the next safepoint.
 *
 * <p>Asking takes a hundred microseconds or so, and looking at them all some time as well: {@link AskingBudget} bounds the former, and one part in
 * {@value #PARTS_OF_TIME} of a core the latter, however many there are.
 *
 * <p>Threads: {@link #add} on any; the rest for the sweeping thread.
 */
final class PolledThreads {
    private static final int PARTS_OF_TIME = 50;

    /** Shortest time in nanoseconds between two looks. */
    private static final long SHORTEST_NS = 50_000;

    /** Approximate cost in nanoseconds of a look at one thread. */
    private static final long LOOK_AT_ONE_NS = 50;

    private final TriggerSettings settings;
    private final CaptureListener listener;
    private final Queue<AgentThread> threads = new ConcurrentLinkedQueue<>();

    /** Threads that had ended at the last look, or before it. */
    private final Queue<AgentThread> ended;

    private final Random random = new Random(1);

    private final AskingBudget budget;
    private final VirtualSampling virtual;
    private long taken;
    private long ofNormal;
    private int late;
    private boolean running;
    private long untilLookNs;

    /** Not before that: to look at very many would take too much of the time. */
    private long nextLookNs;

    private boolean normalWanted;

    /** When there was one. */
    private long seenNs;

    /**
     * @param ended gets those that have ended
     * @param carriers whose stacks are those of the virtual threads that they carry; null where the JVM alone knows stacks
     */
    PolledThreads(
            TriggerSettings settings,
            CaptureListener listener,
            Queue<AgentThread> ended,
            @Nullable Carriers carriers,
            SamplingCosts costs) {
        this.settings = settings;
        this.listener = listener;
        this.ended = ended;
        this.nextLookNs = settings.clock().nanoTime();
        this.budget = new AskingBudget(nextLookNs);
        this.virtual = new VirtualSampling(JavaStacks::of, carriers, budget, listener, settings.clock(), costs);
        this.seenNs = nextLookNs - AgentThreads.AWAKE_NS;
    }

    /** The thread is about to run its first iteration. */
    void add(AgentThread thread) {
        threads.add(thread);
    }

    /** The next look also asks for the stack of a normal iteration. */
    void wantNormal() {
        normalWanted = true;
    }

    /**
     * Looks at all of them, asks for the stacks that are due, and hands over threads that have ended.
     *
     * @return whether an iteration is running on one
     */
    boolean look(long nowNs) {
        if (nowNs - nextLookNs >= 0) {
            nextLookNs = nowNs + PARTS_OF_TIME * LOOK_AT_ONE_NS * lookAtAll(nowNs);
        }
        return running;
    }

    private int lookAtAll(long nowNs) {
        int count = 0;
        int normal = 0;
        AgentThread chosen = null;
        late = 0;
        running = false;
        // An iteration that begins after this look is late by then, and not before.
        untilLookNs = Math.min(AgentThreads.SWEEP_NS, settings.armDelayNs());
        for (Iterator<AgentThread> each = threads.iterator(); each.hasNext(); ) {
            AgentThread thread = each.next();
            count++;
            long beganNs = thread.runningSinceNs();
            thread.endLate(beganNs);
            if (beganNs != 0) {
                running = true;
                if (nowNs - thread.lateFromNs() >= 0) {
                    late++;
                    ask(thread, beganNs, nowNs);
                } else {
                    untilLookNs = Math.min(untilLookNs, thread.lateFromNs() - nowNs);
                    chosen = normalWanted && random.nextInt(++normal) == 0 ? thread : chosen;
                }
            } else if (thread.ended()) {
                each.remove();
                ended.add(thread);
            }
        }
        seenNs = count > 0 ? nowNs : seenNs;
        if (chosen != null) {
            normalWanted = false;
            askForNormal(chosen);
        }
        return count;
    }

    private void ask(AgentThread thread, long beganNs, long nowNs) {
        if (thread.identity().virtual()) {
            lookAtVirtual(thread, beganNs, nowNs);
            return;
        }
        PolledIteration polled = thread.polled();
        long dueNs = polled.dueNs(beganNs);
        boolean first = dueNs == beganNs;
        if (first && !budget.freeForFirst(nowNs)) {
            polled.refuse();
        } else if (dueNs - nowNs <= 0 && (first || free(nowNs))) {
            long askedNs = settings.clock().nanoTime();
            Optional<StackSample> stack = stack(thread, beganNs);
            if (stack.isPresent()) {
                taken++;
                polled.add(askedNs, budget.apartNs(settings.intervalNs()));
                listener.stack(stack.get());
            }
        }
        untilLookNs = Math.min(untilLookNs, Math.max(settings.sweepNs(), polled.dueNs(beganNs) - nowNs));
    }

    private void lookAtVirtual(AgentThread thread, long beganNs, long nowNs) {
        LateVirtual late = thread.late();
        if (late == null) {
            boolean first = thread.polled().dueNs(beganNs) == beganNs;
            if (first && !budget.freeForFirst(nowNs)) {
                thread.polled().refuse();
                return;
            }
            late = thread.beginLate(virtual, beganNs);
        }
        if (late != null) {
            untilLookNs = Math.min(untilLookNs, late.look(settings.intervalNs()) - nowNs);
        }
    }

    private void askForNormal(AgentThread thread) {
        long beganNs = thread.runningSinceNs();
        long askedNs = settings.clock().nanoTime();
        if (beganNs != 0 && free(askedNs)) {
            stack(thread, beganNs).ifPresent(stack -> {
                taken++;
                ofNormal++;
                long osThreadId = stack.osThreadId();
                listener.captured(new Capture(Purpose.NORMAL, beganNs, osThreadId, askedNs, askedNs));
                listener.stack(stack);
            });
        }
    }

    private boolean free(long nowNs) {
        return settings.debtNs() == 0 && budget.free(nowNs);
    }

    /** The stack, unless the iteration is over. */
    private Optional<StackSample> stack(AgentThread thread, long beganNs) {
        long fromNs = settings.clock().nanoTime();
        Optional<StackSample> stack = thread.stack();
        budget.asked(fromNs, settings.clock().nanoTime());
        return stack.filter(taken -> thread.runningSinceNs() == beganNs);
    }

    /** Whether there were any lately: some programs have a new one for each iteration. */
    boolean any(long nowNs) {
        return nowNs - seenNs < AgentThreads.AWAKE_NS;
    }

    /** How many iterations were late at the last look. */
    int late() {
        return late;
    }

    /** How soon the next look should follow the last: as soon as an iteration that was seen is late, to the point. */
    long untilLookNs() {
        return Math.max(SHORTEST_NS, untilLookNs);
    }

    /** Stacks that were taken so far do not count. */
    void forgetTaken() {
        taken = -virtual.taken();
        ofNormal = 0;
    }

    /** Stacks so far. */
    long taken() {
        return taken + virtual.taken();
    }

    /** Gives back what it holds of carriers. No iteration is looked at any more. */
    void close() {
        threads.forEach(thread -> thread.endLate(0));
        virtual.close();
    }

    /** How many of them are of normal iterations. */
    long ofNormal() {
        return ofNormal;
    }
}
