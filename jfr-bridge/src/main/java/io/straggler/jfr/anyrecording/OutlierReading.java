package io.straggler.jfr.anyrecording;

import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.AllocationEvents;
import io.straggler.jfr.read.EvidenceCollector;
import io.straggler.jfr.read.EvidenceEvents;
import io.straggler.jfr.read.MeasuredProcess;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Evidence;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selection of what is read of a recording when its outliers are known. Threads: filters are used on any thread, one at
 * a time for each chunk; the rest on one thread.
 */
final class OutlierReading {
    private final IterationQuery query;
    private final RecordedIterations iterations;
    private final SlowIterations slow;
    private final MeasuredProcess process = new MeasuredProcess();
    private final EvidenceCollector surroundings;
    private final OutlierTimes times;
    private final PeriodSamples samples;
    private final MachineEvents machine = new MachineEvents();
    private final QueueTimes queues;
    private final long clockErrorNs;
    private final boolean none;

    /** Null where iterations are no collections. */
    private final @Nullable CollectorPhases phases;

    /** @param clockErrorNs by which the clocks of chunks may differ */
    OutlierReading(
            IterationQuery query,
            RecordedIterations iterations,
            SlowIterations slow,
            StackDetail detail,
            long clockErrorNs) {
        this.query = query;
        this.iterations = iterations;
        this.slow = slow;
        this.clockErrorNs = clockErrorNs;
        slow.threads().stream().filter(thread -> thread.javaThreadId() > 0).forEach(process::watch);
        this.surroundings = new EvidenceCollector(slow.outliers(), List.of(), detail);
        this.times = new OutlierTimes(slow.outliers());
        this.samples = new PeriodSamples(iterations, slow.changes());
        this.phases = query.ofCollector() ? new CollectorPhases(slow.outliers()) : null;
        this.queues = new QueueTimes(query.event().equals(QueueTimes.NAME) ? List.of() : slow.outliers());
        this.none = slow.outliers().isEmpty();
    }

    /** The evidence of one chunk. */
    EvidenceCollector.OfChunk ofChunk(ClockMap clock) {
        return surroundings.ofChunk(process, clock);
    }

    /** Its sampled stacks, to be read with the evidence. */
    PeriodSamples.OfChunk samples(EvidenceCollector.OfChunk around, ClockMap clock) {
        return samples.ofChunk(around, clock, query, times, phases);
    }

    /** Returns the consumers of a chunk's events that are neither evidence nor samples. */
    Function<String, Consumer<EventView>> others(ClockMap clock) {
        return name -> {
            Consumer<EventView> ofMachine = machine.consumer(name, clock);
            return ofMachine == null ? queues.consumer(name, clock) : ofMachine;
        };
    }

    /** Which events of a type may matter, {@code null} for none: no evidence but stops of all threads where there is nothing to explain. */
    @Nullable
    EventFilter filter(String name, EvidenceCollector.OfChunk around) {
        if (name.equals(query.event())) {
            return EventFilter.ALL; // Also those that are no iterations may be evidence.
        }
        SampleType type = SampleType.of(name);
        if (type != null) {
            return samples.filter(type);
        }
        if (phases != null && CollectorPhases.arePhases(name)) {
            return EventFilter.ALL;
        }
        EventFilter other = MachineEvents.filter(name) == null ? queues.filter(name) : MachineEvents.filter(name);
        if (other != null) {
            return other;
        }
        EventFilter evidence = none && !EvidenceEvents.IN_SEVERAL.contains(name) ? null : around.filter(name);
        return evidence == null ? samples.countOnly(name) : evidence;
    }

    /** Returns the records of all chunks. */
    OutlierRecords records() {
        process.finish();
        AllocationEvents.Found allocations = process.allocations();
        List<StackSample> ofPhases = phases == null ? List.of() : phases.stacks();
        List<Evidence> evidence = none ? List.of() : CollectorPhases.without(ofPhases, surroundings.evidence());
        ThreadChanges blocked =
                ofTheJvm() ? ThreadChanges.NONE : BlockedBeginnings.of(slow.outliers(), evidence, clockErrorNs);
        Set<Long> foreign = blocked.threads();
        List<StackSample> stacks = Stream.concat(surroundings.samples().stream(), ofPhases.stream())
                .toList();
        SlowIterations known = slow.and(blocked);
        return new OutlierRecords(
                known,
                without(foreign, stacks, StackSample::osThreadId),
                withCarriers(known, without(foreign, evidence, Evidence::osThreadId)),
                surroundings.stops(),
                allocations.samples(),
                without(foreign, samples.normal(), StackSample::osThreadId),
                samples.counts(),
                ofPhases.size(),
                samples.unused(),
                machine.readings(),
                queues.found(),
                process.refusedThreads(),
                Stream.of(surroundings.dropped(), allocations.left())
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** The evidence, and with it the waits of virtual threads for a carrier while all were pinned. */
    private List<Evidence> withCarriers(SlowIterations known, List<Evidence> evidence) {
        List<Evidence> all = new ArrayList<>(evidence);
        iterations
                .facts()
                .carriers()
                .ifPresent(carriers -> all.addAll(new TakenCarriers(process.pins(), carriers, evidence)
                        .waits(known.outliers(), known.virtualThreads())));
        return all;
    }

    /** The JVM begins and ends its own events on one thread; one of them can lie within another, such as the entry of a monitor within a read. */
    private boolean ofTheJvm() {
        return query.event().startsWith("jdk.");
    }

    private static <T> List<T> without(Set<Long> threads, List<T> all, ToLongFunction<T> thread) {
        return threads.isEmpty()
                ? all
                : all.stream()
                        .filter(one -> !threads.contains(thread.applyAsLong(one)))
                        .toList();
    }
}
