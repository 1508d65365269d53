package io.straggler.fleet.spark;

import java.io.Serializable;

/**
 * A recording, or a folder of a run, wherever it lies.
 *
 * @param place its address, as Spark's file systems write it
 * @param isFolder whether it is the folder of a run
 * @param bytes how long its files are together
 * @param modifiedMs when one of them was last written
 */
record Source(String place, boolean isFolder, long bytes, long modifiedMs) implements Serializable {
    /** Returns the name as users write it: files of this machine by their path. */
    String name() {
        return name(place);
    }

    static String name(String place) {
        return place.startsWith("file:/") ? place.replaceFirst("^file:/+", "/") : place;
    }

    /** Returns the key, which differs after the source was written again, and for another way of reading. */
    String key(String options) {
        return place + "\n" + bytes + "\n" + modifiedMs + "\n" + options;
    }
}
