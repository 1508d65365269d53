package io.straggler.agent.inside;

import java.util.Set;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the JDK's pools between which their threads run tasks, in JDK 17 to 25: two of {@code ThreadPoolExecutor}, one of {@code ForkJoinTask}, and
 * those by which executors with a thread for each task run one, on virtual threads or others.
 */
final class PoolTasks {
    /** Where tasks run, as people know it. */
    static final String METHOD = "java.util.concurrent.ThreadPoolExecutor.runWorker";

    private static final String POOL = ThreadPoolExecutor.class.getName();
    private static final String WORKER = POOL + "$Worker";
    private static final String FORKED = ForkJoinTask.class.getName();
    private static final String FUTURE = FutureTask.class.getName();
    private static final String PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor";

    /** Null before JDK 19. */
    private static final @Nullable Class<?> PER_TASK_EXECUTOR = find(PER_TASK);

    /** Classes of the tasks that such an executor gives to its threads. */
    private static final Set<Class<?>> RUN_PER_TASK = runPerTask();

    /** On which virtual threads run, a piece at a time; null before JDK 21. */
    private static final @Nullable Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");

    /** Classes of tasks that may be asked for their delay: of others nobody knows what that does. */
    private static final ClassValue<Boolean> TELLS_DELAY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getClassLoader() == null
                    || type.getName().endsWith(".netty.util.concurrent.ScheduledFutureTask");
        }
    };

    /** Classes of tasks whose work is that of virtual threads themselves. */
    private static final ClassValue<Boolean> NAMED_AS_VIRTUAL_THREAD = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getName().startsWith("java.lang.VirtualThread")
                    || type.getName().startsWith("java.lang.ThreadBuilders");
        }
    };

    private PoolTasks() {}

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static Set<Class<?>> runPerTask() {
        return PER_TASK_EXECUTOR == null
                ? Set.of()
                : Stream.of(PER_TASK_EXECUTOR.getDeclaredClasses())
                        .filter(Runnable.class::isAssignableFrom)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** @throws AgentException if this JDK's pools have other methods */
    @SuppressWarnings("ReturnValueIgnored") // It matters only that they are there.
    static void requireKnown() {
        try {
            ThreadPoolExecutor.class.getDeclaredMethod("getTask");
            Class.forName(WORKER, false, null).getDeclaredField("firstTask");
            ForkJoinTask.class.getDeclaredMethod("doExec");
            if (PER_TASK_EXECUTOR != null && RUN_PER_TASK.isEmpty()) {
                throw new NoSuchMethodException(PER_TASK + "$*.run");
            }
        } catch (ReflectiveOperationException e) {
            throw new AgentException("Tasks of this JDK's pools cannot be iterations: there is no " + e.getMessage()
                    + ". Name the method that the tasks call.");
        }
    }

    /**
     * Whether an object that runs itself on the calling thread is a task of a pool. Elsewhere a task of a fork-join pool helps a thread that is none of the
     * pool's; on carriers it is a piece of a virtual thread.
     */
    static boolean countsHere(Object task) {
        if (task instanceof ForkJoinTask<?> forked) {
            Thread thread = Thread.currentThread();
            return thread instanceof ForkJoinWorkerThread
                    && (CARRIER == null || !CARRIER.isInstance(thread))
                    && !forked.isDone();
        }
        return RUN_PER_TASK.contains(task.getClass());
    }

    /** Whether a task is a piece of a virtual thread that goes on: whoever lets it go on hands over nothing. */
    static boolean goesOnWithVirtualThread(Object task) {
        if (CARRIER == null || !(task instanceof ForkJoinTask)) {
            return false;
        }
        Object within = TaskNames.within(task);
        return NAMED_AS_VIRTUAL_THREAD.get((within == null ? task : within).getClass());
    }

    /** Delay in nanoseconds after which a task that is handed over is to be begun with; 0 for none. Only tasks of the JDK and of Netty are asked. */
    static long delayNs(Object task) {
        return task instanceof Delayed delayed && TELLS_DELAY.get(task.getClass())
                ? Math.max(0, delayed.getDelay(TimeUnit.NANOSECONDS))
                : 0;
    }

    /** Adds that they are instrumented. */
    static AgentBuilder instrument(AgentBuilder builder) {
        AgentBuilder with = visit(builder, POOL, TaskAdvice.Next.class, "getTask");
        with = visit(with, WORKER, TaskAdvice.First.class, "run");
        with = visit(with, FORKED, TaskAdvice.Own.class, "doExec");
        if (!RUN_PER_TASK.isEmpty()) {
            // Some of them have a method of their own to run, others that of a future.
            with = visit(with, FUTURE, TaskAdvice.Own.class, "run");
            for (Class<?> run : RUN_PER_TASK) {
                with = visit(with, run.getName(), TaskAdvice.Own.class, "run");
            }
        }
        return with;
    }

    private static AgentBuilder visit(AgentBuilder builder, String type, Class<?> advice, String method) {
        return builder.type((described, loader, module, loaded, domain) -> isOf(described, loader, type))
                .transform((made, described, loader, module, domain) -> made.visit(advice(advice)
                        .on(ElementMatchers.named(method)
                                .and(ElementMatchers.takesNoArguments())
                                .and(ElementMatchers.not(ElementMatchers.isAbstract())))));
    }

    private static boolean isOf(TypeDescription type, ClassLoader loader, String name) {
        return loader == null && type.getName().equals(name);
    }

    private static Advice advice(Class<?> advice) {
        return Advice.to(advice, DefinedHook.advice(advice));
    }
}
