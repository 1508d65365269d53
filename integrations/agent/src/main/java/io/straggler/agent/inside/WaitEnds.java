package io.straggler.agent.inside;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import io.straggler.model.CarrierWait;
import io.straggler.model.WaitEnd;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.served.AgentThread;
import io.straggler.sampler.served.AgentThreads;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Who ends the waits of late calls: whichever thread lets a parked one go on, which is how all of {@code java.util.concurrent} ends waits for locks, permits, queues, futures and latches,
 * and so all pools that are made of these. Its methods are taken at that moment: whoever gives something back that was waited for has held it until then.
 *
 * <p>Costs a thread that unparks another one a look into a map, and a walk of its stack where the other one is late.
 *
 * <p>Threads: {@link #unparks} and {@link #parks} on any; {@link #report} for one.
 */
final class WaitEnds {
    /** Largest number of walks a second: where every call is late, the first ones tell enough. */
    private static final int MAX_PER_SECOND = 500;

    private static final int MAX_FRAMES = 200;
    private static final long SECOND_NS = 1_000_000_000;
    private static final String OWN = WaitEnds.class.getPackageName();

    private static final String VIRTUAL = "java.lang.VirtualThread";

    private final AgentThreads served;
    private final Supplier<@Nullable Caller> callers;
    private final Consumer<Throwable> broken;
    private final Queue<CarrierWait> carrierWaits = new ConcurrentLinkedQueue<>();
    private final Queue<WaitEnd> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong secondNs = new AtomicLong(System.nanoTime());
    private final AtomicInteger inSecond = new AtomicInteger();

    /**
     * @param callers what is known of the calling thread
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    WaitEnds(AgentThreads served, Supplier<@Nullable Caller> callers, Consumer<Throwable> broken) {
        this.served = served;
        this.callers = callers;
        this.broken = broken;
    }

    /** Before a method that is given the thread that may go on. Copied, as {@link CallAdvice} is. */
    static final class Unparks {
        private Unparks() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) Thread thread) {
            CallHook.unpark(thread);
        }
    }

    /** Around the method by which a virtual thread parks. Copied, as {@link CallAdvice} is. */
    static final class Parks {
        private Parks() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter() {
            CallHook.park(Long.MAX_VALUE);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit() {
            CallHook.park(0);
        }
    }

    /** Around the method by which it parks for a time. Copied, as {@link CallAdvice} is. */
    static final class ParksFor {
        private ParksFor() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) long nanos) {
            CallHook.park(nanos);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit() {
            CallHook.park(0);
        }
    }

    /** Adds that threads which park or let others go on are instrumented. */
    static AgentBuilder instrument(AgentBuilder builder) {
        AgentBuilder ends = around(builder, LockSupport.class.getName(), Unparks.class, named("unpark"));
        AgentBuilder parks = around(ends, VIRTUAL, Parks.class, named("park").and(takesNoArguments()));
        return around(parks, VIRTUAL, ParksFor.class, named("parkNanos"));
    }

    private static AgentBuilder around(
            AgentBuilder builder, String typeName, Class<?> advice, ElementMatcher<MethodDescription> methods) {
        return builder.type((type, loader, module, loaded, domain) ->
                        loader == null && type.getName().equals(typeName))
                .transform((made, type, loader, module, domain) ->
                        made.visit(Advice.to(advice, DefinedHook.advice(advice)).on(methods)));
    }

    /** The calling thread lets a parked one go on. */
    void unparks(Thread parked) {
        try {
            ends(parked);
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread, a virtual one, parks for at most that long; or goes on behind that, for 0. */
    void parks(long forNs) {
        try {
            Caller caller = callers.get();
            if (caller != null && caller.thread.busy()) {
                parks(caller.thread, forNs, System.nanoTime());
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    private void parks(AgentThread thread, long forNs, long nowNs) {
        if (forNs > 0) {
            thread.parks(nowNs, forNs);
            return;
        }
        long readyNs = thread.readyNs(nowNs);
        if (readyNs != 0 && nowNs - readyNs >= CarrierWait.MIN_NS && isRoom(nowNs)) {
            carrierWaits.add(new CarrierWait(readyNs, nowNs, thread.identity().osThreadId()));
        }
    }

    private void ends(Thread waiter) {
        long osThreadId = served.unparks(waiter);
        if (osThreadId == 0) {
            return;
        }
        long nowNs = System.nanoTime();
        if (isRoom(nowNs)) {
            Thread current = Thread.currentThread();
            waiting.add(new WaitEnd(
                    nowNs,
                    osThreadId,
                    System.identityHashCode(LockSupport.getBlocker(waiter)),
                    current.getId(),
                    served.osThreadId(current),
                    current.getName(),
                    methods()));
        }
    }

    private boolean isRoom(long nowNs) {
        long beganNs = secondNs.get();
        if (nowNs - beganNs >= SECOND_NS && secondNs.compareAndSet(beganNs, nowNs)) {
            inSecond.set(0);
        }
        return inSecond.incrementAndGet() <= MAX_PER_SECOND;
    }

    /** Methods on the calling thread's stack, the outermost first, without the agent's own. */
    private static List<String> methods() {
        List<String> methods = new ArrayList<>(
                StackWalker.getInstance().walk(frames -> told(frames).toList()));
        Collections.reverse(methods);
        return methods;
    }

    private static Stream<String> told(Stream<StackFrame> frames) {
        return frames.limit(MAX_FRAMES)
                .filter(frame -> !frame.getClassName().startsWith(OWN)
                        && !frame.getClassName().equals(DefinedHook.NAME))
                .map(frame -> frame.getClassName() + "." + frame.getMethodName());
    }

    /** Reports those since the last time. */
    void report(CaptureListener listener) {
        for (WaitEnd end = waiting.poll(); end != null; end = waiting.poll()) {
            listener.waitEnded(end);
        }
        for (CarrierWait wait = carrierWaits.poll(); wait != null; wait = carrierWaits.poll()) {
            listener.waitedForCarrier(wait);
        }
    }
}
