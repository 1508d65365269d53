package io.straggler.benchmarks.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Changes of one value of a JSON file. What is no JSON, because it was changed before, stays as it is. */
final class JsonMutators {
    static final List<Mutator> ALL = List.of(
            at(JsonMutators::missing),
            at((place, random) -> place.replace("null")),
            at((place, random) -> place.replace(InterestingNumbers.text(random))),
            at((place, random) ->
                    place.replace(List.of("{}", "[]", "\"\"", "true", "0", "\"x\"", "[null]", "{\"\":null}")
                            .get(random.nextInt(8)))),
            at((place, random) -> place.replace(quoted(HostileNames.any(random)))),
            at((place, random) -> place.replace(nested(random))),
            at((place, random) -> place.replace("[" + "0,".repeat(random.nextInt(50_000)) + "0]")),
            at(JsonMutators::twice),
            at(JsonMutators::renamed));

    /** Mark of a text that is written without its quotes, and so as any sequence of characters. */
    private static final String RAW = "@raw@";

    private static final JsonMapper MAPPER = new JsonMapper();

    private JsonMutators() {}

    /** A value of an object by its name, or of an array by its index. */
    private record Place(JsonNode parent, String name, int index) {
        JsonNode value() {
            return parent instanceof ArrayNode array ? array.get(index) : parent.get(name);
        }

        void replace(String json) {
            if (parent instanceof ArrayNode array) {
                array.set(index, StringNode.valueOf(RAW + json + RAW));
            } else if (parent instanceof ObjectNode object) {
                object.put(name, RAW + json + RAW);
            }
        }
    }

    @FunctionalInterface
    private interface Change {
        void apply(Place place, SplittableRandom random);
    }

    private static Mutator at(Change change) {
        return (file, random) -> {
            JsonNode root;
            try {
                root = MAPPER.readTree(file);
            } catch (JacksonException e) {
                return file;
            }
            List<Place> places = new ArrayList<>();
            collect(root, places);
            if (places.isEmpty()) {
                return file;
            }
            change.apply(places.get(random.nextInt(places.size())), random);
            return written(root);
        };
    }

    private static void collect(JsonNode node, List<Place> places) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                places.add(new Place(array, "", i));
                collect(array.get(i), places);
            }
        } else if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                places.add(new Place(object, name, 0));
                collect(object.get(name), places);
            }
        }
    }

    private static byte[] written(JsonNode root) {
        StringBuilder out = new StringBuilder();
        String text = root.toString();
        String begin = '"' + RAW;
        String end = RAW + '"';
        int from = 0;
        for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, from)) {
            int until = text.indexOf(end, at + begin.length());
            String raw = text.substring(at + begin.length(), until);
            out.append(text, from, at).append(MAPPER.readTree('"' + raw + '"').stringValue());
            from = until + end.length();
        }
        return out.append(text.substring(from)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void missing(Place place, SplittableRandom random) {
        if (place.parent instanceof ArrayNode array) {
            array.remove(place.index);
        } else if (place.parent instanceof ObjectNode object) {
            object.remove(place.name);
        }
    }

    /** Repeats a name, with another value. */
    private static void twice(Place place, SplittableRandom random) {
        if (place.parent instanceof ObjectNode) {
            place.replace(place.value() + "," + quoted(place.name) + ":" + InterestingNumbers.text(random));
        }
    }

    private static void renamed(Place place, SplittableRandom random) {
        if (place.parent instanceof ObjectNode object) {
            JsonNode value = place.value();
            object.remove(place.name);
            object.set(HostileNames.any(random), value);
        }
    }

    private static String nested(SplittableRandom random) {
        int depth = random.nextInt(20_000);
        return random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(depth)
                : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    private static String quoted(String text) {
        return StringNode.valueOf(text).toString();
    }
}
