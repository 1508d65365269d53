package io.straggler.jfr.chunk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A type as a chunk's metadata describes it: an event, or something that events refer to. */
public final class RecordedType {
    public final long id;
    public final String name;
    public final List<Field> fields = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private boolean arrays;
    private int plainFields;

    RecordedType(long id, String name) {
        this.id = id;
        this.name = name;
    }

    void add(Field field) {
        indexes.put(field.name, fields.size());
        fields.add(field);
        arrays |= field.array;
    }

    /** Where a field is, or {@code null} for one that this chunk's writer does not know. */
    public @Nullable Integer indexOf(String fieldName) {
        return indexes.get(fieldName);
    }

    /** Returns the index of a field; negative for an unknown one. */
    int indexOrMissing(String fieldName) {
        return indexes.getOrDefault(fieldName, -1);
    }

    /** Resolves the types of the fields. */
    void resolve(LongFunction<RecordedType> types) {
        fields.forEach(field -> field.resolve(types.apply(field.typeId)));
        plainFields = 0;
        while (plainFields < fields.size() && fields.get(plainFields).isPlain()) {
            plainFields++;
        }
    }

    /** Returns the number of leading fields that are one number of variable length each. */
    int plainFields() {
        return plainFields;
    }

    /** Whether an event's start and, if it has one, its duration are its first fields, and numbers of variable length. */
    boolean timesComeFirst() {
        int duration = indexOrMissing("duration");
        return indexOrMissing("startTime") == 0 && plainFields > Math.max(0, duration) && duration <= 1;
    }

    public boolean isText() {
        return Encoding.of(name) == Encoding.TEXT;
    }

    boolean hasArrays() {
        return arrays;
    }

    /** How the value of a field is encoded. */
    public enum Encoding {
        BYTE,
        SHORT,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        TEXT,
        REFERENCE,
        INLINE;

        static Encoding of(String typeName) {
            return switch (typeName) {
                case "boolean", "byte" -> BYTE;
                case "short", "char" -> SHORT;
                case "int" -> INT;
                case "long" -> LONG;
                case "float" -> FLOAT;
                case "double" -> DOUBLE;
                case "java.lang.String" -> TEXT;
                default -> INLINE;
            };
        }
    }

    /** A field; its type is known once all types of the chunk are. */
    @SuppressWarnings("NullAway.Init") // Resolved before anybody else sees it.
    public static final class Field {
        final String name;
        final long typeId;
        final boolean reference;
        final boolean array;
        RecordedType type;
        Encoding encoding;

        Field(String name, long typeId, boolean reference, boolean array) {
            this.name = name;
            this.typeId = typeId;
            this.reference = reference;
            this.array = array;
        }

        public String name() {
            return name;
        }

        /** How its value is written. */
        public Encoding encoding() {
            return encoding;
        }

        private boolean isPlain() {
            return !array && (encoding == Encoding.LONG || encoding == Encoding.REFERENCE);
        }

        private void resolve(RecordedType resolved) {
            type = resolved;
            encoding = reference ? Encoding.REFERENCE : Encoding.of(resolved.name);
        }
    }
}
