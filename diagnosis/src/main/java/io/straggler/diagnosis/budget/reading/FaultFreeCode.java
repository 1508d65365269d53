package io.straggler.diagnosis.budget.reading;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which code runs without page faults. The system counts a thread's faults and does not say where they happened, so this is concluded from
 * all outliers. Code counts as free of faults if it was seen for longer in outliers with hardly any faults than in outliers with some. In
 * an outlier that ran such code and other code, the faults are charged to the other code. Safe for use by several threads.
 */
public final class FaultFreeCode {
    /** Where nothing is known of other outliers. */
    public static final FaultFreeCode UNKNOWN = new FaultFreeCode(List.of(), Rules.STANDARD, "");

    private final List<DiagnosedOutlier> outliers;
    private final double few;
    private final String task;

    /**
     * Time without faults minus time with faults in nanoseconds, by place. Null until it is needed, and then immutable.
     */
    private volatile @Nullable Map<Place, Long> balanceNs;

    /**
     * @param outliers of the whole recording
     * @param rules which say how few faults are none to speak of
     * @param task as {@link StackPlace} takes it
     */
    public FaultFreeCode(List<DiagnosedOutlier> outliers, Rules rules, String task) {
        this.outliers = outliers;
        this.task = task;
        this.few = rules.of(Constant.FILE_FAULTS_DOMINATE) / 2;
    }

    /** Whether faults are unlikely to be of the code at a place. */
    boolean has(Place place) {
        Map<Place, Long> known = balanceNs;
        return (known == null ? known() : known).getOrDefault(place, 0L) > 0;
    }

    private synchronized Map<Place, Long> known() {
        if (balanceNs == null) {
            balanceNs = balance();
        }
        return balanceNs;
    }

    private Map<Place, Long> balance() {
        Map<Place, Long> balance = new HashMap<>();
        Map<List<StackFrame>, Place> places = new IdentityHashMap<>();
        for (DiagnosedOutlier outlier : outliers) {
            if (outlier.owners().size() == 1 && outlier.usage().size() == 1) {
                add(outlier, places, balance);
            }
        }
        return balance;
    }

    private void add(DiagnosedOutlier outlier, Map<List<StackFrame>, Place> places, Map<Place, Long> balance) {
        ThreadUsage usage = outlier.usage().get(0);
        // A single fault may read a whole file from the disk: then the thread lets go of its core.
        boolean faulted = usage.majorFaults() > 0
                || usage.minorFaults() > 0 && usage.voluntarySwitches() > 0
                || usage.faultsNs() > few * usage.cpuNs();
        for (int i = 0; i < outlier.stacks().size(); i++) {
            StackSample sample = outlier.stacks().get(i);
            if (sample.running() && !sample.frames().isEmpty() && sample.osThreadId() == usage.osThreadId()) {
                long ns = outlier.stacksNs().get(i);
                balance.merge(
                        places.computeIfAbsent(sample.frames(), frames -> StackPlace.of(frames, task)),
                        faulted ? -ns : ns,
                        Long::sum);
            }
        }
    }
}
