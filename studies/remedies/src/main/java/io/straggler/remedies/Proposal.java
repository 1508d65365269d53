package io.straggler.remedies;

import io.straggler.diagnosis.budget.Cause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A remedy that is worth trying for a run.
 *
 * @param name a few words
 * @param change what it changes
 * @param against the causes that it may remove; none for one of the user's
 * @param share the part of the outliers' latency that these causes took, 0 to 1
 * @param because why it may help, a clause; empty for one of the user's
 * @param cost what it may make worse; empty for one of the user's
 * @param source who describes it; empty for one of the user's
 */
public record Proposal(
        String name, Change change, Set<Cause> against, double share, String because, String cost, String source) {
    /** A remedy against less can hardly be told from chance. */
    static final double MIN_SHARE = 0.05;

    /** Worth of a second remedy against a cause, by that of the first. */
    private static final double AGAIN = 0.6;

    public Proposal {
        against = Set.copyOf(against);
    }

    /** One of the user's own. */
    public static Proposal own(String name, Change change) {
        return new Proposal(name, change, Set.of(), 0, "", "", "");
    }

    /**
     * The remedies of the table that the evidence speaks for. The first is against most of the latency. Each further one against causes that remedies before
     * it are against counts for less, so that different causes have their turn before one has its third remedy.
     *
     * @param most how many at most
     */
    public static List<Proposal> of(Evidence evidence, int most) {
        List<Proposal> left = new ArrayList<>();
        for (KnownRemedy remedy : KnownRemedies.ALL) {
            double share = Math.min(1, remedy.share().applyAsDouble(evidence));
            Optional<Change> change = remedy.proposed(evidence);
            if (share >= MIN_SHARE && change.isPresent()) {
                left.add(new Proposal(
                        remedy.name(),
                        change.get(),
                        remedy.against(),
                        share,
                        remedy.because(),
                        remedy.cost(),
                        remedy.source()));
            }
        }
        List<Proposal> chosen = new ArrayList<>();
        while (chosen.size() < most && !left.isEmpty()) {
            // The first of equals: the order of the table decides.
            Proposal next = left.stream()
                    .reduce((a, b) -> b.weight(evidence, chosen) > a.weight(evidence, chosen) ? b : a)
                    .orElseThrow();
            left.remove(next);
            chosen.add(next);
        }
        return List.copyOf(chosen);
    }

    /** The latency that it may remove, less for each remedy before it against the same cause. */
    private double weight(Evidence evidence, List<Proposal> before) {
        long same = against.stream()
                .filter(cause -> evidence.share(Set.of(cause)) >= MIN_SHARE)
                .mapToLong(cause -> before.stream()
                        .filter(one -> one.against.contains(cause))
                        .count())
                .max()
                .orElse(0);
        return share * Math.pow(AGAIN, same);
    }

    /** Returns the proposal with the files that it needs in a folder. */
    public Proposal in(Path folder) {
        return new Proposal(name, change.in(folder), against, share, because, cost, source);
    }

    /** Name of its folder. */
    public String folder() {
        return folder(name);
    }

    /** Name of a remedy's folder: its letters in lower case and its digits, with hyphens between. */
    public static String folder(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-");
    }

    /** The causes that it may remove, in the order of {@link Cause}, with a comma between. */
    public String causes() {
        return against.stream().sorted().map(Cause::label).collect(Collectors.joining(", "));
    }
}
