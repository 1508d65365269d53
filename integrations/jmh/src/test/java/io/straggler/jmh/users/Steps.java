package io.straggler.jmh.users;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Writes down what is called, in order. */
public class Steps extends StepsBase {
    /** What was called, and how often in a row. */
    public static final List<String> SEEN = new CopyOnWriteArrayList<>();

    /** What an object says that it does. */
    static void seen(String step) {
        SEEN.add(step);
    }

    /** Of which there is another one wherever it is an argument. */
    @State(Scope.Thread)
    public static class Apart {
        int number;

        @Setup
        public void setUp() {
            number = 1
                    + (int) SEEN.stream()
                            .filter(step -> step.matches("apart . set up"))
                            .count();
            seen(this + " set up");
        }

        @TearDown(Level.Iteration)
        public void settle() {
            seen(this + " settled");
        }

        @TearDown
        public void tearDown() {
            seen(this + " torn down");
        }

        @Override
        public String toString() {
            return "apart " + number;
        }
    }

    /** Of which there is one. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** A parameter that stands for all its constants. */
        @Param
        Colour colour;

        @Setup(Level.Trial)
        public void setUp(Blackhole blackhole) {
            blackhole.consume(colour);
            seen("shared set up");
        }

        @Setup(Level.Iteration)
        public void refresh() {
            seen("shared refreshed");
        }

        @TearDown(Level.Iteration)
        public void settle() {
            seen("shared settled");
        }

        @TearDown
        public void tearDown() {
            seen("shared torn down");
        }
    }

    /** The parameter's type. */
    public enum Colour {
        RED,
        GREEN
    }

    @Setup
    public void ownSetUp(Blackhole blackhole, Shared shared) {
        blackhole.consume(this);
        seen("own set up");
    }

    @Override
    @Setup
    public void replaced() {
        seen("own replacement set up");
    }

    @TearDown(Level.Iteration)
    public void count() {
        seen("own counted");
    }

    @TearDown
    public void ownTearDown() {
        seen("own torn down");
    }

    @Benchmark
    public Object step(Shared shared, Apart apart, Blackhole blackhole) {
        blackhole.consume(shared.colour);
        seen("step");
        return shared;
    }
}
