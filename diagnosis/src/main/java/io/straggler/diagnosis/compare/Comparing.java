package io.straggler.diagnosis.compare;

import io.straggler.model.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

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
        this.rates = List.of(new Figure.OutlierRate(thresholdNs), new Figure.InflictedLatency(thresholdNs, normalNs));
        this.buckets = Buckets.of(sides);
    }

    Comparison compare(long seed) {
        Optional<Figure.Percentile> worst = worst();
        Readings readings = new Readings(buckets, figures(worst));
        List<Measured> measured =
                sides.stream().map(side -> Measured.of(side, readings)).toList();
        Measurability measurability = new Measurability(measured, readings);
        Resamples resamples = Resamples.of(measured, readings, measurability, pairing, seed);
        Map<Integer, FigureContrast> contrasts = new LinkedHashMap<>();
        for (int k = 0; k < readings.figures().size(); k++) {
            if (measurability.measurable(k)) {
                contrasts.put(k, FigureContrast.of(measured, resamples, k));
            }
        }
        Family family = new Family(
                contrasts.values().stream().map(FigureContrast::contrast).toList());
        List<Contrast> beyondChance = family.beyondChance();
        List<Difference> differences = new ArrayList<>();
        for (int k = 0; k < readings.figures().size(); k++) {
            FigureContrast contrast = contrasts.get(k);
            differences.add(
                    contrast == null
                            ? notMeasurable(readings.figures().get(k), measured, k, measurability.problem(k))
                            : contrast.difference(
                                    beyondChance.contains(contrast.contrast()), family.alpha(), contrasts.size()));
        }
        return new Comparison(resamples.basis(), differences, worst);
    }

    private Optional<Figure.Percentile> worst() {
        List<Figure> shown = new ArrayList<>();
        Percentiles.SHOWN.forEach(percentile -> shown.add(new Figure.Percentile(percentile)));
        Readings readings = new Readings(buckets, shown);
        Measurability measurability = new Measurability(
                sides.stream().map(side -> Measured.of(side, readings)).toList(), readings);
        for (int k = shown.size() - 1; k >= 0; k--) {
            if (measurability.measurable(k)) {
                return Optional.of((Figure.Percentile) shown.get(k));
            }
        }
        return Optional.empty();
    }

    private List<Figure> figures(Optional<Figure.Percentile> worst) {
        TreeSet<Double> percentiles = new TreeSet<>(ALWAYS);
        worst.ifPresent(one -> percentiles.add(one.percentile()));
        List<Figure> figures = new ArrayList<>();
        percentiles.forEach(percentile -> figures.add(new Figure.Percentile(percentile)));
        figures.addAll(rates);
        return figures;
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
