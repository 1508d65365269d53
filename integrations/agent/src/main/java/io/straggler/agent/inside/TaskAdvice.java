package io.straggler.agent.inside;

import net.bytebuddy.asm.Advice;

/**
 * Code that is put around methods of the JDK's pools, so that each task is an iteration. {@code runWorker}, which runs
 * one task after the other, would be the place; but threads that are in it when the agent comes stay in the old code.
 * Copied, as {@link CallAdvice} is.
 */
final class TaskAdvice {
    private TaskAdvice() {}

    /** Around {@code ThreadPoolExecutor.getTask}: a thread that asks for a task has ended the one before. */
    static final class Next {
        private Next() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter() {
            CallHook.exitTask();
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return Object task) {
            if (task != null) {
                CallHook.enterTask(task);
            }
        }
    }

    /** Around {@code ThreadPoolExecutor.Worker.run}: a thread may be started with a task, and a task that throws ends its thread. */
    static final class First {
        private First() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("firstTask") Object task) {
            if (task != null) {
                CallHook.enterTask(task);
            }
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit() {
            CallHook.exitTask();
        }
    }

    /** Around a method of a task that runs it: of some objects it runs no task of a pool, which the hook finds out. */
    static final class Own {
        private Own() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter(@Advice.This Object task) {
            return CallHook.enterOwnTask(task);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter long startNs) {
            if (startNs != 0) {
                CallHook.exitTask();
            }
        }
    }
}
