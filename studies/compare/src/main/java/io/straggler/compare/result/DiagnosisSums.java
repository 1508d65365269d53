package io.straggler.compare.result;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sums over the diagnoses of one or several runs, as a comparison needs them.
 *
 * @param outliers how many were diagnosed
 * @param latencyNs of all of them in sum
 * @param causes where it went, the largest first
 * @param outlierStacks where they spent the time they ran
 */
public record DiagnosisSums(long outliers, long latencyNs, List<CauseSum> causes, List<WeightedStack> outlierStacks) {
    private static final int WHERES = 10;

    /** Stands for the class of the task. */
    private static final String TASK = "(the task)";

    public DiagnosisSums {
        causes = List.copyOf(causes);
        outlierStacks = List.copyOf(outlierStacks);
    }

    /** The sums of conclusions that are at hand. */
    public static DiagnosisSums of(Conclusions conclusions) {
        return new DiagnosisSums(
                conclusions.diagnosis().outliers().size(),
                conclusions.budget().latencyNs(),
                conclusions.budget().causes(),
                conclusions.diagnosis().outlierStacks());
    }

    /** Sums whose task's own frames have a name that another task can share, so that two classes can be compared frame by frame. */
    public DiagnosisSums ofTheTask(String task) {
        return new DiagnosisSums(
                outliers,
                latencyNs,
                causes,
                outlierStacks.stream()
                        .map(stack -> new WeightedStack(
                                stack.frames().stream()
                                        .map(frame -> ofTheTask(frame, task))
                                        .toList(),
                                stack.weightNs(),
                                stack.samples()))
                        .toList());
    }

    private static StackFrame ofTheTask(StackFrame frame, String task) {
        String name = frame.name();
        return name.startsWith(task + ".") || name.startsWith(task + "$")
                ? new StackFrame(TASK + name.substring(task.length()), frame.kind())
                : frame;
    }

    /** Returns the time of one cause in nanoseconds; zero if it took none. */
    public long totalNs(Cause cause) {
        return causes.stream()
                .filter(sum -> sum.cause() == cause)
                .mapToLong(CauseSum::totalNs)
                .sum();
    }

    /** The sums of both. */
    public DiagnosisSums plus(DiagnosisSums other) {
        Map<Cause, CauseSum> merged = new EnumMap<>(Cause.class);
        Stream.concat(causes.stream(), other.causes.stream())
                .forEach(sum -> merged.merge(sum.cause(), sum, DiagnosisSums::plus));
        List<CauseSum> largestFirst = merged.values().stream()
                .sorted(Comparator.comparingLong(CauseSum::totalNs).reversed().thenComparing(CauseSum::cause))
                .toList();
        List<WeightedStack> stacks = new ArrayList<>(outlierStacks);
        stacks.addAll(other.outlierStacks);
        return new DiagnosisSums(outliers + other.outliers, latencyNs + other.latencyNs, largestFirst, stacks);
    }

    private static CauseSum plus(CauseSum one, CauseSum other) {
        Map<Place, Where> wheres = new LinkedHashMap<>();
        Stream.concat(one.where().stream(), other.where().stream())
                .forEach(where -> wheres.merge(
                        where.place(), where, (a, b) -> new Where(a.place(), a.ns() + b.ns(), a.count() + b.count())));
        return new CauseSum(
                one.cause(),
                one.ownNs() + other.ownNs(),
                one.carriedNs() + other.carriedNs(),
                one.outliers() + other.outliers(),
                one.events() + other.events(),
                one.stacks() + other.stacks(),
                wheres.values().stream()
                        .sorted(Comparator.comparingLong(Where::ns)
                                .reversed()
                                .thenComparing(where -> where.place().words()))
                        .limit(WHERES)
                        .toList());
    }
}
