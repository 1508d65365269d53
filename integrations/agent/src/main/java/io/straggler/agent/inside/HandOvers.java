package io.straggler.agent.inside;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * The methods by which work goes from thread to thread, in JDK 17 to 25 and in Netty's event loops: whoever hands something over there, and whoever begins with it. {@link
 * PoolTasks} has the methods between which pools run tasks.
 */
final class HandOvers {
    private static final String FUTURE = CompletableFuture.class.getName();

    /** What waits for a future, and runs when that is complete. */
    private static final String DEPENDENT = FUTURE + "$Completion";

    /** Tasks that compute what futures are completed with: known also where nobody knows the executor that runs them. */
    private static final List<String> FUTURE_TASKS =
            List.of(FUTURE + "$AsyncSupply", FUTURE + "$AsyncRun", FutureTask.class.getName());

    private static final String THREAD = Thread.class.getName();
    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /** The end of the name of Netty's futures, in whatever package the program has moved them to. */
    static final String NETTY_FUTURE = "netty.util.concurrent.DefaultPromise";

    private static final String NETTY_LOOP = "netty.util.concurrent.SingleThreadEventExecutor";
    private static final String NETTY_SCHEDULE = "netty.util.concurrent.AbstractScheduledEventExecutor";
    private static final String NETTY_TASKS = "netty.util.concurrent.AbstractEventExecutor";

    /** Servers' classes by which a request ends that has become asynchronous. */
    private static final String REQUEST_CONTEXT = "AsyncContext";

    /** Jetty's threads run what they are given by this method. */
    private static final String JETTY_POOL = "eclipse.jetty.util.thread.QueuedThreadPool";

    /** Tomcat's own pool, which was once the JDK's. */
    private static final String TOMCAT_POOL = "tomcat.util.threads.ThreadPoolExecutor";

    private HandOvers() {}

    /** Adds that they are instrumented. */
    static AgentBuilder instrument(AgentBuilder builder) {
        AgentBuilder with = of(
                builder,
                ThreadPoolExecutor.class.getName(),
                HandOverAdvice.Given.class,
                ElementMatchers.<MethodDescription>named("execute").and(ElementMatchers.takesArguments(1)));
        with = of(
                with,
                ScheduledThreadPoolExecutor.class.getName(),
                HandOverAdvice.Given.class,
                ElementMatchers.<MethodDescription>named("delayedExecute").and(ElementMatchers.takesArguments(1)));
        // Whatever is submitted comes by one of these, which the versions of the JDK name and call differently.
        with = of(
                with,
                ForkJoinPool.class.getName(),
                HandOverAdvice.Given.class,
                ElementMatchers.<MethodDescription>named("externalSubmit")
                        .and(ElementMatchers.takesArgument(0, ForkJoinTask.class)));
        with = of(
                with,
                ForkJoinPool.class.getName(),
                HandOverAdvice.GivenSecond.class,
                ElementMatchers.<MethodDescription>named("poolSubmit")
                        .and(ElementMatchers.takesArgument(1, ForkJoinTask.class)));
        with = of(
                with,
                ForkJoinTask.class.getName(),
                HandOverAdvice.Itself.class,
                ElementMatchers.<MethodDescription>named("fork").and(ElementMatchers.takesNoArguments()));
        with = ofThreads(with);
        with = ofFutures(with);
        return ofLoops(ofServers(with));
    }

    private static AgentBuilder ofServers(AgentBuilder builder) {
        AgentBuilder with = builder.type((described, loader, module, loaded, domain) ->
                        isOfTheProgram(loader) && described.getSimpleName().contains(REQUEST_CONTEXT))
                .transform((made, described, loader, module, domain) -> made.visit(advice(
                        HandOverAdvice.Completed.class,
                        ElementMatchers.<MethodDescription>named("complete")
                                .and(ElementMatchers.takesNoArguments())
                                .or(ElementMatchers.named("dispatch"))
                                .and(ElementMatchers.not(ElementMatchers.isStatic())))));
        with = ofProgram(with, JETTY_POOL, HandOverAdvice.Given.class, given("execute"));
        with = ofProgram(with, JETTY_POOL, HandOverAdvice.Run.class, given("runJob"));
        with = ofProgram(with, TOMCAT_POOL, HandOverAdvice.Given.class, given("execute"));
        with = ofProgram(
                with,
                TOMCAT_POOL,
                TaskAdvice.Next.class,
                ElementMatchers.<MethodDescription>named("getTask").and(ElementMatchers.takesNoArguments()));
        return ofProgram(
                with,
                TOMCAT_POOL + "$Worker",
                TaskAdvice.First.class,
                ElementMatchers.<MethodDescription>named("run").and(ElementMatchers.takesNoArguments()));
    }

