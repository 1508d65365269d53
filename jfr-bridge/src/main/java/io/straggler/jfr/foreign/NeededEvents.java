package io.straggler.jfr.foreign;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.EvidenceEvents;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds the events of one chunk that a description of its outliers needs: the evidence that was selected, stacks of outliers, stacks of normal
 * iterations, and the normal iterations in which one of these stacks was taken. For one use.
 */
final class NeededEvents implements SampleRounds.Taker {
    private final SampleRounds rounds;
    private int[] positions = new int[64];
    private int size;

    NeededEvents(IterationQuery query, OutlierTimes outliers, ClockMap clock) {
        this.rounds = new SampleRounds(query, outliers, clock, this);
    }

    /** Reads what of the chunk was selected. */
    void read(Chunk chunk) {
        chunk.events(List.of(this::evidence, rounds::samples, rounds::iterations, rounds::normal));
    }

    private Consumer<EventView> evidence(String typeName) {
        return EvidenceEvents.NAMES.contains(typeName) ? this::need : null;
    }

    private void need(EventView row) {
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, 2 * size);
        }
        positions[size++] = row.position();
    }

    @Override
    public void ofOutlier(SampleType type, EventView sample, long[] outlier) {
        need(sample);
    }

    @Override
    public void normal(EventView iteration) {
        need(iteration);
    }

    @Override
    public void ofNormal(SampleType type, EventView sample) {
        need(sample);
    }

    /** Where their fields begin in the chunk, ascending. */
    int[] positions() {
        int[] ordered = Arrays.copyOf(positions, size);
        Arrays.sort(ordered);
        return ordered;
    }

    /** How many sampled stacks of the iterations' threads the chunk holds. */
    Map<SampleType, Long> counts() {
        return rounds.counts();
    }
}
