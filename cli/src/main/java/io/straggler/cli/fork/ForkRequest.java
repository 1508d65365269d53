package io.straggler.cli.fork;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the parent process asks of a measured JVM, in a file of the folder that it is to fill.
 *
 * @param task class name
 * @param fork number of the JVM
 * @param options as the user wrote them
 */
record ForkRequest(String task, int fork, Map<String, String> options) {
    static final String FILE = "fork.json";

    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve(FILE), new JsonMapper().writeValueAsString(this));
    }

    static ForkRequest read(Path folder) throws IOException {
        return new JsonMapper().readValue(Files.readString(folder.resolve(FILE)), ForkRequest.class);
    }
}
