package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lists and maps that are sorted, filled, searched, grouped or serialised. */
public final class DataStructures extends Fixture {
    private static final int SORTED = 400;
    private static final int SERIALIZED = 300;
    private static final int GROWN = 3_000;
    private static final int COLLIDING = 100;
    private static final int REMEMBERED = 500;
    private static final int GROUPED = 500;

    private final List<String> words = new ArrayList<>();
    private final List<String> elements = new ArrayList<>();
    private final Map<Key, Integer> colliding = new HashMap<>();

    public DataStructures(InjectionSite site) {
        super(site);
        Random random = new Random(11);
        for (int i = 0; i < SORTED; i++) {
            words.add(Long.toString(random.nextLong(), Character.MAX_RADIX));
        }
        for (int i = 0; i < SERIALIZED; i++) {
            elements.add("element " + i);
        }
        for (int i = 0; i < COLLIDING; i++) {
            colliding.put(new Key(i), i);
        }
    }

    /** Different keys have the same hash code. */
    private record Key(int value) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    public void sort() {
        List<String> copy = new ArrayList<>(words);
        copy.sort(
                Comparator.<String, String>comparing(word -> word.substring(3)).thenComparing(String::length));
        result += copy.get(0).length();
    }

    public void growMap() {
        Map<Long, Long> map = new HashMap<>();
        for (long i = 0; i < GROWN; i++) {
            map.put(i * 31, i);
        }
        result += map.size();
    }

    public void lookUpCollidingKeys() {
        for (int i = 0; i < COLLIDING; i++) {
            result += Objects.requireNonNull(colliding.get(new Key(i)));
        }
    }

    public void fillWeakMap() {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        for (int i = 0; i < REMEMBERED; i++) {
            map.put(new Object(), "value");
        }
        result += map.size();
    }

    public void group() {
        result += IntStream.range(0, GROUPED)
                .boxed()
                .collect(Collectors.groupingBy(word -> word % 7, Collectors.counting()))
                .size();
    }

    public void serialize() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(written)) {
            out.writeObject(elements);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written.toByteArray()))) {
            result += in.readObject().hashCode();
        }
    }
}
