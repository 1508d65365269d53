package io.straggler.cli.fork;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.RateOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.compare.RunSet;
import io.straggler.harness.series.LogSummary;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Task in separate JVMs at several rates: each rate has a run folder, and another JVM on request.
 *
 * <p>For one thread. A JVM that Ctrl-C ends counts for nothing.
 */
public final class RatedForks {
    private final RunRequest request;
    private final RateOptions options;
    private final Session session;
    private final Map<Double, Place> places = new TreeMap<>();

    /**
     * Run folder of one rate. The options are the same for all JVMs: the threshold that the first one found in its
     * warm-up holds for all.
     */
    private static final class Place {
        private final RunFolder folder;
        private final ForkLauncher launcher;
        private final ProgressLine progress;
        private Map<String, String> options;

        private Place(RunFolder folder, ForkLauncher launcher, ProgressLine progress, Map<String, String> options) {
            this.folder = folder;
            this.launcher = launcher;
            this.progress = progress;
            this.options = options;
        }
    }

    /**
     * @param request with the folder that the rates' folders are put in
     * @param options of the JVMs at a rate
     */
    public RatedForks(Session session, RunRequest request, RateOptions options) {
        this.session = session;
        this.request = request;
        this.options = options;
    }

    /**
     * Measures in one more JVM.
     *
     * @param name what this one is, for people to read while it runs
     * @return empty if it was interrupted
     * @throws ForkLauncher.ForkRejected if the very first JVM refused what it was asked for; it has said why
     */
    public Optional<RatedRun> measure(double perSecond, String name) throws IOException, InterruptedException {
        Place place = places.get(perSecond);
        if (place == null) {
            place = place(perSecond);
            places.put(perSecond, place);
        }
        place.progress.name(name + ": ");
        if (session.interrupted()) {
            return Optional.empty();
        }
        Optional<RunFolder> left;
        try {
            left = place.launcher.fork(0, place.options);
        } catch (ForkLauncher.ForkRejected e) {
            if (places.size() == 1) {
                place.launcher.discard();
                throw e;
            }
            return Optional.of(failed(perSecond, "The measured JVM refused what it was asked for; it said why."));
        }
        if (session.interrupted()) {
            left.ifPresentOrElse(place.launcher::discard, place.launcher::discardMissing);
            return Optional.empty();
        }
        if (left.isEmpty()) {
            return Optional.of(failed(perSecond, place.launcher.lastMissing()));
        }
        RunDescription run = left.get().readRun();
        if (run.thresholdNs() > 0) {
            place.options.put("threshold", run.thresholdNs() + "ns");
        }
        return Optional.of(read(perSecond, left.get(), run));
    }

    private Place place(double perSecond) {
        Map<String, String> given = Arrivals.ofRate(options.at(perSecond), places.size());
        RunFolder folder = RunFolder.create(path(perSecond));
        ProgressLine progress = session.progress(OptionTexts.parse(given).expectedNs());
        return new Place(folder, session.launcher(request, folder, progress), progress, given);
    }

    private static RatedRun failed(double perSecond, String reason) {
        return new RatedRun(perSecond, RunStatus.FAILED, reason, 0, 0, Optional.empty(), List.of());
    }

    private static RatedRun read(double perSecond, RunFolder folder, RunDescription run) throws IOException {
        LogSummary log = LogSummary.of(folder.intervals(), run.runs());
        Optional<Series> latency = log.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() == null)
                .findFirst();
        return new RatedRun(
                perSecond,
                run.status(),
                run.reason(),
                run.runs().stream()
                        .mapToDouble(RunOutcome::achievedPerSecond)
                        .min()
                        .orElse(0),
                run.iterations(),
                latency,
                run.status() == RunStatus.OK ? RunSet.forks(folder, log) : List.of());
    }

    /** The rates that there are folders for, growing; one that was interrupted may hold nothing whole. */
    public List<Double> rates() {
        return List.copyOf(places.keySet());
    }

    /** Where the files of a rate go. */
    public Path path(double perSecond) {
        String whole = String.format(Locale.ROOT, "%08d", (long) perSecond);
        BigDecimal exact = new BigDecimal(Double.toString(perSecond)).stripTrailingZeros();
        String fraction = exact.scale() > 0
                ? exact.remainder(BigDecimal.ONE).toPlainString().substring(1)
                : "";
        return request.out().resolve("rate-" + whole + fraction);
    }

    /**
     * Brings the files of a rate's JVMs together in its folder.
     *
     * @return empty if none left anything whole
     */
    public Optional<RunFolder> merge(double perSecond) throws IOException {
        Place place = Objects.requireNonNull(places.get(perSecond), "the rate must have been measured");
        if (place.launcher.hasNoResults() && session.interrupted()) {
            place.launcher.discard();
            return Optional.empty();
        }
        try {
            place.launcher.merge();
            return Optional.of(place.folder);
        } catch (ForkLauncher.NoResults e) {
            place.launcher.discard();
            return Optional.empty();
        } catch (RunFolderException e) {
            // Other rates are brought together all the same.
            session.err().println(e.getMessage());
            return Optional.empty();
        }
    }
}
