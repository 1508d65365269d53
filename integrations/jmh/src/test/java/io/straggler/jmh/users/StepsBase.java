package io.straggler.jmh.users;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a benchmark inherits. */
@State(Scope.Thread)
public abstract class StepsBase {
    @Param("inherited")
    private String text;

    @Setup
    public void aboveSetUp(Steps.Apart apart, Steps.Shared shared) {
        Steps.seen("above set up by " + text + ", " + apart + " and " + shared.colour);
    }

    @Setup
    public void replaced() {
        Steps.seen("replaced");
    }

    /** JMH lists it as one of the class that inherits it. */
    @Benchmark
    public void above() {
        Steps.seen("above");
    }

    @TearDown
    public void aboveTearDown() {
        Steps.seen("above torn down");
    }
}
