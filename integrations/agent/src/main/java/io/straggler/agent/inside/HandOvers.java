package io.straggler.agent.inside;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher.Junction;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * The methods by which work goes from thread to thread, in JDK 17 to 25, in Netty's event loops and in pools of servers: those that hand something over, those that begin with
 * it, and those by which a future or a request ends or is answered; also those by which coroutines of Kotlin are resumed. {@link PoolTasks} has the methods between which the JDK's pools run tasks.
 */
final class HandOvers {
    /** The end of the name of Netty's futures, in whatever package the program has moved them to. */
    static final String NETTY_FUTURE = "netty.util.concurrent.DefaultPromise";

    private static final String NETTY_LOOP = "netty.util.concurrent.SingleThreadEventExecutor";
    private static final String NETTY_SCHEDULE = "netty.util.concurrent.AbstractScheduledEventExecutor";
    private static final String NETTY_TASKS = "netty.util.concurrent.AbstractEventExecutor";
    private static final String NETTY_HEAD = "netty.channel.DefaultChannelPipeline$HeadContext";
    private static final String GRPC_CALL = "grpc.internal.ServerCallImpl";
    private static final String JETTY_POOL = "eclipse.jetty.util.thread.QueuedThreadPool";

    /** Once a copy of the JDK's. */
    private static final String TOMCAT_POOL = "tomcat.util.threads.ThreadPoolExecutor";

    private static final String FUTURE = CompletableFuture.class.getName();

    /** Where threads run their tasks: one method for all of them, virtual ones included, from JDK 21 on. */
    private static final Junction<MethodDescription> RUNS_THREAD = Stream.of(Thread.class.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals("runWith"))
            ? named("runWith")
            : noArguments("run");

    /** Methods that are given who subscribes: an observer or a subscriber. */
    private static final Junction<MethodDescription> GIVEN_SUBSCRIBER = named("subscribe")
            .and(ElementMatchers.hasParameters(ElementMatchers.whereAny(
                    ElementMatchers.hasType(ElementMatchers.<TypeDescription>nameEndsWith("Subscriber")
                            .or(ElementMatchers.nameEndsWith("Observer"))))));

    private static final Set<Class<?>> OF_TASKS = Set.of(
            HandOverAdvice.Submitted.class,
            HandOverAdvice.SubmittedSecond.class,
            HandOverAdvice.Run.class,
            TaskAdvice.Next.class,
            TaskAdvice.First.class);

    private static final List<Hook> HOOKS = hooks();

    private static final String OTEL = ".opentelemetry.context.ThreadLocalContextStorage";

    private static final Junction<MethodDescription> LOGGED = named("put", takesArguments(String.class, String.class));

    private static final List<Hook> TRACES = List.of(
            new Hook(false, "org.slf4j.MDC"::equals, HandOverAdvice.Logged.class, LOGGED),
            new Hook(false, "org.apache.logging.log4j.ThreadContext"::equals, HandOverAdvice.Logged.class, LOGGED),
            new Hook(
                    false,
                    name -> name.endsWith(OTEL),
                    HandOverAdvice.Traced.class,
                    named("attach", takesArguments(1))),
            // The agent of OpenTelemetry has a copy on the boot class path.
            new Hook(
                    true,
                    name -> name.endsWith(OTEL),
                    HandOverAdvice.Traced.class,
                    named("attach", takesArguments(1))));

    private static final List<Hook> SELECTORS = List.of(
            new Hook(true, "sun.nio.ch.SelectorImpl"::equals, HandOverAdvice.Select.class, named("lockAndDoSelect")),
            program(
                    "netty.channel.epoll.Native",
                    HandOverAdvice.Select.class,
                    named("epollWait", not(isNative())).or(named("epollBusyWait", not(isNative())))));

    private static final List<Hook> POLLS = List.of(new Hook(
            false,
            name -> name.startsWith("org.apache.kafka.clients.consumer.") && name.contains("Consumer"),
            HandOverAdvice.Polled.class,
            named("poll", takesArguments(1))));

    private static final List<Hook> COROUTINES = coroutines();

    private HandOvers() {}

    /**
     * Code that is put around some methods.
     *
     * @param ofTheJdk whether their class is the JDK's, or else the program's
     * @param type what the class's name is like
     */
    private record Hook(
            boolean ofTheJdk, Predicate<String> type, Class<?> advice, Junction<MethodDescription> methods) {
        private boolean isOf(TypeDescription described, ClassLoader loader) {
            return (loader == null) == ofTheJdk
                    && loader != HandOvers.class.getClassLoader()
                    && type.test(described.getName())
                    && !described.getDeclaredMethods().filter(withCode()).isEmpty();
        }

        private Junction<MethodDescription> withCode() {
            return methods.and(not(isAbstract()));
        }

        /** Whether a pool is given a task there, or runs one. */
        private boolean ofTasks() {
            return OF_TASKS.contains(advice);
        }
    }

