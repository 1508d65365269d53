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
    private final List<Metric> rates;
    private final Buckets buckets;

    Comparing(Side a, Side b, Pairing pairing, long thresholdNs, long normalNs) {
        if (pairing == Pairing.PAIRED && a.forks().size() != b.forks().size()) {
            throw new IllegalArgumentException("paired sides must have equally many forks: a="
                    + a.forks().size() + ", b=" + b.forks().size());
        }
        this.sides = List.of(a, b);
        this.pairing = pairing;
        this.rates = List.of(new Metric.OutlierRate(thresholdNs), new Metric.ExcessLatency(thresholdNs, normalNs));
        this.buckets = Buckets.of(sides);
    }

    Comparison compare(long seed) {
        List<Metric> candidates = new ArrayList<>();
        Percentiles.SHOWN.forEach(percentile -> candidates.add(new Metric.Percentile(percentile)));
        candidates.addAll(rates);
        List<Measured> all = sides.stream()
                .map(side -> Measured.of(side, buckets, candidates))
                .toList();
        Measurability measurability = Measurability.of(all);
        Optional<Metric.Percentile> worst = worst(measurability, candidates);
        List<Metric> metrics = candidates.stream()
                .filter(metric -> !(metric instanceof Metric.Percentile percentile)
                        || ALWAYS.contains(percentile.percentile())
                        || worst.equals(Optional.of(percentile)))
                .toList();
        return compare(all.stream().map(one -> one.only(metrics)).toList(), measurability.only(metrics), worst, seed);
    }

    private static Optional<Metric.Percentile> worst(Measurability measurability, List<Metric> candidates) {
        Optional<Metric.Percentile> worst = Optional.empty();
        for (int k = 0; k < candidates.size(); k++) {
            if (candidates.get(k) instanceof Metric.Percentile percentile && measurability.measurable(k)) {
                worst = Optional.of(percentile);
            }
        }
        return worst;
    }

    private Comparison compare(
            List<Measured> measured, Measurability measurability, Optional<Metric.Percentile> worst, long seed) {
        List<Metric> metrics = measured.get(0).metrics();
        Resamples resamples = Resamples.of(measured, buckets, measurability, pairing, seed);
        Map<Integer, MetricContrast> contrasts = new LinkedHashMap<>();
        for (int k = 0; k < metrics.size(); k++) {
            if (measurability.measurable(k)) {
                contrasts.put(k, MetricContrast.of(measured, resamples, k));
            }
        }
        Family family = new Family(
                contrasts.values().stream().map(MetricContrast::contrast).toList(),
                resamples.basis().pairing());
        List<Contrast> beyondChance = family.beyondChance();
        List<Difference> differences = new ArrayList<>();
        for (int k = 0; k < metrics.size(); k++) {
            MetricContrast contrast = contrasts.get(k);
            differences.add(
                    contrast == null
                            ? notMeasurable(metrics.get(k), measured, k, measurability.problem(k))
                            : contrast.difference(
                                    beyondChance.contains(contrast.contrast()), family.alpha(), contrasts.size()));
        }
        Basis basis = contrasts.isEmpty() ? resamples.basis().nothingMeasurable() : resamples.basis();
        return new Comparison(basis, differences, worst);
    }

    private static Difference notMeasurable(Metric metric, List<Measured> measured, int k, String problem) {
        return new Difference(
                metric,
                value(measured.get(0), metric, k),
                value(measured.get(1), metric, k),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Verdict.NOT_MEASURABLE,
                problem);
    }

    /** A rate is always what it is; a percentile that too few iterations lie above is a matter of luck. */
    private static OptionalDouble value(Measured measured, Metric metric, int k) {
        return metric instanceof Metric.Percentile percentile
                        && !Percentiles.measurable(percentile.percentile(), (long) measured.total())
                ? OptionalDouble.empty()
                : OptionalDouble.of(measured.values()[k]);
    }
}
