package io.straggler.jlbh;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;

/**
 * The main class of a JVM in which JLBH paces a benchmark itself, to be put beside a hosted run. The adapter is the last on its
 * class path, so that the class JLBH is the real one, and nothing of Straggler but this class takes part.
 */
public final class OwnPacing {
    private OwnPacing() {}

    /** @param args class name, then what the command line says instead of the benchmark's options: {@code runs=3} */
    public static void main(String[] args) throws Throwable {
        if (JlbhOrigin.isAdapters(JLBH.class)) {
            System.err.println("JLBH itself is not on the class path: its own pacing cannot be shown.");
            System.exit(1);
        }
        Benchmark benchmark = Benchmark.named(args[0]);
        if (benchmark.hasMain() && args.length > 1) {
            System.err.println(
                    "Options of the command line do not reach a main that JLBH paces: " + "here it runs with its own.");
        }
        try {
            benchmark.run(options -> changed(options, args));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static JLBHOptions changed(JLBHOptions options, String[] args) {
        for (int i = 1; i < args.length; i++) {
            String value = args[i].substring(args[i].indexOf('=') + 1);
            switch (args[i].substring(0, args[i].indexOf('='))) {
                case "throughput" ->
                    options.throughput(
                            Integer.parseInt(value.substring(0, value.indexOf('/'))),
                            TimeUnit.valueOf(value.substring(value.indexOf('/') + 1)));
                case "iterations" -> options.iterations(Long.parseLong(value));
                case "runs" -> options.runs(Integer.parseInt(value));
                default -> throw new IllegalArgumentException("option must be a known one: option=" + args[i]);
            }
        }
        return options;
    }
}
