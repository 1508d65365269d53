package io.straggler.jlbh;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.openhft.chronicle.jlbh.JLBHResult;

/** Result that is given to a benchmark's result consumer. */
record HostedResult(ProbeResult endToEnd, Map<String, ProbeResult> probes, Optional<ProbeResult> osJitter)
        implements JLBHResult {
    HostedResult {
        probes = Map.copyOf(probes);
    }

    @Override
    public Optional<ProbeResult> probe(String probeName) {
        return Optional.ofNullable(probes.get(probeName));
    }

    @Override
    public Set<String> probeNames() {
        return probes.keySet();
    }
}
