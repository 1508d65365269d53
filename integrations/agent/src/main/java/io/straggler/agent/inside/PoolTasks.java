package io.straggler.agent.inside;

import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;

/** The methods of the JDK's pools between which their threads run tasks. They are the same in JDK 17 to 25. */
final class PoolTasks {
    /** Where tasks run, as people know it. */
    static final String METHOD = "java.util.concurrent.ThreadPoolExecutor.runWorker";

    private static final String POOL = ThreadPoolExecutor.class.getName();
    private static final String WORKER = POOL + "$Worker";

    private PoolTasks() {}

    /** @throws AgentException if this JDK's pools have other methods */
    static void requireKnown() {
        try {
            ThreadPoolExecutor.class.getDeclaredMethod("getTask");
            Class.forName(WORKER, false, null).getDeclaredField("firstTask");
        } catch (ReflectiveOperationException e) {
            throw new AgentException("Tasks of this JDK's pools cannot be iterations: there is no " + e.getMessage()
                    + ". Name the method that the tasks call.");
        }
    }

    /** Adds that they are instrumented. */
    static AgentBuilder instrument(AgentBuilder builder) {
        return builder.type((type, loader, module, loaded, domain) -> isOf(type, loader, POOL))
                .transform((made, type, loader, module, domain) ->
                        made.visit(advice(TaskAdvice.Next.class).on(ElementMatchers.named("getTask"))))
                .type((type, loader, module, loaded, domain) -> isOf(type, loader, WORKER))
                .transform((made, type, loader, module, domain) ->
                        made.visit(advice(TaskAdvice.First.class).on(ElementMatchers.named("run"))));
    }

    private static boolean isOf(TypeDescription type, ClassLoader loader, String name) {
        return loader == null && type.getName().equals(name);
    }

    private static Advice advice(Class<?> advice) {
        return Advice.to(advice, DefinedHook.advice(advice));
    }
}
