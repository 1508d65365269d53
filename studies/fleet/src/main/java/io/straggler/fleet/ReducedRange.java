package io.straggler.fleet;

import io.straggler.jfr.foreign.SampleType;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What the last reading of a range leaves besides the events that it writes.
 *
 * @param sampled how many stacks of the iterations' threads the range holds
 * @param problems what could not be read, a sentence each
 */
public record ReducedRange(Map<SampleType, Long> sampled, List<String> problems) implements Serializable {
    public ReducedRange {
        sampled = Map.copyOf(sampled);
        problems = List.copyOf(problems);
    }
}
