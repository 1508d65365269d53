package io.straggler.jfr.read;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Evidence;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedStops;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Evidence and stacks that a recording holds around its outliers. Bounded by the heap; events that touch no outlier are
 * not read, or are forgotten a chunk later.
 *
 * <p>Threads: events are selected on any, one at a time for each chunk, and read on one.
 */
public final class EvidenceCollector {
    private final OutlierWindows late;
    private final OutlierWindows lateOrAsked;
    private final BoundedEvidence evidence;
    private final BoundedSamples samples;
    private final StopCollector stops = new StopCollector();
    private final StackNames stackNames;

    /**
     * @param outliers of the recording
     * @param otherSampleNs when stacks were asked for that are not of late iterations
     * @param detail what is read of stacks
     */
    public EvidenceCollector(List<Outlier> outliers, List<Long> otherSampleNs, StackDetail detail) {
        this.stackNames = new StackNames(detail);
        Capacity capacity = Capacity.ofHeap(Runtime.getRuntime().maxMemory());
        this.late = OutlierWindows.of(outliers, List.of(), 0);
        this.lateOrAsked = OutlierWindows.of(outliers, otherSampleNs, StragglerEvents.SOON_NS);
        this.evidence = new BoundedEvidence(late, capacity.evidence());
        this.samples = new BoundedSamples(lateOrAsked, capacity.samples());
    }

    /** How many outliers fit into the heap with all that is concluded from them. */
    public static long mostOutliers() {
        return Capacity.ofHeap(Runtime.getRuntime().maxMemory()).details() / BoundedDetails.PER_OUTLIER;
    }

    /** Returns the reading of one chunk: which events matter, and where they go. */
    public OfChunk ofChunk(MeasuredProcess process, ClockMap clock) {
        return new OfChunk(process, clock);
    }

    BoundedSamples kept() {
        return samples;
    }

    OutlierWindows lateOrAsked() {
        return lateOrAsked;
    }

    public void add(Evidence one) {
        evidence.add(one);
        if (one.kind() == Evidence.Kind.PROCESS_STALL || one.kind() == Evidence.Kind.PROCESS_STOP) {
            stops.add(one);
        }
    }

    /** The stacks, in order of time. */
    public List<StackSample> samples() {
        return samples.inOrder();
    }

    /** The evidence, in order of time. */
    public List<Evidence> evidence() {
        return evidence.inOrder();
    }

    /** When all threads stood still, with or without an outlier. */
    public RecordedStops stops() {
        return stops.stops();
    }

    /** Returns what did not fit into memory, a sentence. */
    public Optional<String> dropped() {
        return samples.dropped() + evidence.dropped() == 0
                ? Optional.empty()
                : Optional.of("more than fits into memory; dropped the last " + samples.dropped()
                        + " stacks and the last " + evidence.dropped() + " pieces of evidence of outliers.");
    }

    /** The evidence of one chunk, and the stacks that the JVM recorded with it. */
    public final class OfChunk {
        private final MeasuredProcess process;
        private final ClockMap clock;
        private final EvidenceEvents events;

        // References mean something else in every chunk.
        private final ThreadNumbers watched;
        private final ThreadNumbers threads;

        private final WindowFilter lateEvents;

        private OfChunk(MeasuredProcess process, ClockMap clock) {
            this.process = process;
            this.clock = clock;
            this.events = process.evidence(evidence, stops, stackNames::stackOf);
            this.watched = new ThreadNumbers("eventThread", events::watchedThread);
            this.threads = new ThreadNumbers("eventThread", EvidenceEvents::javaThread);
            this.lateEvents = new WindowFilter(late, clock);
        }

        /** Which events of a type may matter, {@code null} for none. What touches no outlier makes up most of many recordings. */
        public @Nullable EventFilter filter(String name) {
            if (!EvidenceEvents.NAMES.contains(name)) {
                return null;
            }
            if (EvidenceEvents.IN_SEVERAL.contains(name)) {
                return EventFilter.ALL;
            }
            if (AllocationEvents.isSample(name)) {
                return late.isEmpty() ? null : EventFilter.ALL; // What is allocated before a pause touches no outlier.
            }
            if (AllocationEvents.isBuffer(name)) {
                return new EventFilter(
                        row -> isLate(row) && watched.of(row) != 0 || !late.isEmpty() && AllocationEvents.hasStack(row),
                        null);
            }
            boolean anyThread = EvidenceType.COMPILATION.equals(name)
                    || EvidenceType.PINNED.equals(name)
                    || EvidenceType.SUBMIT_FAILED.equals(name)
                    || EvidenceEvents.blocks(name);
            return new EventFilter(anyThread ? this::isLate : row -> isLate(row) && watched.of(row) != 0, lateEvents);
        }

        /** Whether it happened while an outlier was late; where there are none, nobody knows what matters. */
        private boolean isLate(EventView row) {
            return late.isEmpty() || lateEvents.contain(row);
        }

        /**
         * Reads what was selected by {@link #filter}.
         *
         * @param rounds who takes other events, round by round, when the evidence is read
         */
        public void read(Chunk chunk, List<Function<String, Consumer<EventView>>> rounds) {
            stackNames.nextChunk();
            events.nextChunk();
            List<Function<String, Consumer<EventView>>> all = new ArrayList<>();
            all.add(name -> EvidenceEvents.namesPartners(name) ? events::learn : null);
            all.add(this::others);
            all.addAll(rounds);
            chunk.events(all);
        }

        /** Returns the consumer of events that are read once it is known which threads were waited for. */
        private @Nullable Consumer<EventView> others(String name) {
            if (!EvidenceEvents.NAMES.contains(name)) {
                return null;
            }
            if (!EvidenceEvents.blocks(name)) {
                return this::addEvidence;
            }
            return row -> {
                if (watched.of(row) != 0 || events.waitedFor(threads.of(row))) {
                    addEvidence(row);
                }
            };
        }

        private void addEvidence(EventView row) {
            events.accept(row, clock);
            if (EvidenceEvents.blocks(row.typeName())) {
                addStackOfEvent(row);
            }
        }

        /** Only of an outlier: whatever else blocks a thread is no sample of normal iterations either. */
        private void addStackOfEvent(EventView row) {
            long osId = watched.of(row);
            long sinceNs = clock.toNanos(row.startTicks());
            long endNs = clock.toNanos(row.endTicks());
            if (osId != 0 && sinceNs < endNs && late.touch(osId, sinceNs, endNs)) {
                addStack(row, StackSample.Origin.EVENT, sinceNs, endNs, osId, false);
            }
        }

        /** Keeps the stack of an event, if there is room and the chunk holds it. */
        public void addStack(
                EventView row, StackSample.Origin origin, long sinceNs, long timeNs, long osId, boolean running) {
            if (samples.wants(sinceNs, timeNs, process.otherSamples())) {
                List<StackFrame> frames = stackOf(row);
                if (!frames.isEmpty()) {
                    samples.add(
                            new StackSample(origin, sinceNs, timeNs, osId, running, frames), process.otherSamples());
                }
            }
        }

        /** The stack that an event refers to, root first; empty when the chunk does not hold it. */
        public List<StackFrame> stackOf(EventView row) {
            return stackNames.stackOf(row);
        }
    }
}
