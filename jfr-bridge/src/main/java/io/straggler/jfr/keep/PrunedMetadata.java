package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkBytes;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.Varlongs;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A chunk's types without the events that the chunk does not hold. The JVM describes 150 kinds of events in every chunk, in nearly
 * 100 kB.
 */
final class PrunedMetadata {
    private static final int DEEPEST = 32;

    private final RawChunk chunk;
    private final ChunkBytes bytes;
    private final Set<Long> usedTypes;
    private final List<Period> strings = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final Map<Integer, Integer> usedStrings = new LinkedHashMap<>();

    private record Period(int from, int to) {}

    private record Element(int name, List<int[]> attributes, List<Element> children) {}

    private PrunedMetadata(RawChunk chunk, ChunkBytes bytes, Set<Long> usedTypes) {
        this.chunk = chunk;
        this.bytes = bytes;
        this.usedTypes = usedTypes;
    }

    /**
     * The event of types.
     *
     * @param usedTypes ids of the events that have to stay
     */
    static byte[] of(RawChunk chunk, Set<Long> usedTypes) {
        return new PrunedMetadata(chunk, chunk.metadataBytes(), usedTypes).write();
    }

    private byte[] write() {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int i = 0; i < 3; i++) {
            Varlongs.write(head, bytes.readVarlong()); // event type, start, duration
        }
        bytes.readVarlong(); // metadata id
        int count = bytes.readCount();
        for (int i = 0; i < count; i++) {
            readString();
        }
        Element root = prune(read(0));
        ByteArrayOutputStream tree = new ByteArrayOutputStream();
        write(root, tree);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Varlongs.write(out, usedStrings.size());
        for (int index : usedStrings.keySet()) {
            Period period = strings.get(index);
            byte[] encoded = new byte[period.to() - period.from()];
            chunk.range(period.from(), period.to()).get(encoded);
            out.writeBytes(encoded);
        }
        out.writeBytes(tree.toByteArray());
        // Readers of JFR take equal ids for equal types, and then keep those of the chunk before.
        CRC32C id = new CRC32C();
        id.update(out.toByteArray());
        Varlongs.write(head, id.getValue());
        head.writeBytes(out.toByteArray());
        return Varlongs.sized(head.toByteArray());
    }

    private void readString() {
        int from = bytes.position();
        texts.add(
                switch (bytes.readByte()) {
                    case 0, 1 -> "";
                    case 3 -> bytes.readUtf8();
                    case 4 -> bytes.readChars();
                    case 5 -> bytes.readLatin1();
                    default -> throw new CorruptChunkException("encoding must be 0, 1, 3, 4 or 5: position=" + from);
                });
        strings.add(new Period(from, bytes.position()));
    }

    private Element read(int depth) {
        if (depth > DEEPEST) {
            throw new CorruptChunkException("metadata must be nested less deeply: depth=" + depth);
        }
        int name = stringIndex();
        List<int[]> attributes = new ArrayList<>();
        int attributeCount = bytes.readCount();
        for (int i = 0; i < attributeCount; i++) {
            attributes.add(new int[] {stringIndex(), stringIndex()});
        }
        List<Element> children = new ArrayList<>();
        int childCount = bytes.readCount();
        for (int i = 0; i < childCount; i++) {
            children.add(read(depth + 1));
        }
        return new Element(name, attributes, children);
    }

    private int stringIndex() {
        long index = bytes.readVarlong();
        if (index < 0 || index >= strings.size()) {
            throw new CorruptChunkException("string must be in the metadata's table: index=" + index);
        }
        return (int) index;
    }

    private Element prune(Element element) {
        return new Element(
                element.name(),
                element.attributes(),
                element.children().stream()
                        .filter(child -> !isUnused(child))
                        .map(this::prune)
                        .toList());
    }

    private boolean isUnused(Element element) {
        return texts.get(element.name()).equals("class")
                && attribute(element, "superType").equals("jdk.jfr.Event")
                && usedTypes.stream().noneMatch(id -> attribute(element, "id").equals(Long.toString(id)));
    }

    private String attribute(Element element, String key) {
        return element.attributes().stream()
                .filter(pair -> texts.get(pair[0]).equals(key))
                .map(pair -> texts.get(pair[1]))
                .findFirst()
                .orElse("");
    }

    private void write(Element element, ByteArrayOutputStream out) {
        Varlongs.write(out, newIndex(element.name()));
        Varlongs.write(out, element.attributes().size());
        for (int[] pair : element.attributes()) {
            Varlongs.write(out, newIndex(pair[0]));
            Varlongs.write(out, newIndex(pair[1]));
        }
        Varlongs.write(out, element.children().size());
        element.children().forEach(child -> write(child, out));
    }

    private int newIndex(int index) {
        return usedStrings.computeIfAbsent(index, one -> usedStrings.size());
    }
}
