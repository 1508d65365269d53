package io.straggler.jfr.anyrecording;

import java.util.Map;

/**
 * Sampled stacks that say nothing of the iterations.
 *
 * @param ofOtherThreads number of stacks of threads that ran no iteration, by type
 * @param ofOtherTypes number of stacks of the iterations' threads in events that are not read as samples, by the name of their type
 */
public record UnusedSamples(Map<SampleType, Long> ofOtherThreads, Map<String, Long> ofOtherTypes) {
    public UnusedSamples {
        ofOtherThreads = Map.copyOf(ofOtherThreads);
        ofOtherTypes = Map.copyOf(ofOtherTypes);
    }
}
