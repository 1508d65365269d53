package io.straggler.agent.inside;

import net.bytebuddy.asm.Advice;

/** Code around methods of JDBC that execute or prepare statements. Copied, as {@link CallAdvice} is. */
final class StatementAdvice {
    private StatementAdvice() {}

    /** Around a method that is given the statement's text first. */
    static final class OfText {
        private OfText() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter() {
            return CallHook.enter();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@MethodNumber int method, @Advice.Enter long startNs, @Advice.Argument(0) Object sql) {
            try {
                CallHook.exitStatement(method, startNs, sql);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Around a method of a statement that was prepared. */
    static final class OfPrepared {
        private OfPrepared() {}

        @Advice.OnMethodEnter(suppress = Throwable.class)
        static long enter() {
            return CallHook.enter();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@MethodNumber int method, @Advice.Enter long startNs, @Advice.This Object statement) {
            try {
                CallHook.exitStatement(method, startNs, statement);
            } catch (Throwable e) {
                // The stack is full: a call would get no further.
                CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
            }
        }
    }

    /** Code behind a method that prepares a statement. */
    static final class Prepares {
        private Prepares() {}

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Argument(0) Object sql, @Advice.Return Object statement) {
            CallHook.prepared(statement, sql);
        }
    }
}
