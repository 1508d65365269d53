package io.straggler.jfr.anyrecording;

import io.straggler.model.AllocationSample;
import io.straggler.model.Evidence;
import io.straggler.model.RecordedStops;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.Map;

/**
 * Records around outliers.
 *
 * @param outliers the outliers, as what was recorded shows them
 * @param samples stacks of outliers, in order of time
 * @param evidence what the JVM reported while they ran
 * @param stops when all threads stood still, with or without an outlier
 * @param allocations what was allocated before the pauses that touched outliers, in order of time
 * @param normal stacks of normal iterations, each of an instant
 * @param sampled how many stacks of the iterations' threads the recording holds, by type
 * @param phases how many of the outliers' stacks are phases of the collector, where these outliers are collections
 * @param unused stacks that the recording holds and that say nothing of the iterations
 * @param machine what was recorded of the machine, in outliers and between them
 * @param queued how long tasks queued before outliers and while they ran
 * @param refusedThreads how many times a scheduler did not take a virtual thread while an outlier ran
 * @param dropped what did not fit into memory, a sentence each
 */
public record OutlierRecords(
        SlowIterations outliers,
        List<StackSample> samples,
        List<Evidence> evidence,
        RecordedStops stops,
        List<AllocationSample> allocations,
        List<StackSample> normal,
        Map<SampleType, Long> sampled,
        int phases,
        UnusedSamples unused,
        MachineReadings machine,
        QueuedTasks queued,
        long refusedThreads,
        List<String> dropped) {
    public OutlierRecords {
        samples = List.copyOf(samples);
        evidence = List.copyOf(evidence);
        allocations = List.copyOf(allocations);
        normal = List.copyOf(normal);
        dropped = List.copyOf(dropped);
        sampled = Map.copyOf(sampled);
    }
}
