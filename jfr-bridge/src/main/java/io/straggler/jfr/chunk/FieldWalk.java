package io.straggler.jfr.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks over values as the metadata describes them, without decoding them, and finds which constants they refer to.
 *
 * <p>Threads: one. Errors: what the bytes cannot mean throws {@link CorruptChunkException}; damaged types end it.
 */
public final class FieldWalk {
    private static final int DEEPEST = 16;

    private final ChunkBytes bytes;
    private final @Nullable RecordedType text;
    private final References references;

    /** Hears of a constant that a value refers to. */
    public interface References {
        void refersTo(RecordedType type, long id);
    }

    /** @param text the type of strings, or null if the chunk has none */
    public FieldWalk(ChunkBytes bytes, @Nullable RecordedType text, References references) {
        this.bytes = bytes;
        this.text = text;
        this.references = references;
    }

    /** One that nobody listens to: it only gets past values. */
    public static FieldWalk skipping(ChunkBytes bytes) {
        return new FieldWalk(bytes, null, (type, id) -> {});
    }

    /** Walks over a constant, an inline structure or the rest of an event. */
    public void value(RecordedType type) {
        if (type.isText()) {
            text();
        } else {
            structure(type, 0);
        }
    }

    /** Walks over one field of the outermost level. */
    public void field(RecordedType.Field field) {
        field(field, 0);
    }

    /** Walks over one element of an array of anything but structures. */
    void element(RecordedType.Field field) {
        one(field, 0);
    }

    private void structure(RecordedType type, int depth) {
        requireSensible(type, depth);
        List<RecordedType.Field> fields = type.fields;
        for (int i = 0; i < fields.size(); i++) {
            field(fields.get(i), depth);
        }
    }

    /** Every structure within another either takes a byte or ends here: so damaged types cannot keep a loop busy. */
    static void requireSensible(RecordedType type, int depth) {
        if (depth > DEEPEST || depth > 0 && type.fields.isEmpty()) {
            throw new CorruptChunkException("structure must have fields, not nested deeper than " + DEEPEST + ": type="
                    + type.name + ", depth=" + depth);
        }
    }

    private void field(RecordedType.Field field, int depth) {
        int count = field.array ? bytes.readCount() : 1;
        for (int i = 0; i < count; i++) {
            one(field, depth);
        }
    }

    private void one(RecordedType.Field field, int depth) {
        switch (field.encoding) {
            case BYTE -> bytes.skip(1);
            case SHORT, INT, LONG -> bytes.readVarlong();
            case REFERENCE -> references.refersTo(field.type, bytes.readVarlong());
            case FLOAT -> bytes.skip(Float.BYTES);
            case DOUBLE -> bytes.skip(Double.BYTES);
            case TEXT -> text();
            case INLINE -> structure(field.type, depth + 1);
        }
    }

    private void text() {
        byte encoding = bytes.readByte();
        switch (encoding) {
            case 0, 1 -> {}
            case 2 -> {
                long id = bytes.readVarlong();
                if (text != null) {
                    references.refersTo(text, id);
                }
            }
            case 3, 5 -> bytes.skip(bytes.readCount());
            case 4 -> {
                int count = bytes.readCount();
                for (int i = 0; i < count; i++) {
                    bytes.readVarlong();
                }
            }
            default -> throw new CorruptChunkException("encoding must be 0 to 5: encoding=" + encoding);
        }
    }
}
