package io.straggler.diagnosis.statistics;

import java.util.List;

/**
 * One of the two that are compared.
 *
 * @param label what it is called in tables
 * @param forks the JVMs that it was measured in; in order of pairs where they are paired
 */
public record Side(String label, List<Fork> forks) {
    public Side {
        forks = List.copyOf(forks);
        if (forks.isEmpty()) {
            throw new IllegalArgumentException("forks must be at least one: forks=0, label=" + label);
        }
    }
}
