package io.straggler.benchmarks.example;

import io.straggler.benchmarks.example.FoundingExampleSide.Family;
import io.straggler.benchmarks.example.FoundingExampleSide.Mix;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a call on an encoder of the founding example costs when the methods that the encoders share are default methods, and when
 * they are copied into the classes: at each depth of calls, and with fewer types. In nanoseconds on a core; each side runs in a
 * JVM of its own; the runs are interleaved.
 */
public final class FoundingExampleBenchmark {
    private FoundingExampleBenchmark() {}

    private record Pair(double defaultNs, double classNs) {
        double ratio() {
            return defaultNs / classNs;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 5L, "warm-up-ms", 1_500L, "ms", 2_000L),
                Map.of("pairs", 1L, "warm-up-ms", 300L, "ms", 300L));
        System.out.println("founding-example " + arguments);
        System.out.println(
                "call                                   types       def. ns  class ns  ratio  of single pairs");
        for (EncoderCall call : EncoderCall.values()) {
            row(arguments, call, Mix.SIX);
        }
        for (Mix mix : List.of(Mix.SIX_IN_TURN, Mix.THREE, Mix.TWO, Mix.ONE)) {
            row(arguments, EncoderCall.MESSAGE, mix);
        }
    }

    private static void row(Arguments arguments, EncoderCall call, Mix mix) throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < arguments.count("pairs"); k++) {
            pairs.add(k % 2 == 0 ? defaultFirst(arguments, call, mix) : classFirst(arguments, call, mix));
        }
        double[] ratios = pairs.stream().mapToDouble(Pair::ratio).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%-38s %-10s %8.2f %9.2f %6.2f  %.2f to %.2f%n",
                call.label(),
                mix.label(),
                Figures.median(pairs, Pair::defaultNs),
                Figures.median(pairs, Pair::classNs),
                Figures.median(pairs, Pair::ratio),
                ratios[0],
                ratios[ratios.length - 1]);
    }

    private static Pair defaultFirst(Arguments arguments, EncoderCall call, Mix mix)
            throws IOException, InterruptedException {
        double defaultNs = nsPerMessage(arguments, Family.DEFAULT_METHODS, call, mix);
        return new Pair(defaultNs, nsPerMessage(arguments, Family.CLASS_METHODS, call, mix));
    }

    private static Pair classFirst(Arguments arguments, EncoderCall call, Mix mix)
            throws IOException, InterruptedException {
        double classNs = nsPerMessage(arguments, Family.CLASS_METHODS, call, mix);
        return new Pair(nsPerMessage(arguments, Family.DEFAULT_METHODS, call, mix), classNs);
    }

    private static double nsPerMessage(Arguments arguments, Family family, EncoderCall call, Mix mix)
            throws IOException, InterruptedException {
        return ChildJvm.run(
                        FoundingExampleSide.class,
                        family,
                        call,
                        mix,
                        arguments.number("warm-up-ms"),
                        arguments.number("ms"))
                .get("nsPerMessage");
    }
}
