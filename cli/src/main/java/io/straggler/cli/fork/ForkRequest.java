package io.straggler.cli.fork;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the parent process asks of a measured JVM, in a file of the folder that it is to fill.
 *
 * <p>Both are of one version, so the file is plain fields one after another: a library that reads JSON would bring seven hundred classes into the JVM
 * before it measures.
 *
 * @param task class name
 * @param fork number of the JVM
 * @param options as the user wrote them, in this order
 */
record ForkRequest(String task, int fork, Map<String, String> options) {
    private static final String FILE = "fork.request";

    void write(Path folder) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(folder.resolve(FILE))))) {
            out.writeUTF(task);
            out.writeInt(fork);
            out.writeInt(options.size());
            for (Map.Entry<String, String> option : options.entrySet()) {
                out.writeUTF(option.getKey());
                out.writeUTF(option.getValue());
            }
        }
    }

    static ForkRequest read(Path folder) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(folder.resolve(FILE))))) {
            String task = in.readUTF();
            int fork = in.readInt();
            Map<String, String> options = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                options.put(in.readUTF(), in.readUTF());
            }
            return new ForkRequest(task, fork, options);
        }
    }
}
