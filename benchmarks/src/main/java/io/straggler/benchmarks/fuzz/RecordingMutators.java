package io.straggler.benchmarks.fuzz;

import io.straggler.benchmarks.fuzz.ChunkLayout.Part;
import io.straggler.benchmarks.fuzz.Metadata.Element;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Changes of a recording that leave the rest of its structure whole, so that readers come as far as what was changed. */
final class RecordingMutators {
    static final List<Mutator> ALL = List.of(
            RecordingMutators::header,
            RecordingMutators::header,
            events(RecordingMutators::number),
            events(RecordingMutators::number),
            events(RecordingMutators::drop),
            events(RecordingMutators::repeat),
            events(RecordingMutators::swap),
            events(RecordingMutators::type),
            pools(RecordingMutators::number),
            pools(RecordingMutators::poolHead),
            pools(RecordingMutators::drop),
            pools(RecordingMutators::repeat),
            types(RecordingMutators::cycle),
            types(RecordingMutators::fieldClass),
            types(RecordingMutators::fieldForm),
            types(RecordingMutators::dropElement),
            types(RecordingMutators::repeatElement),
            types(RecordingMutators::rename),
            types(RecordingMutators::id),
            RecordingMutators::chunks);

    /** Copies of an event or an element above which a file would be larger than what it is to show. */
    private static final int MAX_COPIES = 2_000;

    private RecordingMutators() {}

    @FunctionalInterface
    private interface Change {
        void apply(ChunkLayout chunk, int index, SplittableRandom random);
    }

    @FunctionalInterface
    private interface TypeChange {
        void apply(Metadata metadata, SplittableRandom random);
    }

    private static Mutator events(Change change) {
        return (file, random) -> ChunkLayout.of(file)
                .map(chunk -> changed(chunk, chunk.events(), change, random))
                .orElse(file);
    }

    private static Mutator pools(Change change) {
        return (file, random) -> ChunkLayout.of(file)
                .map(chunk -> changed(chunk, chunk.pools(), change, random))
                .orElse(file);
    }

    private static Mutator types(TypeChange change) {
        return (file, random) -> ChunkLayout.of(file)
                .map(chunk -> changed(
                        chunk,
                        chunk.metadata(),
                        (layout, index, numbers) -> changeTypes(layout, index, change, numbers),
                        random))
                .orElse(file);
    }

    private static byte[] changed(ChunkLayout chunk, List<Integer> indexes, Change change, SplittableRandom random) {
        if (!indexes.isEmpty()) {
            change.apply(chunk, indexes.get(random.nextInt(indexes.size())), random);
        }
        return chunk.bytes();
    }

    private static void changeTypes(ChunkLayout chunk, int index, TypeChange change, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        Metadata metadata;
        try {
            metadata = Metadata.of(part.body());
        } catch (RuntimeException e) {
            // Damaged by an earlier change.
            return;
        }
        change.apply(metadata, random);
        chunk.parts().set(index, part.with(metadata.bytes()));
    }

    /** A size, a place, a time or the frequency of the clock. */
    private static byte[] header(byte[] file, SplittableRandom random) {
        if (file.length < ChunkLayout.HEADER) {
            return file;
        }
        byte[] changed = file.clone();
        int at = ChunkLayout.SIZE_AT + 8 * random.nextInt(7);
        long value = switch (random.nextInt(4)) {
            case 0 -> file.length + random.nextInt(-3, 4);
            case 1 -> random.nextInt(file.length);
            default -> InterestingNumbers.binary(random);
        };
        ByteMutators.putLong(changed, at, 8, value);
        return changed;
    }

    /** Changes a number of an event or of constants: an id, a count, a length or a time. */
    private static void number(ChunkLayout chunk, int index, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        int at = random.nextInt(part.body().length);
        ByteReader in = new ByteReader(part.body(), at);
        try {
            in.readVarlong();
        } catch (IndexOutOfBoundsException e) {
            return;
        }
        long value = random.nextBoolean() ? random.nextInt(64) : InterestingNumbers.binary(random);
        chunk.parts().set(index, part.with(spliced(part.body(), at, in.at(), value)));
    }

    private static byte[] spliced(byte[] body, int from, int to, long number) {
        return ByteMutators.splice(
                body, from, to - from, new ByteWriter().numbers(number).bytes());
    }

    /** A number at the beginning of constants: the distance to those before, the number of pools, a type, a count or an id. */
    private static void poolHead(ChunkLayout chunk, int index, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        ByteReader in = new ByteReader(part.body(), 0);
        int from = 0;
        try {
            for (int skipped = random.nextInt(1, 9); skipped >= 0; skipped--) {
                from = in.at();
                in.readVarlong();
            }
        } catch (IndexOutOfBoundsException e) {
            return;
        }
        long value = random.nextBoolean() ? -random.nextInt(200) : InterestingNumbers.binary(random);
        chunk.parts().set(index, part.with(spliced(part.body(), from, in.at(), value)));
    }

