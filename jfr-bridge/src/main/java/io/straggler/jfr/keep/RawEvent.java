package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkBytes;
import io.straggler.jfr.chunk.FieldWalk;
import io.straggler.jfr.chunk.RecordedType;

/**
 * One event as a range of bytes of a chunk, with access to single fields. The same object moves from event to event.
 */
final class RawEvent {
    private static final String START = "startTime";
    private static final String DURATION = "duration";

    private final ChunkBytes bytes;
    private final FieldWalk walk;

    /** Set by the first move, before anything is asked for. */
    @SuppressWarnings("NullAway.Init")
    private RecordedType type;

    private int from;
    private int body;
    private int to;

    RawEvent(ChunkBytes bytes, FieldWalk walk) {
        this.bytes = bytes;
        this.walk = walk;
    }

    void moveTo(RecordedType newType, int newFrom, int newBody, int newTo) {
        type = newType;
        from = newFrom;
        body = newBody;
        to = newTo;
    }

    RecordedType type() {
        return type;
    }

    int fromPosition() {
        return from;
    }

    /** Where its fields begin. */
    int bodyPosition() {
        return body;
    }

    int toPosition() {
        return to;
    }

    long startTicks() {
        return number(START);
    }

    /** Its start, for an event without duration. */
    long endTicks() {
        return number(START) + Math.max(0, number(DURATION));
    }

    /** A field that is an integer; zero for one that this chunk's writer does not know. */
    long number(String field) {
        Integer index = type.indexOf(field);
        if (index == null) {
            return 0;
        }
        seek(index);
        return switch (type.fields.get(index).encoding()) {
            case BYTE -> bytes.readByte();
            case SHORT, INT, LONG, REFERENCE -> bytes.readVarlong();
            default -> 0;
        };
    }

    /** Whether a text field holds just this text, which must be short enough not to be a constant. */
    boolean says(String field, String text) {
        Integer index = type.indexOf(field);
        if (index == null || type.fields.get(index).encoding() != RecordedType.Encoding.TEXT) {
            return false;
        }
        seek(index);
        return switch (bytes.readByte()) {
            case 3 -> bytes.readUtf8().equals(text);
            case 4 -> bytes.readChars().equals(text);
            case 5 -> bytes.readLatin1().equals(text);
            default -> false;
        };
    }

    /** Where the fields begin that say more than when it happened. */
    int contentPosition() {
        int fields = type.fields.size();
        int first = 0;
        while (first < fields
                && (type.fields.get(first).name().equals(START)
                        || type.fields.get(first).name().equals(DURATION))) {
            first++;
        }
        seek(first);
        return bytes.position();
    }

    private void seek(int index) {
        bytes.window(body, to);
        for (int i = 0; i < index; i++) {
            walk.field(type.fields.get(i));
        }
    }
}
