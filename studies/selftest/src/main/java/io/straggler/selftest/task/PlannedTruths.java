package io.straggler.selftest.task;

import io.straggler.selftest.Truth;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Truths of a plan: the rows of its log, with the names of faults for their parts. */
final class PlannedTruths {
    private PlannedTruths() {}

    /** The truths of the injections that took place. */
    static List<Truth> of(List<PlannedInjection> injections, TruthLog log) {
        return injections.stream()
                .filter(injection -> log.done(injection.index()))
                .map(injection -> truth(injection, log))
                .toList();
    }

    private static Truth truth(PlannedInjection injection, TruthLog log) {
        int row = injection.index();
        Map<Fault, Long> partsNs = new EnumMap<>(Fault.class);
        log.partsNs(row).forEach((part, ns) -> partsNs.merge(named(part, injection.fault()), ns, Long::sum));
        return new Truth(
                log.intendedNs(row), injection.fault(), injection.sizeNs(), log.startNs(row), log.endNs(row), partsNs);
    }

    private static Fault named(Part part, Fault injected) {
        return switch (part) {
            case INJECTED -> injected;
            case CODE -> Fault.SLOW_CODE;
            case SAFEPOINT -> Fault.SAFEPOINT;
            case DISTURBED -> Fault.DISTURBED;
        };
    }
}
