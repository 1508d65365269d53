package io.straggler.benchmarks.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The types of a recording as the tree of elements that a metadata event holds: {@code root}, {@code metadata}, {@code class}, {@code field}.
 *
 * @param head type, time, duration and id of the event
 */
record Metadata(long[] head, Element root) {
    private static final int MAX_DEPTH = 64;

    /**
     * An element, which can be changed.
     *
     * @param attributes by name, in the order of the file
     */
    record Element(String name, Map<String, String> attributes, List<Element> children) {
        static Element of(String name, String... attributes) {
            Map<String, String> all = new LinkedHashMap<>();
            for (int i = 0; i < attributes.length; i += 2) {
                all.put(attributes[i], attributes[i + 1]);
            }
            return new Element(name, all, new ArrayList<>());
        }
    }

    /**
     * Reads the body of a metadata event.
     *
     * @throws RuntimeException if it is damaged
     */
    static Metadata of(byte[] body) {
        ByteReader in = new ByteReader(body, 0);
        long[] head = {in.readVarlong(), in.readVarlong(), in.readVarlong(), in.readVarlong()};
        List<String> texts = new ArrayList<>();
        for (long left = in.readVarlong(); left > 0; left--) {
            texts.add(in.readText());
        }
        return new Metadata(head, element(in, texts, 0));
    }

    private static Element element(ByteReader in, List<String> texts, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("elements must not lie deeper than " + MAX_DEPTH);
        }
        Element element = Element.of(texts.get((int) in.readVarlong()));
        for (long left = in.readVarlong(); left > 0; left--) {
            element.attributes.put(texts.get((int) in.readVarlong()), texts.get((int) in.readVarlong()));
        }
        for (long left = in.readVarlong(); left > 0; left--) {
            element.children.add(element(in, texts, depth + 1));
        }
        return element;
    }

    /** The body of a metadata event. */
    byte[] bytes() {
        Map<String, Integer> texts = new LinkedHashMap<>();
        ByteWriter tree = new ByteWriter();
        write(root, texts, tree);
        ByteWriter out = new ByteWriter().numbers(head).numbers(texts.size());
        texts.keySet().forEach(out::text);
        return out.raw(tree.bytes()).bytes();
    }

    private static void write(Element element, Map<String, Integer> texts, ByteWriter out) {
        out.numbers(index(element.name, texts), element.attributes.size());
        element.attributes.forEach((name, value) -> out.numbers(index(name, texts), index(value, texts)));
        out.numbers(element.children.size());
        element.children.forEach(child -> write(child, texts, out));
    }

    private static int index(String text, Map<String, Integer> texts) {
        Integer known = texts.putIfAbsent(text, texts.size());
        return known == null ? texts.size() - 1 : known;
    }

    /** All elements that are wanted, in the order of the file. */
    List<Element> all(Predicate<Element> wanted) {
        List<Element> found = new ArrayList<>();
        collect(root, wanted, found);
        return found;
    }

    private static void collect(Element element, Predicate<Element> wanted, List<Element> found) {
        if (wanted.test(element)) {
            found.add(element);
        }
        element.children.forEach(child -> collect(child, wanted, found));
    }
}
