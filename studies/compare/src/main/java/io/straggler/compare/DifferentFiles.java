package io.straggler.compare;

import io.straggler.compare.IncomparableException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Files of one side of a comparison. A run that counts twice makes everything look more certain than it is. */
public final class DifferentFiles {
    private DifferentFiles() {}

    /**
     * Refuses a side that names a file twice.
     *
     * @param label what the side is called
     * @throws IncomparableException if it does, or if one cannot be read
     */
    public static void require(String label, List<Path> places) {
        Set<Path> different = new HashSet<>();
        for (Path place : places) {
            try {
                if (!different.add(place.toRealPath())) {
                    throw new IncomparableException(
                            Reason.REQUEST,
                            "each file of a side must be a different run: " + place + " is named twice in " + label);
                }
            } catch (IOException e) {
                throw new IncomparableException(
                        Reason.REQUEST, "Cannot read " + place + ": there is no such file, or it may not be read.");
            }
        }
    }
}
