package io.straggler.flamegraph.page;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import tools.jackson.core.JsonGenerator;

/** Writes tables column by column, which takes a fraction of the room of an object per row. */
public final class Columns {
    private Columns() {}

    public static <T> void write(String name, List<T> rows, ToLongFunction<T> value, JsonGenerator json) {
        write(name, rows.stream().mapToLong(value), json);
    }

    public static void write(String name, LongStream values, JsonGenerator json) {
        long[] column = values.toArray();
        json.writeName(name);
        json.writeArray(column, 0, column.length);
    }
}
