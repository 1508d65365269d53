package io.straggler.jfr.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one event, constant or inline structure, asked for by name. A field that the chunk's writer did not know reads
 * as zero or {@code null}: fields come and go with the versions of JVM and profiler.
 *
 * <p>An event is decoded only as far as it is asked for, so asking may throw {@link CorruptChunkException}; and its view is used
 * again for the next event of its type.
 */
public final class EventView {
    private final Chunk chunk;
    private final RecordedType type;
    private final long[] numbers;
    private final Object[] objects;

    // Field that was asked for last: of millions of events the same few fields are read.
    private @Nullable String lastField;
    private int lastIndex;
    private @Nullable String fieldBefore;
    private int indexBefore;
    private @Nullable String fieldBeforeThat;
    private int indexBeforeThat;

    // Asked for of even more.
    private final int startIndex;
    private final int durationIndex;

    private int decoded;
    private int nextAt;
    private int endsAt;

    EventView(Chunk chunk, RecordedType type) {
        this.chunk = chunk;
        this.type = type;
        this.numbers = new long[type.fields.size()];
        this.objects = new Object[type.fields.size()];
        this.startIndex = type.indexOrMissing("startTime");
        this.durationIndex = type.indexOrMissing("duration");
    }

    void set(int index, long number) {
        numbers[index] = number;
    }

    void set(int index, @Nullable Object object) {
        objects[index] = object;
    }

    /** Makes it the view of the event whose fields begin at a position. */
    void startAt(int position, int limit) {
        decoded = 0;
        nextAt = position;
        endsAt = limit;
    }

    /** Makes sure that a field is decoded. Views that were decoded at once have no end and are past it. */
    private int need(int index) {
        if (index >= decoded && endsAt > 0) {
            nextAt = chunk.decode(this, type, decoded, index, nextAt, endsAt);
            decoded = index + 1;
        }
        return index;
    }

    /** Negative for a field that there is none of. */
    private int indexOf(String field) {
        if (field.equals(lastField)) {
            return lastIndex;
        }
        if (field.equals(fieldBefore)) {
            return indexBefore;
        }
        if (field.equals(fieldBeforeThat)) {
            return indexBeforeThat;
        }
        int index = type.indexOrMissing(field);
        fieldBeforeThat = fieldBefore;
        indexBeforeThat = indexBefore;
        fieldBefore = lastField;
        indexBefore = lastIndex;
        lastField = field;
        lastIndex = index;
        return lastIndex;
    }

    public String typeName() {
        return type.name;
    }

    /** The name of a field's type; {@code null} for a field that there is none of. */
    public @Nullable String fieldType(String field) {
        Integer index = type.indexOf(field);
        return index == null ? null : type.fields.get(index).type.name;
    }

    /** An integer, a truth value as 0 or 1, or the id of a referenced constant. */
    public long number(String field) {
        int index = indexOf(field);
        return index < 0 ? 0 : numbers[need(index)];
    }

    /** When an event began, or the instant of one without duration. */
    public long startTicks() {
        return startIndex < 0 ? 0 : numbers[need(startIndex)];
    }

    /** When it ended. */
    public long endTicks() {
        // This way around both are decoded at once.
        long durationTicks = durationIndex < 0 ? 0 : Math.max(0, numbers[need(durationIndex)]);
        return startTicks() + durationTicks;
    }

    public int intNumber(String field) {
        return (int) number(field);
    }

    public boolean flag(String field) {
        return number(field) != 0;
    }

    public double fraction(String field) {
        return Double.longBitsToDouble(number(field));
    }

    /** A text: the field's own, that of a referenced string, or the first text of a referenced constant. */
    public @Nullable String text(String field) {
        Integer index = type.indexOf(field);
        return index == null ? null : text(need(index));
    }

    /** Returns the text of a field, empty for none. */
    public String textOrEmpty(String field) {
        String text = text(field);
        return text == null ? "" : text;
    }

    /** A text that is a name, of bounded length; empty for none. */
    public String nameOrEmpty(String field) {
        return Names.capped(textOrEmpty(field));
    }

    /** An inline structure, or the constant that the field refers to; {@code null} for none. */
    public @Nullable EventView row(String field) {
        Integer index = type.indexOf(field);
        if (index == null) {
            return null;
        }
        if (objects[need(index)] instanceof EventView row) {
            return row;
        }
        return referenced(index) instanceof EventView row ? row : null;
    }

    /** The elements of an array of structures. */
    public List<EventView> rows(String field) {
        Integer index = type.indexOf(field);
        if (index == null || !(objects[need(index)] instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .filter(EventView.class::isInstance)
                .map(EventView.class::cast)
                .toList();
    }

    private @Nullable String text(int index) {
        Object value = objects[index] != null ? objects[index] : referenced(index);
        if (value instanceof EventView row) {
            for (int i = 0; i < row.objects.length; i++) {
                if (row.objects[i] instanceof String text) {
                    return text;
                }
            }
        }
        return value instanceof String text ? text : null;
    }

    private @Nullable Object referenced(int index) {
        RecordedType.Field field = type.fields.get(index);
        boolean reference = field.encoding == RecordedType.Encoding.REFERENCE && !field.array;
        return reference ? chunk.constant(field.type, numbers[index]) : null;
    }
}
