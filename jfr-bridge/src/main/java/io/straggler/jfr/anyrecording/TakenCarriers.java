package io.straggler.jfr.anyrecording;

import io.straggler.jfr.read.Pin;
import io.straggler.model.CarrierWait;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;

/**
 * Times in which virtual threads pinned all carriers at once: no other virtual thread went on then, whatever it had waited for before. What is
 * recorded of such a thread in that time, a sleep or I/O, is not taken.
 */
final class TakenCarriers {
    /** Max number of waits that are found. */
    private static final int MOST = 200_000;

    private static final String ALL_PINNED = "all carriers pinned";

    private final List<Taken> times = new ArrayList<>();
    private final Map<Long, List<Span>> known = new HashMap<>();

    private record Span(long fromNs, long toNs) {}

    private record Taken(Span span, Place place) {}

    /**
     * Finds the times.
     *
     * @param carriers number of threads that carry virtual ones
     * @param evidence what is known of threads otherwise
     */
    TakenCarriers(List<Pin> pins, int carriers, List<Evidence> evidence) {
        findTimes(pins, carriers);
        if (!times.isEmpty()) {
            // The number of a virtual thread is its Java id below zero.
            pins.forEach(pin -> know(-pin.javaThreadId(), pin.fromNs(), pin.toNs()));
            evidence.forEach(one -> know(one.osThreadId(), one.startNs(), one.endNs()));
            known.replaceAll((thread, spans) -> joined(spans));
        }
    }

    private void findTimes(List<Pin> pins, int carriers) {
        List<Pin> ordered = new ArrayList<>(pins);
        ordered.sort(Comparator.comparingLong(Pin::fromNs));
        PriorityQueue<Pin> open = new PriorityQueue<>(Comparator.comparingLong(Pin::toNs));
        long sinceNs = 0;
        Place place = Place.NONE;
        for (Pin pin : ordered) {
            close(pin.fromNs(), open, carriers, sinceNs, place);
            open.add(pin);
            if (open.size() == carriers) {
                sinceNs = pin.fromNs();
                place = open.stream()
                        .max(Comparator.comparingLong(Pin::toNs))
                        .map(Pin::place)
                        .map(one -> Place.of(ALL_PINNED, one.on()).calledBy(one.caller()))
                        .orElse(Place.NONE);
            }
        }
        close(Long.MAX_VALUE, open, carriers, sinceNs, place);
    }

    /** Lets go of pins that are over by an instant. When too few are left, the time since the last one of all came is over. */
    private void close(long byNs, PriorityQueue<Pin> open, int carriers, long sinceNs, Place place) {
        for (Pin first = open.peek(); first != null && first.toNs() <= byNs; first = open.peek()) {
            open.remove();
            if (open.size() == carriers - 1 && sinceNs < first.toNs()) {
                times.add(new Taken(new Span(sinceNs, first.toNs()), place));
            }
        }
    }

    private void know(long thread, long fromNs, long toNs) {
        if (thread < 0 && fromNs < toNs) {
            known.computeIfAbsent(thread, id -> new ArrayList<>()).add(new Span(fromNs, toNs));
        }
    }

    /** These spans in order, with those that overlap as one. */
    private static List<Span> joined(List<Span> spans) {
        spans.sort(Comparator.comparingLong(Span::fromNs));
        List<Span> joined = new ArrayList<>();
        for (Span span : spans) {
            int last = joined.size() - 1;
            if (last >= 0 && span.fromNs <= joined.get(last).toNs) {
                Span before = joined.get(last);
                joined.set(last, new Span(before.fromNs, Math.max(before.toNs, span.toNs)));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    /**
     * The waits of outliers for a carrier.
     *
     * @param virtualThreads numbers of the virtual threads that ran outliers
     */
    List<Evidence> waits(List<Outlier> outliers, Set<Long> virtualThreads) {
        List<Evidence> waits = new ArrayList<>();
        for (Outlier outlier : outliers) {
            if (virtualThreads.contains(outlier.osThreadId())) {
                addWaits(outlier, waits);
            }
        }
        return waits;
    }

    private void addWaits(Outlier outlier, List<Evidence> waits) {
        Iteration iteration = outlier.iteration();
        int first = firstEndingAfter(iteration.startNs(), times, Taken::span);
        for (int i = first; i < times.size() && waits.size() < MOST; i++) {
            Taken taken = times.get(i);
            if (taken.span.fromNs >= iteration.endNs()) {
                return;
            }
            addWaits(
                    Math.max(taken.span.fromNs, iteration.startNs()),
                    Math.min(taken.span.toNs, iteration.endNs()),
                    outlier.osThreadId(),
                    taken.place,
                    waits);
        }
    }

    /** Adds what lies between the spans in which something is known of a thread. */
    private void addWaits(long fromNs, long toNs, long thread, Place place, List<Evidence> waits) {
        List<Span> spans = known.getOrDefault(thread, List.of());
        long atNs = fromNs;
        for (int i = firstEndingAfter(fromNs, spans, span -> span); i < spans.size() && atNs < toNs; i++) {
            addWait(atNs, Math.min(spans.get(i).fromNs, toNs), thread, place, waits);
            atNs = spans.get(i).toNs;
        }
        addWait(atNs, toNs, thread, place, waits);
    }

    private static void addWait(long fromNs, long toNs, long thread, Place place, List<Evidence> waits) {
        if (toNs - fromNs >= CarrierWait.MIN_NS) {
            waits.add(new Evidence(Evidence.Kind.CARRIER_WAIT, fromNs, toNs, thread, place));
        }
    }

    private static <T> int firstEndingAfter(long timeNs, List<T> ordered, Function<T, Span> spans) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.apply(ordered.get(middle)).toNs <= timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