    private static List<Hook> hooks() {
        List<Hook> hooks = new ArrayList<>();
        hooks.add(jdk(ThreadPoolExecutor.class, HandOverAdvice.Submitted.class, given("execute", Runnable.class)));
        hooks.add(jdk(
                ScheduledThreadPoolExecutor.class,
                HandOverAdvice.Submitted.class,
                named("delayedExecute", takesArguments(1))));
        // Whatever is submitted comes by one of these, which versions of the JDK name and call differently.
        hooks.add(jdk(ForkJoinPool.class, HandOverAdvice.Submitted.class, given("externalSubmit", ForkJoinTask.class)));
        hooks.add(jdk(
                ForkJoinPool.class,
                HandOverAdvice.SubmittedSecond.class,
                named("poolSubmit", takesArgument(1, ForkJoinTask.class))));
        hooks.add(jdk(ForkJoinTask.class, HandOverAdvice.Itself.class, noArguments("fork")));

        // A thread that is started is part of what started it, whatever it runs.
        hooks.add(jdk(Thread.class, HandOverAdvice.Itself.class, named("start")));
        hooks.add(new Hook(true, "java.lang.VirtualThread"::equals, HandOverAdvice.Itself.class, named("start")));
        hooks.add(jdk(Thread.class, HandOverAdvice.Begun.class, RUNS_THREAD));

        // Tasks that compute a future are hooked themselves, so that the executor which runs them may be any.
        for (String task : List.of(FUTURE + "$AsyncSupply", FUTURE + "$AsyncRun", FutureTask.class.getName())) {
            hooks.add(new Hook(true, task::equals, HandOverAdvice.Made.class, isConstructor()));
            hooks.add(new Hook(true, task::equals, HandOverAdvice.Begun.class, noArguments("run")));
        }
        // Dependents of a future, which run when it is complete.
        String dependent = FUTURE + "$Completion";
        hooks.add(new Hook(true, dependent::equals, HandOverAdvice.Made.class, isConstructor()));
        hooks.add(new Hook(true, name -> name.startsWith(FUTURE + "$"), HandOverAdvice.Begun.class, named("tryFire")));
        for (String completes :
                List.of("completeValue", "completeNull", "completeThrowable", "completeRelay", "internalComplete")) {
            hooks.add(jdk(CompletableFuture.class, HandOverAdvice.Completed.class, named(completes)));
        }
        hooks.add(jdk(FutureTask.class, HandOverAdvice.Completed.class, named("finishCompletion")));

        hooks.add(program(NETTY_LOOP, HandOverAdvice.Submitted.class, given("execute", Runnable.class)));
        // The private method of this name is given the scheduled task, which knows its delay.
        hooks.add(program(NETTY_SCHEDULE, HandOverAdvice.Submitted.class, named("schedule", takesArguments(1))));
        for (String runs : List.of("runTask", "safeExecute")) {
            hooks.add(program(NETTY_TASKS, HandOverAdvice.Run.class, given(runs, Runnable.class)));
        }
        hooks.add(program(NETTY_FUTURE, HandOverAdvice.Completed.class, named("checkNotifyWaiters")));

        // Mutiny has interfaces as types: its other types extend one of these.
        Set<String> mutiny =
                Set.of("io.smallrye.mutiny.operators.AbstractUni", "io.smallrye.mutiny.operators.AbstractMulti");
        Predicate<String> subscribed = name -> ReactiveEnd.TYPES.contains(name) || mutiny.contains(name);
        hooks.add(new Hook(false, subscribed, HandOverAdvice.Subscribes.class, GIVEN_SUBSCRIBER));

        hooks.add(program(JETTY_POOL, HandOverAdvice.Submitted.class, given("execute", Runnable.class)));
        hooks.add(program(JETTY_POOL, HandOverAdvice.Run.class, given("runJob", Runnable.class)));
        hooks.add(program(TOMCAT_POOL, HandOverAdvice.Submitted.class, given("execute", Runnable.class)));
        hooks.add(program(TOMCAT_POOL, TaskAdvice.Next.class, noArguments("getTask")));
        hooks.add(program(TOMCAT_POOL + "$Worker", TaskAdvice.First.class, noArguments("run")));

        hooks.add(program(NETTY_HEAD, HandOverAdvice.Answers.class, named("write", takesArguments(3))));
        hooks.add(program(GRPC_CALL, HandOverAdvice.Answers.class, named("close", takesArguments(2))));

        // Methods that end an asynchronous request in Jetty, Tomcat and Undertow.
        Predicate<String> context =
                name -> name.substring(name.lastIndexOf('.') + 1).contains("AsyncContext");
        hooks.add(new Hook(false, context, HandOverAdvice.Completed.class, noArguments("complete")));
        hooks.add(new Hook(false, context, HandOverAdvice.Completed.class, named("dispatch", not(isStatic()))));
        return List.copyOf(hooks);
    }

