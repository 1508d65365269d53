package io.straggler.compare.json;

import io.straggler.flamegraph.json.JsonNames;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The constants of an enum by how files spell them. */
final class Constants<E extends Enum<E>> {
    private final Map<String, E> byWord;

    Constants(E[] constants) {
        byWord = Arrays.stream(constants).collect(Collectors.toUnmodifiableMap(JsonNames::of, Function.identity()));
    }

    /** @throws IllegalArgumentException if there is none of that word */
    E of(String word) {
        E constant = byWord.get(word);
        if (constant == null) {
            throw new IllegalArgumentException("word must be a known one: word=" + word);
        }
        return constant;
    }
}
