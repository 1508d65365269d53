package io.straggler.jfr.chunk;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of one chunk, read from its metadata: a table of strings and a tree of elements that names them by index. Once read,
 * they do not change, and may be used by several threads.
 */
public final class RecordedTypes {
    private static final int DEEPEST = 32;

    private final Map<Long, RecordedType> byId = new HashMap<>();

    private RecordedTypes() {}

    /** Reads the metadata event at {@code position}. */
    public static RecordedTypes read(ChunkBytes bytes, int position) {
        open(bytes, position);
        return parse(bytes);
    }

    /** Opens a window on what a metadata event says of types: the rest of it, which is the same in most chunks of a recording. */
    static void open(ChunkBytes bytes, int position) {
        bytes.window(position, bytes.size());
        long size = bytes.readVarlong();
        if (size <= 0 || size > bytes.size() - position) {
            throw new CorruptChunkException("metadata must lie within the chunk: position=" + position);
        }
        bytes.window(bytes.position(), position + (int) size);
        for (int skipped = 0; skipped < 4; skipped++) {
            bytes.readVarlong(); // event type, start, duration, metadata id
        }
    }

    /** Reads what there is in the window. */
    static RecordedTypes parse(ChunkBytes bytes) {
        RecordedTypes types = new RecordedTypes();
        types.new Reader(bytes).readElement(null, 0);
        types.byId.values().forEach(type -> type.resolve(types::type));
        return types;
    }

    RecordedType type(long id) {
        RecordedType type = byId.get(id);
        if (type == null) {
            throw new CorruptChunkException("type must be one of the chunk's metadata: type=" + id);
        }
        return type;
    }

    /** The type, or {@code null} if the chunk does not describe it. */
    @Nullable
    RecordedType find(long id) {
        return byId.get(id);
    }

    public Collection<RecordedType> all() {
        return byId.values();
    }

    /** State that is needed while the types are read. */
    private final class Reader {
        private final ChunkBytes bytes;
        private final @Nullable String[] strings;

        private Reader(ChunkBytes bytes) {
            this.bytes = bytes;
            this.strings = new String[bytes.readCount()];
            for (int i = 0; i < strings.length; i++) {
                strings[i] = readString();
            }
        }

        private void readElement(@Nullable RecordedType owner, int depth) {
            if (depth > DEEPEST) {
                throw new CorruptChunkException("metadata must be nested less deeply: depth=" + depth);
            }
            String element = string();
            Map<String, String> attributes = new HashMap<>();
            int count = bytes.readCount();
            for (int i = 0; i < count; i++) {
                String key = string();
                String value = string();
                if (key != null && value != null) {
                    attributes.put(key, value);
                }
            }
            RecordedType current = null;
            if ("class".equals(element)) {
                current = new RecordedType(number(attributes, "id"), attributes.getOrDefault("name", ""));
                byId.put(current.id, current);
            } else if ("field".equals(element) && owner != null) {
                owner.add(new RecordedType.Field(
                        attributes.getOrDefault("name", ""),
                        number(attributes, "class"),
                        "true".equals(attributes.get("constantPool")),
                        attributes.containsKey("dimension")));
            }
            int children = bytes.readCount();
            for (int i = 0; i < children; i++) {
                readElement(current, depth + 1);
            }
        }

        /** The next string, which is null where the table says so. */
        private @Nullable String string() {
            long index = bytes.readVarlong();
            if (index < 0 || index >= strings.length) {
                throw new CorruptChunkException("string must be in the metadata's table: index=" + index);
            }
            return strings[(int) index];
        }

        private @Nullable String readString() {
            String text = readText();
            return text == null ? null : Names.capped(text);
        }

        private @Nullable String readText() {
            byte encoding = bytes.readByte();
            return switch (encoding) {
                case 0 -> null;
                case 1 -> "";
                case 3 -> bytes.readUtf8();
                case 4 -> bytes.readChars();
                case 5 -> bytes.readLatin1();
                default -> throw new CorruptChunkException("encoding must be 0, 1, 3, 4 or 5: encoding=" + encoding);
            };
        }
    }

    private static long number(Map<String, String> attributes, String key) {
        try {
            return Long.parseLong(attributes.getOrDefault(key, ""));
        } catch (NumberFormatException e) {
            throw new CorruptChunkException(key + " must be a number: " + key + "=" + attributes.get(key));
        }
    }
}
