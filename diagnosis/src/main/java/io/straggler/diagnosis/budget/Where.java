package io.straggler.diagnosis.budget;

import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Place within a cause: a collector, a lock and the thread that had it, a file, a line of code.
 *
 * @param place of it; from the measured program in part, so to be escaped
 * @param ns what it took
 * @param count of the events or stacks that say so
 */
public record Where(Place place, long ns, long count) {
    /**
     * Returns each place once, whatever thread was waited for there, with the sum of the times and the thread that was
     * waited for longest; the heaviest first.
     */
    public static List<Where> atPlaces(List<Where> all) {
        Map<Place, List<Where>> byPlace = new LinkedHashMap<>();
        all.forEach(one -> byPlace.computeIfAbsent(one.place().withoutPartner(), first -> new ArrayList<>())
                .add(one));
        return byPlace.values().stream()
                .map(Where::together)
                .sorted(Comparator.comparingLong(Where::ns).reversed())
                .toList();
    }

    /** Files, addresses, classes and locks, whatever method of the program's used them: each once; the heaviest first. */
    public static List<Where> ofThings(List<Where> all) {
        Map<Place, List<Where>> byThing = new LinkedHashMap<>();
        for (Where one : all) {
            Place thing = Place.of(one.place().what(), one.place().on());
            if (!thing.isEmpty()) {
                byThing.computeIfAbsent(thing, first -> new ArrayList<>()).add(one);
            }
        }
        return byThing.entrySet().stream()
                .map(thing -> new Where(
                        thing.getKey(),
                        thing.getValue().stream().mapToLong(Where::ns).sum(),
                        thing.getValue().stream().mapToLong(Where::count).sum()))
                .sorted(Comparator.comparingLong(Where::ns).reversed())
                .toList();
    }

    private static Where together(List<Where> same) {
        Place place = same.stream()
                .max(Comparator.comparing((Where one) -> one.place().partner().isPresent())
                        .thenComparing(Where::ns))
                .orElseThrow()
                .place();
        return new Where(
                place,
                same.stream().mapToLong(Where::ns).sum(),
                same.stream().mapToLong(Where::count).sum());
    }
}
