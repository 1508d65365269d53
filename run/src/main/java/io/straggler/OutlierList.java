package io.straggler;

import io.straggler.model.Outlier;
import io.straggler.model.RunListener;
import java.util.ArrayList;
import java.util.List;

/** Keeps the first outliers in memory, for the result object. Filled on the recorder thread, read when it is done. */
final class OutlierList implements RunListener {
    private static final int MOST = 100_000;

    private final List<Outlier> outliers = new ArrayList<>();

    @Override
    public synchronized void outlier(Outlier outlier) {
        if (outliers.size() < MOST) {
            outliers.add(outlier);
        }
    }

    /** @param thresholdNs chosen when the run was over; what was reported may be below it */
    synchronized List<Outlier> list(long thresholdNs) {
        return outliers.stream()
                .filter(outlier -> outlier.iteration().latencyNs() >= thresholdNs)
                .map(outlier -> outlier.of(thresholdNs))
                .toList();
    }
}