    private static List<Hook> coroutines() {
        // Dispatchers that a program defines are mostly called that.
        Predicate<String> dispatcher = name -> name.contains("Dispatcher") || name.startsWith("kotlinx.coroutines.");
        Junction<MethodDescription> dispatches = ElementMatchers.<MethodDescription>namedOneOf(
                        "dispatch", "dispatchYield")
                .and(takesArguments(2))
                .and(takesArgument(0, ElementMatchers.<TypeDescription>named("kotlin.coroutines.CoroutineContext")))
                .and(takesArgument(1, Runnable.class));
        Junction<MethodDescription> delays = named("scheduleResumeAfterDelay", takesArguments(2))
                .and(takesArgument(0, long.class))
                .and(not(takesArgument(1, ElementMatchers.<TypeDescription>isPrimitive())));
        return List.of(
                new Hook(
                        false,
                        CoroutineFrames.BASE::equals,
                        HandOverAdvice.Resumed.class,
                        named("resumeWith", takesArguments(Object.class))),
                new Hook(false, dispatcher, HandOverAdvice.Dispatched.class, dispatches),
                new Hook(false, dispatcher, HandOverAdvice.Delayed.class, delays));
    }

    private static Hook jdk(Class<?> type, Class<?> advice, Junction<MethodDescription> methods) {
        return new Hook(true, type.getName()::equals, advice, methods);
    }

    /** A class that the program may have moved to another package: its name ends so. */
    private static Hook program(String suffix, Class<?> advice, Junction<MethodDescription> methods) {
        return new Hook(false, name -> name.endsWith("." + suffix), advice, methods);
    }

    private static Junction<MethodDescription> named(String name, Junction<? super MethodDescription> like) {
        return ElementMatchers.<MethodDescription>named(name).and(like);
    }

    private static Junction<MethodDescription> named(String name) {
        return ElementMatchers.named(name);
    }

    private static Junction<MethodDescription> noArguments(String name) {
        return named(name, takesNoArguments());
    }

    /** A method that is given something of a type, and perhaps more. */
    private static Junction<MethodDescription> given(String name, Class<?> type) {
        return named(name, takesArgument(0, type));
    }

    /** Adds that what submits tasks to pools is instrumented, and what runs them but in those of the JDK. */
    static AgentBuilder tasks(AgentBuilder builder) {
        return instrument(builder, Hook::ofTasks);
    }

    /** Adds that everything else is. */
    static AgentBuilder others(AgentBuilder builder) {
        return instrument(builder, hook -> !hook.ofTasks());
    }

    /** Adds the methods by which coroutines of Kotlin are resumed, dispatched and delayed. */
    static AgentBuilder coroutines(AgentBuilder builder) {
        return instrument(builder, COROUTINES, hook -> true);
    }

    /** Adds that selectors are, those of Netty's native transport included. */
    static AgentBuilder selectors(AgentBuilder builder) {
        return instrument(builder, SELECTORS, hook -> true);
    }

    /** Adds the methods by which consumers of Kafka poll. */
    static AgentBuilder polls(AgentBuilder builder) {
        return instrument(builder, POLLS, hook -> true);
    }

    /** Adds that what tells of traces is. */
    static AgentBuilder traces(AgentBuilder builder) {
        return instrument(builder, TRACES, hook -> true);
    }

    private static AgentBuilder instrument(AgentBuilder builder, Predicate<Hook> which) {
        return instrument(builder, HOOKS, which);
    }

    private static AgentBuilder instrument(AgentBuilder builder, List<Hook> hooks, Predicate<Hook> which) {
        AgentBuilder with = builder;
        for (Hook hook : hooks) {
            if (which.test(hook)) {
                with = with.type((type, loader, module, loaded, domain) -> hook.isOf(type, loader))
                        .transform((made, type, loader, module, domain) ->
                                made.visit(Advice.to(hook.advice, DefinedHook.advice(hook.advice))
                                        .on(hook.withCode())));
            }
        }
        return with;
    }
}
