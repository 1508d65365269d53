package io.straggler.jmh.users;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;

/** What a schedule cannot do, or does in another way. */
public class Odd {
    /** Prepares every invocation. */
    @State(Scope.Thread)
    public static class PreparedEachTime {
        @Setup(Level.Invocation)
        public void prepare() {}
    }

    /** Wants to know of JMH's run. */
    @State(Scope.Benchmark)
    public static class Curious {
        @Setup
        public void look(BenchmarkParams params) {
            params.getThreads();
        }
    }

    /** Counts for JMH's table. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Counting {
        public int things;
    }

    @Benchmark
    public void preparedEachTime(PreparedEachTime state) {}

    @Benchmark
    public void curious(Curious state) {}

    @Benchmark
    public void untilStopped(Control control) {}

    @Benchmark
    @Group("pair")
    public void left() {}

    @Benchmark
    @Group("pair")
    public void right() {}

    @Benchmark
    @OperationsPerInvocation(10)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void many(Counting counting) {
        counting.things += 10;
    }

    /** What nobody else looks at. */
    public static final Object RETURNED = new Object();

    @Benchmark
    public Object returned() {
        return RETURNED;
    }

    /** A benchmark within another class. */
    public static class Nested {
        @Benchmark
        public void broken() {
            throw new IllegalStateException("the file is gone");
        }
    }
}
