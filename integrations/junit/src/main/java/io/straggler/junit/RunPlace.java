package io.straggler.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Where the files of a paced test go. */
final class RunPlace {
    /** JUnit's configuration parameter that names the folder for all of them. */
    static final String PARAMETER = "straggler.out";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private RunPlace() {}

    /**
     * A folder that does not exist yet.
     *
     * @param configured where the user wants it, if anywhere; otherwise in what the build tool cleans
     * @param home where the build runs
     */
    static Path of(Optional<String> configured, Path home, Class<?> testClass, String method, LocalDateTime now) {
        Path parent = configured.map(home::resolve).orElseGet(() -> builtBeside(home));
        String name = (testClass.getName().replaceAll("^.*\\.", "") + "." + method).replaceAll("[^A-Za-z0-9._-]", "_")
                + "-" + TIME.format(now);
        Path place = parent.resolve(name);
        for (int again = 2; Files.exists(place); again++) {
            place = parent.resolve(name + "-" + again);
        }
        return place;
    }

    private static Path builtBeside(Path home) {
        for (String folder : new String[] {"target", "build"}) {
            if (Files.isDirectory(home.resolve(folder))) {
                return home.resolve(folder).resolve("straggler");
            }
        }
        return home.resolve("straggler-runs");
    }
}
