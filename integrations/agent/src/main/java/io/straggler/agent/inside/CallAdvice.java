package io.straggler.agent.inside;

import net.bytebuddy.asm.Advice;

/**
 * Code that is put around the code of a method. It is copied there, never called, so it may name nothing but what every
 * class sees.
 */
final class CallAdvice {
    private CallAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter() {
        return CallHook.enter();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@MethodNumber int method, @Advice.Enter long startNs) {
        try {
            CallHook.exit(method, startNs);
        } catch (Throwable e) {
            // The stack is full: a call would get no further.
            CallHook.UNENDED[(int) startNs & CallHook.PLACE] = startNs;
        }
    }
}
