package io.straggler.cli.fork;

import io.straggler.cli.option.TaskSpec;
import io.straggler.model.file.WholeFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request of the parent process to a measured JVM, in a file of the folder that the JVM is to fill.
 *
 * <p>Both are of one version, so the file is plain fields one after another: a library that reads JSON would bring seven hundred classes into the JVM
 * before it measures.
 *
 * @param task what to run
 * @param fork number of the JVM
 * @param options as the user wrote them, in this order
 */
record ForkRequest(TaskSpec task, int fork, Map<String, String> options) {
    private static final String FILE = "fork.request";

    /** Whether a folder is one of a measured JVM. */
    static boolean in(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    void write(Path folder) throws IOException {
        WholeFile.write(folder.resolve(FILE), file -> {
            DataOutputStream out = new DataOutputStream(file);
            write(task, out);
            out.writeInt(fork);
            out.writeInt(options.size());
            for (Map.Entry<String, String> option : options.entrySet()) {
                out.writeUTF(option.getKey());
                out.writeUTF(option.getValue());
            }
        });
    }

    static ForkRequest read(Path folder) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(folder.resolve(FILE))))) {
            TaskSpec task = readTask(in);
            int fork = in.readInt();
            Map<String, String> options = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                options.put(in.readUTF(), in.readUTF());
            }
            return new ForkRequest(task, fork, options);
        }
    }

    private static void write(TaskSpec task, DataOutputStream out) throws IOException {
        out.writeUTF(task.name());
        out.writeBoolean(task instanceof TaskSpec.Hosted);
        if (task instanceof TaskSpec.Hosted hosted) {
            out.writeUTF(hosted.host());
            out.writeInt(hosted.settings().size());
            for (String setting : hosted.settings()) {
                out.writeUTF(setting);
            }
        }
    }

    private static TaskSpec readTask(DataInputStream in) throws IOException {
        String name = in.readUTF();
        boolean hosted = in.readBoolean();
        if (!hosted) {
            return new TaskSpec.OfClass(name);
        }
        String host = in.readUTF();
        List<String> settings = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            settings.add(in.readUTF());
        }
        return new TaskSpec.Hosted(host, name, settings);
    }
}
