package io.straggler.jmh.users;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/** Parses numbers, now and then very many of them. */
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(value = 2, jvmArgsAppend = "-Xmx512m")
@Threads(4)
public class Parsing {
    @Param({"8", "64"})
    int digits;

    @Param("100")
    private long every;

    private String number;
    private long calls;

    @Setup
    public void write() {
        number = new Random(1)
                .ints(Math.min(digits, 17), 1, 10)
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .toString();
    }

    /** A primitive, which JMH consumes as one. */
    @Benchmark
    public long parse() {
        return Long.parseLong(number);
    }

    @Benchmark
    public void parseSometimesMany(Blackhole blackhole) {
        blackhole.consume(++calls % every == 0 ? parseMany() : Long.parseLong(number));
    }

    private long parseMany() {
        long sum = 0;
        long untilNs = System.nanoTime() + 4_000_000;
        while (System.nanoTime() - untilNs < 0) {
            sum += Long.parseLong(number);
        }
        return sum;
    }
}
