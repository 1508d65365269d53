package io.straggler.diagnosis.statistics;

import io.straggler.model.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One comparison, in steps. */
final class Comparing {
    private static final List<Double> ALWAYS = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private final List<Side> sides;
    private final Pairing pairing;
    private final List<Figure> rates;
    private final Buckets buckets;

    Comparing(Side a, Side b, Pairing pairing, long thresholdNs, long normalNs) {
        if (pairing == Pairing.PAIRED && a.forks().size() != b.forks().size()) {
            throw new IllegalArgumentException("paired sides must have equally many forks: a="
                    + a.forks().size() + ", b=" + b.forks().size());
        }
        this.sides = List.of(a, b);
        this.pairing = pairing;
        this.rates = List.of(new Figure.OutlierRate(thresholdNs), new Figure.ExcessLatency(thresholdNs, normalNs));
        this.buckets = Buckets.of(sides);
    }

    Comparison compare(long seed) {
        List<Figure> candidates = new ArrayList<>();
        Percentiles.SHOWN.forEach(percentile -> candidates.add(new Figure.Percentile(percentile)));
        candidates.addAll(rates);
        List<Measured> all = sides.stream()
                .map(side -> Measured.of(side, buckets, candidates))
                .toList();
        Optional<Figure.Percentile> worst = worst(new Measurability(all), candidates);
        List<Figure> figures = candidates.stream()
                .filter(figure -> !(figure instanceof Figure.Percentile percentile)
                        || ALWAYS.contains(percentile.percentile())
                        || worst.equals(Optional.of(percentile)))
                .toList();
        return compare(all.stream().map(one -> one.only(figures)).toList(), figures, worst, seed);
    }

    private static Optional<Figure.Percentile> worst(Measurability measurability, List<Figure> candidates) {
        Optional<Figure.Percentile> worst = Optional.empty();
        for (int k = 0; k < candidates.size(); k++) {
            if (candidates.get(k) instanceof Figure.Percentile percentile && measurability.measurable(k)) {
                worst = Optional.of(percentile);
            }
        }
        return worst;
    }

    private Comparison compare(
            List<Measured> measured, List<Figure> figures, Optional<Figure.Percentile> worst, long seed) {
        Measurability measurability = new Measurability(measured);
        Resamples resamples = Resamples.of(measured, buckets, measurability, pairing, seed);
        Map<Integer, FigureContrast> contrasts = new LinkedHashMap<>();
        for (int k = 0; k < figures.size(); k++) {
            if (measurability.measurable(k)) {
                contrasts.put(k, FigureContrast.of(measured, resamples, k));
            }
        }
        Family family = new Family(
                contrasts.values().stream().map(FigureContrast::contrast).toList(),
                resamples.basis().pairing());
        List<Contrast> beyondChance = family.beyondChance();
        List<Difference> differences = new ArrayList<>();
        for (int k = 0; k < figures.size(); k++) {
            FigureContrast contrast = contrasts.get(k);
            differences.add(
                    contrast == null
                            ? notMeasurable(figures.get(k), measured, k, measurability.problem(k))
                            : contrast.difference(
                                    beyondChance.contains(contrast.contrast()), family.alpha(), contrasts.size()));
        }
        Basis basis = contrasts.isEmpty() ? resamples.basis().nothingMeasurable() : resamples.basis();
        return new Comparison(basis, differences, worst);
    }

    private static Difference notMeasurable(Figure figure, List<Measured> measured, int k, String problem) {
        return new Difference(
                figure,
                value(measured.get(0), figure, k),
                value(measured.get(1), figure, k),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Verdict.NOT_MEASURABLE,
                problem);
    }

    /** A rate is always what it is; a percentile that too few iterations lie above is a matter of luck. */
    private static OptionalDouble value(Measured measured, Figure figure, int k) {
        return figure instanceof Figure.Percentile percentile
                        && !Percentiles.measurable(percentile.percentile(), (long) measured.total())
                ? OptionalDouble.empty()
                : OptionalDouble.of(measured.values()[k]);
    }
}
