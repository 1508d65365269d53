package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import java.util.List;
import java.util.Map;

/**
 * Metrics of one host for the comparison with others.
 *
 * @param host its name
 * @param recordings how many there are of it
 * @param blocks independent parts of what was recorded of it, those without iterations left out
 */
public record HostMetrics(String host, long recordings, List<Block> blocks) {
    public HostMetrics {
        blocks = List.copyOf(blocks);
    }

    /**
     * A part.
     *
     * @param iterations how many it holds; above zero
     * @param causesNs what they lost to each cause; a cause that took nothing may be missing
     */
    public record Block(long iterations, Map<Cause, Long> causesNs) {
        public Block {
            if (iterations <= 0) {
                throw new IllegalArgumentException("iterations must be above zero: iterations=" + iterations);
            }
            causesNs = Map.copyOf(causesNs);
        }

        double perIterationNs(Cause cause) {
            return causesNs.getOrDefault(cause, 0L) / (double) iterations;
        }
    }

    /** Returns the mean time in nanoseconds that an iteration lost to a cause, over all blocks. */
    public double perIterationNs(Cause cause) {
        double ns = 0;
        long iterations = 0;
        for (Block block : blocks) {
            ns += block.causesNs().getOrDefault(cause, 0L);
            iterations += block.iterations();
        }
        return iterations == 0 ? 0 : ns / iterations;
    }
}
