package io.straggler.flamegraph.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a file in the Trace Event Format, and holds it to the rules of that format and to what its viewers rely on. */
final class TraceReader {
    /**
     * A complete or an instant event.
     *
     * @param fromNs from its time in microseconds
     */
    record Event(String process, String lane, String name, long fromNs, long toNs, JsonNode arguments) {}

    private final Map<String, String> processes = new HashMap<>();
    private final Map<String, String> lanes = new HashMap<>();
    private final Map<String, List<Event>> byLane = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final Map<Integer, String> arrowsFrom = new TreeMap<>();
    private final Map<Integer, String> arrowsTo = new TreeMap<>();
    private final JsonNode file;

    private TraceReader(String text) {
        file = JsonMapper.shared().readTree(text);
        assertThat(file.at("/displayTimeUnit").stringValue()).isIn("ms", "ns");
        assertThat(file.at("/traceEvents").isArray()).isTrue();
        Set<String> sorted = new HashSet<>();
        for (JsonNode event : file.at("/traceEvents")) {
            assertThat(event.at("/pid").isIntegralNumber()).as("%s", event).isTrue();
            assertThat(event.at("/tid").isIntegralNumber()).as("%s", event).isTrue();
            assertThat(event.at("/name").isString()).as("%s", event).isTrue();
            String lane = event.at("/pid").asString() + "/" + event.at("/tid").asString();
            switch (event.at("/ph").stringValue()) {
                case "M" -> metadata(event, lane, sorted);
                case "X" -> add(event, lane, nanoseconds(event.at("/dur")));
                case "i" -> {
                    assertThat(event.at("/s").stringValue()).isIn("g", "p", "t");
                    add(event, lane, 0);
                }
                case "s", "f" -> add(event, lane);
                default -> throw new AssertionError("no phase that is written: " + event);
            }
        }
        requireArrowsBetweenSlices();
        byLane.values().forEach(TraceReader::requireNested);
        assertThat(lanes.keySet().stream().map(lane -> lane.substring(lane.indexOf('/'))))
                .as("some viewers tell threads by their numbers alone")
                .doesNotHaveDuplicates();
        processes
                .keySet()
                .forEach(process -> assertThat(lanes)
                        .as("some viewers add a main thread with the number of the process")
                        .containsKey(process + "/" + process));
    }

    static TraceReader of(String text) {
        return new TraceReader(text);
    }

    private void metadata(JsonNode event, String lane, Set<String> sorted) {
        switch (event.at("/name").stringValue()) {
            case "process_name" ->
                assertThat(processes.put(
                                event.at("/pid").asString(),
                                event.at("/args/name").stringValue()))
                        .isNull();
            case "thread_name" ->
                assertThat(lanes.put(lane, event.at("/args/name").stringValue()))
                        .isNull();
            case "thread_sort_index" -> {
                assertThat(event.at("/args/sort_index").isIntegralNumber()).isTrue();
                assertThat(sorted.add(lane)).isTrue();
            }
            default -> throw new AssertionError("no metadata that viewers know: " + event);
        }
    }

    private void add(JsonNode event, String lane, long durationNs) {
        assertThat(lanes).as("lanes are named before they are used").containsKey(lane);
        long fromNs = nanoseconds(event.at("/ts"));
        Event read = new Event(
                processes.get(event.at("/pid").asString()),
                lanes.get(lane),
                event.at("/name").stringValue(),
                fromNs,
                fromNs + durationNs,
                event.at("/args"));
        byLane.computeIfAbsent(lane, key -> new ArrayList<>()).add(read);
        events.add(read);
    }

    private void add(JsonNode end, String lane) {
        assertThat(end.at("/id").isIntegralNumber()).isTrue();
        long atNs = nanoseconds(end.at("/ts"));
        boolean arrives = end.at("/ph").stringValue().equals("f");
        assertThat(end.at("/bp").isMissingNode()).isNotEqualTo(arrives);
        String slice = byLane.get(lane).stream()
                .filter(event -> event.fromNs() <= atNs && atNs < event.toNs())
                .reduce((outer, inner) -> inner)
                .map(event -> event.lane() + ": " + event.name())
                .orElseThrow(() -> new AssertionError("an end of an arrow lies in a slice: " + end));
        assertThat((arrives ? arrowsTo : arrowsFrom).put(end.at("/id").intValue(), slice))
                .isNull();
    }

    private void requireArrowsBetweenSlices() {
        assertThat(arrowsFrom.keySet()).isEqualTo(arrowsTo.keySet());
    }

    /** Arrows as "from -> to", with lane and name of each end. */
    List<String> arrows() {
        return arrowsFrom.entrySet().stream()
                .map(from -> from.getValue() + " -> " + arrowsTo.get(from.getKey()))
                .toList();
    }

    /** Viewers read microseconds as floating-point numbers. */
    private static long nanoseconds(JsonNode microseconds) {
        assertThat(microseconds.isNumber()).isTrue();
        double value = microseconds.doubleValue();
        assertThat(value).isNotNegative().isFinite();
        long ns = Math.round(value * 1_000);
        assertThat(ns / 1_000.0).isEqualTo(value);
        return ns;
    }

    /** In the order of their begin, of equal ones in the order of the file: each within those that are open, or behind them. */
    private static void requireNested(List<Event> lane) {
        assertThat(lane).isSortedAccordingTo(Comparator.comparingLong(Event::fromNs));
        Deque<Event> open = new ArrayDeque<>();
        for (Event event : lane) {
            while (!open.isEmpty() && open.peek().toNs() <= event.fromNs()) {
                open.pop();
            }
            if (!open.isEmpty()) {
                assertThat(event.toNs())
                        .as("%s within %s", event, open.peek())
                        .isLessThanOrEqualTo(open.peek().toNs());
            }
            open.push(event);
        }
    }

    JsonNode file() {
        return file;
    }

    List<Event> events() {
        return events;
    }

    /** Of lanes of this name, whichever run they are of. */
    List<Event> on(String lane) {
        return events.stream().filter(event -> event.lane().equals(lane)).toList();
    }
}
