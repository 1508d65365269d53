package io.straggler.cli.fork;

import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.FileErrors;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The arguments that a task wants its JVM to have, as the jar or folder with its class declares them, in {@value #FILE}: one a line,
 * {@code #} before comments, {@code 23:} before what only JDKs from this version on understand.
 */
final class DeclaredJvmArguments {
    static final String FILE = "META-INF/straggler/jvm-arguments";

    private static final Pattern SINCE = Pattern.compile("(\\d+):\\s*(.*)");

    private DeclaredJvmArguments() {}

    /**
     * Looks in the first entry of a class path that holds the task, and nowhere if none does.
     *
     * @param task nothing is declared for one that a host runs
     * @param feature version of the JDK that the arguments are for
     * @throws UsageException if they cannot be read
     */
    static List<String> find(String classPath, TaskSpec task, int feature) {
        if (!(task instanceof TaskSpec.OfClass)) {
            return List.of();
        }
        String taskFile = task.name().replace('.', '/') + ".class";
        for (String entry : classPath.split(File.pathSeparator)) {
            for (Path root : roots(entry)) {
                if (has(root, taskFile)) {
                    return parse(read(root), feature);
                }
            }
        }
        return List.of();
    }

    /** Returns the files of an entry of a class path: itself or, if it ends in a star, every jar of the folder. */
    private static List<Path> roots(String entry) {
        if (!entry.equals("*") && !entry.endsWith(File.separator + "*")) {
            return entry.isEmpty() ? List.of() : List.of(Path.of(entry));
        }
        Path folder = Path.of(entry.substring(0, entry.length() - 1));
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        } catch (IOException e) {
            // Then no class is found there either, and the JVM says so.
            return List.of();
        }
    }

    private static boolean has(Path root, String name) {
        if (!Files.isRegularFile(root)) {
            return Files.exists(root.resolve(name));
        }
        try (ZipFile jar = new ZipFile(root.toFile())) {
            return jar.getEntry(name) != null;
        } catch (IOException e) {
            // No jar: the JVM skips it too.
            return false;
        }
    }

    /** Empty if nothing is declared. */
    private static String read(Path root) {
        try {
            if (!Files.isRegularFile(root)) {
                Path file = root.resolve(FILE);
                return Files.exists(file) ? text(Files.readAllBytes(file)) : "";
            }
            try (ZipFile jar = new ZipFile(root.toFile())) {
                ZipEntry file = jar.getEntry(FILE);
                return file == null ? "" : text(jar, file);
            }
        } catch (CharacterCodingException e) {
            throw new UsageException(FILE + " of " + root + " must be text in UTF-8.");
        } catch (IOException e) {
            throw new UsageException(FILE + " of " + root + " cannot be read: " + FileErrors.reason(e));
        }
    }

    private static String text(ZipFile jar, ZipEntry file) throws IOException {
        try (InputStream bytes = jar.getInputStream(file)) {
            return text(bytes.readAllBytes());
        }
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static List<String> parse(String text, int feature) {
        List<String> arguments = new ArrayList<>();
        for (String line : text.lines().map(String::strip).toList()) {
            Matcher since = SINCE.matcher(line);
            boolean limited = since.matches();
            if (!line.isEmpty() && !line.startsWith("#") && (!limited || feature >= Integer.parseInt(since.group(1)))) {
                arguments.add(limited ? since.group(2) : line);
            }
        }
        return arguments;
    }
}