    private static void drop(ChunkLayout chunk, int index, SplittableRandom random) {
        chunk.parts().remove(index);
    }

    private static void repeat(ChunkLayout chunk, int index, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        int copies = random.nextInt(4) == 0 ? MAX_COPIES : 3;
        int most = 1 + 200_000 / part.body().length;
        for (int left = Math.min(copies, most); left > 0; left--) {
            chunk.parts().add(index, new Part(-1, part.body()));
        }
    }

    private static void swap(ChunkLayout chunk, int index, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        int other = random.nextInt(chunk.parts().size());
        chunk.parts().set(index, chunk.parts().get(other));
        chunk.parts().set(other, part);
    }

    /** Makes an event one of another type, with the values of its own. */
    private static void type(ChunkLayout chunk, int index, SplittableRandom random) {
        Part part = chunk.parts().get(index);
        ByteReader in = new ByteReader(part.body(), 0);
        in.readVarlong();
        long other = chunk.parts().get(random.nextInt(chunk.parts().size())).type();
        chunk.parts().set(index, part.with(spliced(part.body(), 0, in.at(), other)));
    }

    private static Element any(Metadata metadata, String name, SplittableRandom random) {
        List<Element> found = metadata.all(element -> element.name().equals(name));
        return found.isEmpty() ? Element.of(name) : found.get(random.nextInt(found.size()));
    }

    /** Makes a field one of the type that it is a field of. */
    private static void cycle(Metadata metadata, SplittableRandom random) {
        Element type = any(metadata, "class", random);
        for (Element field : type.children()) {
            if (field.name().equals("field") && random.nextBoolean()) {
                field.attributes().put("class", type.attributes().getOrDefault("id", "0"));
                if (random.nextBoolean()) {
                    field.attributes().remove("constantPool");
                }
            }
        }
    }

    private static void fieldClass(Metadata metadata, SplittableRandom random) {
        String other = random.nextInt(4) == 0
                ? InterestingNumbers.text(random)
                : any(metadata, "class", random).attributes().getOrDefault("id", "0");
        any(metadata, "field", random).attributes().put("class", other);
    }

    /** Makes a field a constant or an array, or no longer one. */
    private static void fieldForm(Metadata metadata, SplittableRandom random) {
        Element field = any(metadata, "field", random);
        String name = random.nextBoolean() ? "constantPool" : "dimension";
        if (field.attributes().remove(name) == null) {
            field.attributes().put(name, name.equals("dimension") ? InterestingNumbers.text(random) : "true");
        }
    }

    private static void dropElement(Metadata metadata, SplittableRandom random) {
        List<Element> parents = metadata.all(element -> !element.children().isEmpty());
        if (!parents.isEmpty()) {
            List<Element> children = parents.get(random.nextInt(parents.size())).children();
            children.remove(random.nextInt(children.size()));
        }
    }

    private static void repeatElement(Metadata metadata, SplittableRandom random) {
        List<Element> parents = metadata.all(element -> !element.children().isEmpty());
        if (!parents.isEmpty()) {
            List<Element> children = parents.get(random.nextInt(parents.size())).children();
            Element child = children.get(random.nextInt(children.size()));
            int copies = child.children().size() > 16 ? 1 : 1 + random.nextInt(200);
            children.addAll(Collections.nCopies(copies, child));
        }
    }

    private static void rename(Metadata metadata, SplittableRandom random) {
        Element element = any(metadata, random.nextBoolean() ? "class" : "field", random);
        String name = random.nextBoolean()
                ? any(metadata, element.name(), random).attributes().getOrDefault("name", "")
                : HostileNames.any(random);
        element.attributes().put("name", name);
    }

    private static void id(Metadata metadata, SplittableRandom random) {
        Element element = any(metadata, "class", random);
        String name = List.of("id", "superType", "simpleType").get(random.nextInt(3));
        String value = random.nextBoolean()
                ? any(metadata, "class", random).attributes().getOrDefault(name, "")
                : InterestingNumbers.text(random);
        element.attributes().put(name, value);
    }

    /** Repeats a chunk, or puts one that is cut behind a whole one. */
    private static byte[] chunks(byte[] file, SplittableRandom random) {
        byte[] second = random.nextBoolean() ? file : Arrays.copyOf(file, random.nextInt(file.length + 1));
        return ByteMutators.splice(file, random.nextBoolean() ? 0 : file.length, 0, second);
    }
}
