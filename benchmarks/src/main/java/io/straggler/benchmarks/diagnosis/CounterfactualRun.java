package io.straggler.benchmarks.diagnosis;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.Straggler;
import io.straggler.benchmarks.support.Checked;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.model.SamplerMode;
import io.straggler.model.Series;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One run of {@link CounterfactualBenchmark}: with the injection and the prediction without it, or without it. */
final class CounterfactualRun {
    private CounterfactualRun() {}

    public static void main(String[] args) throws IOException {
        InjectedCause.Kind kind = InjectedCause.Kind.valueOf(args[0]);
        InjectedCause task = new InjectedCause(kind, Long.parseLong(args[2]));
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Checked.measured(
                    Straggler.options()
                            .rate(1_000)
                            .warmUp(Duration.ofSeconds(3))
                            .duration(Duration.ofSeconds(Long.parseLong(args[1])))
                            .threshold("300us")
                            .armDelay(Duration.ofNanos(150_000))
                            .out(folder.path())
                            .run(task),
                    SamplerMode.TRIGGERED);
            if (task.kept() == 0) {
                throw new IllegalStateException("work must have been done");
            }
            Counterfactual counterfactual =
                    Analysis.of(new RunFolder(folder.path())).conclusions().counterfactual();
            counterfactual.refusal().ifPresent(why -> System.err.println("refused: " + why));
            print("measured", counterfactual.measured());
            Figures.print("replayError", counterfactual.replayError());
            counterfactual.without().stream()
                    .filter(one -> one.cause() == kind.cause() && one.site().isEmpty())
                    .forEach(one -> print("predicted", one.percentiles()));
        }
    }

    private static void print(String what, List<Series.Point> points) {
        points.forEach(point -> Figures.print(what + point.percentile(), point.valueNs()));
    }
}
