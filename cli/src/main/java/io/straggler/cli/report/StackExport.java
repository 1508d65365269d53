package io.straggler.cli.report;

import io.straggler.Analysis;
import io.straggler.cli.option.UsageException;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.ClassicFlameGraphFormat;
import io.straggler.flamegraph.CollapsedFormat;
import io.straggler.flamegraph.DifferentialCollapsedFormat;
import io.straggler.flamegraph.DifferentialTree;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.flamegraph.SpeedscopeFormat;
import io.straggler.flamegraph.StackSelection;
import io.straggler.flamegraph.trace.TraceEventFormat;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.file.WholeFile;
import io.straggler.model.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Writes stacks of a run in the formats of other tools. What is asked for is looked up before a file is opened; it
 * is refused where nothing of the run is left.
 */
final class StackExport {
    private final Analysis analysis;
    private final Diagnosis diagnosis;
    private final StackChoice choice;
    private final StackSelection selection;
    private final OptionalInt rank;
    private final Map<RunId, Long> originNs;

    /** @param rank of the one outlier that is wanted, the worst being 1 */
    StackExport(Analysis analysis, StackChoice choice, OptionalInt rank) {
        this.analysis = analysis;
        this.diagnosis = analysis.conclusions().diagnosis();
        this.choice = choice;
        this.selection = choice.selection(diagnosis.threadNames());
        this.rank = rank;
        this.originNs = analysis.run().runs().stream()
                .collect(Collectors.toMap(RunOutcome::runId, RunOutcome::originNs, (first, second) -> first));
    }

    void writeCollapsed(Path file) throws IOException {
        writeCollapsed(ofOutliers(), CollapsedFormat.Unit.NANOSECONDS, file);
    }

    void writeCollapsedNormal(Path file) throws IOException {
        List<WeightedStack> normal = selection.only(diagnosis.normalStacks());
        requireAny(normal, diagnosis.normalStacks(), "normal iterations");
        writeCollapsed(normal, CollapsedFormat.Unit.SAMPLES, file);
    }

    private static void writeCollapsed(List<WeightedStack> stacks, CollapsedFormat.Unit unit, Path file)
            throws IOException {
        WholeFile.writeText(file, out -> CollapsedFormat.write(CallTree.of(stacks), unit, out));
    }

    /** Normal iterations before, outliers after. */
    void writeDifference(Path file) throws IOException {
        List<WeightedStack> normal = selection.only(diagnosis.normalStacks()).stream()
                .map(stack -> new WeightedStack(stack.frames(), stack.samples(), stack.samples()))
                .toList();
        List<WeightedStack> outliers = normal.isEmpty() ? ofOutliers() : selection.weighted(diagnosis.outliers());
        WholeFile.writeText(file, out -> DifferentialCollapsedFormat.write(DifferentialTree.of(normal, outliers), out));
    }

    void writeSpeedscope(Path file) throws IOException {
        if (rank.isPresent()) {
            writeSpeedscope(wanted().get(0).diagnosed(), file);
            return;
        }
        List<WeightedStack> stacks = ofOutliers();
        WholeFile.writeText(
                file,
                out -> SpeedscopeFormat.write("outliers of " + analysis.run().task(), stacks, out));
    }

    private void writeSpeedscope(DiagnosedOutlier outlier, Path file) throws IOException {
        Iteration iteration = outlier.outlier().iteration();
        String name = "outlier " + rank.getAsInt() + " of " + iteration.runId() + ", "
                + Durations.format(iteration.latencyNs());
        WholeFile.writeText(file, out -> SpeedscopeFormat.write(name, outlier, selection, out));
    }

    void writeTrace(Path file) throws IOException {
        List<RankedOutlier> outliers = wanted();
        WholeFile.writeText(
                file, out -> TraceEventFormat.write(analysis.run(), analysis.conclusions(), outliers, selection, out));
    }

    void writeFlameGraph(Path file) throws IOException {
        List<WeightedStack> stacks = ofOutliers();
        WholeFile.write(
                file,
                out -> ClassicFlameGraphFormat.write(
                        "Outliers of " + analysis.run().task(), stacks, choice.minWidth(), out));
    }

    private List<WeightedStack> ofOutliers() {
        List<DiagnosedOutlier> outliers =
                diagnosis.outliers().stream().filter(this::isOfTime).toList();
        requireAnyOfTime(outliers);
        List<WeightedStack> stacks = selection.weighted(outliers);
        requireAny(stacks, outliers, count(outliers.size()));
        return stacks;
    }

    /** Outliers with stacks that are selected, the worst first. */
    private List<RankedOutlier> wanted() {
        List<RankedOutlier> ofTime = ranked().stream()
                .filter(outlier -> isOfTime(outlier.diagnosed()))
                .toList();
        requireAnyOfTime(ofTime);
        List<RankedOutlier> wanted = ofTime.stream()
                .filter(outlier -> selection.showsAnyOf(outlier.diagnosed()))
                .toList();
        requireAny(wanted, ofTime, rank.isPresent() ? "outlier " + rank.getAsInt() : count(ofTime.size()));
        return wanted;
    }

    /** All outliers, the worst first; or the one that was asked for. */
    private List<RankedOutlier> ranked() {
        List<RankedOutlier> worstFirst = RankedOutlier.worstFirst(analysis.conclusions());
        if (rank.isEmpty()) {
            return worstFirst;
        }
        int wanted = rank.getAsInt();
        if (wanted < 1 || wanted > worstFirst.size()) {
            throw new UsageException("--outlier " + wanted + ": there "
                    + (worstFirst.size() == 1 ? "is 1 outlier" : "are " + worstFirst.size() + " outliers")
                    + ", and 1 is the worst");
        }
        return List.of(worstFirst.get(wanted - 1));
    }

    private boolean isOfTime(DiagnosedOutlier outlier) {
        Iteration iteration = outlier.outlier().iteration();
        Optional<Long> origin = Optional.ofNullable(originNs.get(iteration.runId()));
        return choice.isOfAnyTime()
                || origin.filter(ns -> choice.isOfTime(iteration.intendedNs() - ns))
                        .isPresent();
    }

    private void requireAnyOfTime(Collection<?> outliers) {
        if (outliers.isEmpty() && !diagnosis.outliers().isEmpty()) {
            throw new UsageException("No outlier was due between "
                    + choice.fromNs().map(Durations::format).orElse("the start") + " and "
                    + choice.toNs().map(Durations::format).orElse("the end") + " of its run.");
        }
    }

    private static void requireAny(Collection<?> selected, Collection<?> all, String whose) {
        if (selected.isEmpty() && !all.isEmpty()) {
            throw new UsageException(
                    "No stack of " + whose
                            + " is selected. A pattern has to match the whole name of a frame or thread, such as '.*OrderBook.*'.");
        }
    }

    private static String count(int outliers) {
        return outliers == 1 ? "1 outlier" : outliers + " outliers";
    }
}
