package io.straggler.agent.inside;

import java.util.function.Consumer;

/**
 * Rounds of event loops: the time between two looks of a thread at a selector. Each is an iteration, if the user wants that, and what it finds ready has arrived when it began.
 *
 * <p>Costs, twice a round: a {@link ThreadLocal} and a reading of the clock, and for an iteration what {@link CallRecorder} says.
 *
 * <p>Threads: any.
 */
final class LoopRounds {
    /** Name for all methods by which a thread looks at a selector. */
    static final String METHOD = "java.nio.channels.Selector.select";

    private final CallRecorder calls;
    private final boolean rounds;
    private final int method;
    private final Consumer<Throwable> broken;

    /** @param broken receives what was thrown here, on the thread of the program that met it */
    LoopRounds(CallRecorder calls, Instrumented instrumented, Consumer<Throwable> broken) {
        this.calls = calls;
        this.rounds = instrumented.withRounds();
        this.method = rounds ? instrumented.taskNumber(METHOD) : 0;
        this.broken = broken;
    }

    /** The calling thread looks at a selector: its round has ended. */
    void select() {
        try {
            Caller caller = calls.known();
            if (caller != null) {
                long startNs = caller.roundNs;
                caller.roundNs = 0;
                caller.selected(0);
                caller.free(System.nanoTime());
                if (startNs != 0) {
                    calls.end(method, startNs);
                }
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread has got records from Kafka, if there are any, and handles one after the other. */
    void polled() {
        try {
            calls.caller().polled(System.nanoTime());
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /** The calling thread has looked at a selector: a round begins. */
    void selected() {
        try {
            Caller caller = calls.caller();
            if (!rounds) {
                caller.selected(System.nanoTime());
            } else if (caller.roundNs == 0) { // One method of a selector may call another.
                caller.roundNs = calls.begin();
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }
}
