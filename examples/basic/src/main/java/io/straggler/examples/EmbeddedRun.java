package io.straggler.examples;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A program with its own {@code main} that measures a task in its own JVM.
 *
 * <p>With an argument, the report goes into that folder. Without one, and started with {@code -XX:StartFlightRecording}, the
 * recording that the JVM writes holds everything, and {@code straggler report} reads it.
 */
public final class EmbeddedRun {
    private EmbeddedRun() {}

    public static void main(String[] args) {
        var options = Straggler.options()
                .rate(20_000)
                .warmUp(Duration.ofSeconds(2))
                .duration(Duration.ofSeconds(5))
                .threshold("100us");
        if (args.length > 0) {
            options.out(Path.of(args[0]));
        }
        StragglerResult result = options.run(new GrowingMap());

        System.out.println("status   " + result.status().label() + " " + result.reason());
        for (double percentile : new double[] {50, 99, 99.9}) {
            System.out.println("p" + percentile + "   "
                    + (result.latencyNs(percentile).isPresent()
                            ? Durations.format(result.latencyNs(percentile).getAsLong())
                            : "not measurable"));
        }
        System.out.println(
                "service  worst " + Durations.format(result.histogram("service").getMaxValue()));
        System.out.println("outliers " + result.outliers().size());
        System.exit(result.status() == RunStatus.OK ? 0 : 2);
    }
}