    /** A method that is given a task, and perhaps something else. */
    private static ElementMatcher.Junction<MethodDescription> given(String name) {
        return ElementMatchers.<MethodDescription>named(name).and(ElementMatchers.takesArgument(0, Runnable.class));
    }

    private static boolean isOfTheProgram(@Nullable ClassLoader loader) {
        return loader != null && loader != HandOvers.class.getClassLoader();
    }

    /** A thread that is started is part of what started it, whatever it runs. */
    private static AgentBuilder ofThreads(AgentBuilder builder) {
        ElementMatcher.Junction<MethodDescription> start = ElementMatchers.<MethodDescription>named("start")
                .and(ElementMatchers.not(ElementMatchers.isAbstract()));
        AgentBuilder with = of(builder, THREAD, HandOverAdvice.Itself.class, start);
        with = of(with, VIRTUAL_THREAD, HandOverAdvice.Itself.class, start);
        return of(
                with,
                THREAD,
                HandOverAdvice.Begun.class,
                RUNS_WITH_BINDINGS
                        ? ElementMatchers.named("runWith")
                        : ElementMatchers.<MethodDescription>named("run").and(ElementMatchers.takesNoArguments()));
    }

    /** Whether all threads run their tasks by one method of {@link Thread}, as from JDK 21 on. */
    private static final boolean RUNS_WITH_BINDINGS = runsWithBindings();

    private static boolean runsWithBindings() {
        for (Method method : Thread.class.getDeclaredMethods()) {
            if (method.getName().equals("runWith")) {
                return true;
            }
        }
        return false;
    }

    private static AgentBuilder ofFutures(AgentBuilder builder) {
        AgentBuilder with = of(builder, DEPENDENT, HandOverAdvice.Made.class, ElementMatchers.isConstructor());
        for (String task : FUTURE_TASKS) {
            with = of(with, task, HandOverAdvice.Made.class, ElementMatchers.isConstructor());
            with = of(
                    with,
                    task,
                    HandOverAdvice.Begun.class,
                    ElementMatchers.<MethodDescription>named("run").and(ElementMatchers.takesNoArguments()));
        }
        with = within(with, FUTURE + "$", HandOverAdvice.Begun.class, ElementMatchers.named("tryFire"));
        with = of(
                with,
                FUTURE,
                HandOverAdvice.Completed.class,
                ElementMatchers.<MethodDescription>named("completeValue")
                        .or(ElementMatchers.named("completeNull"))
                        .or(ElementMatchers.named("completeThrowable"))
                        .or(ElementMatchers.named("completeRelay"))
                        .or(ElementMatchers.named("internalComplete")));
        return of(
                with,
                FutureTask.class.getName(),
                HandOverAdvice.Completed.class,
                ElementMatchers.named("finishCompletion"));
    }

    private static AgentBuilder ofLoops(AgentBuilder builder) {
        AgentBuilder with = ofProgram(builder, NETTY_LOOP, HandOverAdvice.Given.class, given("execute"));
        // What is scheduled for later comes here with its delay.
        with = ofProgram(
                with,
                NETTY_SCHEDULE,
                HandOverAdvice.Given.class,
                ElementMatchers.<MethodDescription>named("schedule").and(ElementMatchers.takesArguments(1)));
        with = ofProgram(
                with,
                NETTY_TASKS,
                HandOverAdvice.Run.class,
                ElementMatchers.<MethodDescription>named("runTask")
                        .or(ElementMatchers.named("safeExecute"))
                        .and(ElementMatchers.takesArguments(Runnable.class)));
        return ofProgram(
                with, NETTY_FUTURE, HandOverAdvice.Completed.class, ElementMatchers.named("checkNotifyWaiters"));
    }

    private static AgentBuilder of(
            AgentBuilder builder, String type, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return builder.type((described, loader, module, loaded, domain) ->
                        loader == null && described.getName().equals(type))
                .transform((made, described, loader, module, domain) -> made.visit(advice(advice, methods)));
    }

    /** The same for all classes of the JDK whose names begin so. */
    private static AgentBuilder within(
            AgentBuilder builder, String prefix, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return builder.type((described, loader, module, loaded, domain) ->
                        loader == null && described.getName().startsWith(prefix))
                .transform((made, described, loader, module, domain) -> made.visit(advice(advice, methods)));
    }

    /** The same for classes of the program whose names end so. */
    private static AgentBuilder ofProgram(
            AgentBuilder builder, String suffix, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return builder.type((described, loader, module, loaded, domain) ->
                        isOfTheProgram(loader) && described.getName().endsWith("." + suffix))
                .transform((made, described, loader, module, domain) -> made.visit(advice(advice, methods)));
    }

    private static AsmVisitorWrapper advice(Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return Advice.to(advice, DefinedHook.advice(advice))
                .on(ElementMatchers.<MethodDescription>not(ElementMatchers.isAbstract())
                        .and(methods));
    }
}
