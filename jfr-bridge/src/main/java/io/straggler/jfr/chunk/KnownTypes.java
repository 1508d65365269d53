package io.straggler.jfr.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The types of the chunks so far. Most chunks of a recording describe the same, at length: it is read once, and compared from then
 * on. For several threads.
 */
final class KnownTypes {
    /** Largest number of remembered sets of types: more than there are kinds of writers. */
    private static final int MOST = 8;

    private final List<Known> known = new ArrayList<>();

    private record Known(byte[] description, RecordedTypes types) {}

    /** The types that the metadata event at {@code position} describes. */
    synchronized RecordedTypes of(ChunkBytes bytes, int position) {
        RecordedTypes.open(bytes, position);
        int from = bytes.position();
        byte[] description = bytes.readRest();
        for (Known one : known) {
            if (Arrays.equals(one.description, description)) {
                return one.types;
            }
        }
        bytes.window(from, from + description.length);
        Known read = new Known(description, RecordedTypes.parse(bytes));
        if (known.size() == MOST) {
            known.remove(0);
        }
        known.add(read);
        return read.types;
    }
}
